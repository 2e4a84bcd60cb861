#include "options.h"

#include <getopt.h>
#include <stdlib.h>
#include <string.h>

void hanscan_parse_options(int argc, char **argv, const struct hanscan_option *options, size_t count, void *context,
                           void (*report)(void *, enum hanscan_option_event, int, const char *)) {
  // Long options are told apart by their index above every character; short ones by their letter.
  enum { FIRST_LONG = 1000 };
  struct option *longs = calloc(count + 1, sizeof *longs);
  char *shorts = calloc(2 * count + 2, 1);
  if (longs == NULL || shorts == NULL) {
    free(longs);
    free(shorts);
    report(context, HANSCAN_OPTION_FAILED, -1, "out of memory");
    return;
  }
  char *next = shorts;
  *next++ = ':';
  for (size_t i = 0; i < count; i++) {
    longs[i].name = options[i].name;
    longs[i].has_arg = options[i].takes_value ? required_argument : no_argument;
    longs[i].val = FIRST_LONG + (int)i;
    if (options[i].letter != 0) {
      *next++ = (char)options[i].letter;
      if (options[i].takes_value) *next++ = ':';
    }
  }
  optind = 0;
  opterr = 0;
  for (;;) {
    int word = optind == 0 ? 1 : optind;
    int found = getopt_long(argc, argv, shorts, longs, NULL);
    if (found == -1) break;
    if (found == '?' || found == ':') {
      int index = -1;
      for (size_t i = 0; i < count; i++) {
        if (optopt != 0 && (optopt == options[i].letter || optopt == FIRST_LONG + (int)i)) index = (int)i;
      }
      int lacks = found == ':';
      const char *text = optind > 0 && optind <= argc ? argv[optind - 1] : "";
      if (!lacks && optopt != 0 && optopt < FIRST_LONG && word < argc && argv[word] != NULL) text = argv[word];
      report(context, lacks ? HANSCAN_OPTION_LACKS_VALUE : HANSCAN_OPTION_UNKNOWN, index, text);
      break;
    }
    int index = -1;
    for (size_t i = 0; i < count; i++) {
      if (found == options[i].letter || found == FIRST_LONG + (int)i) index = (int)i;
    }
    report(context, HANSCAN_OPTION_FOUND, index, options[index].takes_value ? optarg : NULL);
  }
  report(context, HANSCAN_OPTION_END, optind, NULL);
  free(longs);
  free(shorts);
}
