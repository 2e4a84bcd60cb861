#ifndef HANSCAN_OPTIONS_H
#define HANSCAN_OPTIONS_H

#include <stddef.h>

/// One long option as getopt_long(3) wants it, and its short form (0 where there is none).
struct hanscan_option {
  const char *name;
  int takes_value;
  int letter;
};

/// What was found in one step.
enum hanscan_option_event {
  HANSCAN_OPTION_END = 0,
  HANSCAN_OPTION_FOUND = 1,
  HANSCAN_OPTION_UNKNOWN = 2,
  HANSCAN_OPTION_LACKS_VALUE = 3,
  HANSCAN_OPTION_FAILED = 4,
};

/// Parses `argv` by getopt_long(3) and calls `report` for every option, then for END with the first operand's index.
/// `index` is the option's place in `options`, or -1 where it is unknown; `text` is its value or the unknown word.
/// getopt keeps its state in globals, so this is called from one thread at a time.
void hanscan_parse_options(int argc, char **argv, const struct hanscan_option *options, size_t count, void *context,
                           void (*report)(void *context, enum hanscan_option_event event, int index, const char *text));

#endif
