#define _GNU_SOURCE
#include "members.h"
#include "sheets.h"

#include <dlfcn.h>
#include <iconv.h>
#include <locale.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/// Replaces the C library's function for all libraries of this program: Korean programs say EUC-KR or KS C 5601 and mean
/// CP949, which holds them.
iconv_t iconv_open(const char *to, const char *from) {
  iconv_t (*const next)(const char *, const char *) = dlsym(RTLD_NEXT, "iconv_open");
  int is_korean = strncasecmp(from, "euc-kr", 6) == 0 || strncasecmp(from, "euc_kr", 6) == 0 ||
                  strncasecmp(from, "ks_c", 4) == 0;
  return next(to, is_korean ? "CP949" : from);
}

/// hanscan-members FORMAT list MOST | hanscan-members FORMAT copy NUMBER... | hanscan-members sheets
/// | hanscan-members versions
///
/// Reads an archive or a mail from standard input, which is a file, and writes the list of what it holds, or some of its
/// members, to standard output; or the cells of a spreadsheet file; or the libraries that it uses. HanScan starts it in a
/// sandbox of its own; `include/members.h` and `include/sheets.h` describe the answers.
int main(int count, char **words) {
  if (count == 2 && strcmp(words[1], "versions") == 0) return hanscan_members_versions(1);
  if (count == 2 && strcmp(words[1], "sheets") == 0) return hanscan_members_sheets(0, 1);
  int lists = count == 4 && strcmp(words[2], "list") == 0;
  static long wanted[1000];
  int most = (int)(sizeof wanted / sizeof *wanted);
  if (!lists && !(count >= 4 && count <= 3 + most && strcmp(words[2], "copy") == 0)) {
    fputs("hanscan-members is started by hanscan: FORMAT list MOST, FORMAT copy NUMBER..., sheets, or versions\n", stderr);
    return 64;
  }
  for (int index = 3; index < count; index++) wanted[index - 3] = strtol(words[index], NULL, 10);
  // Names in UTF-8 are what libarchive makes of those that it knows the encoding of.
  setlocale(LC_ALL, "C.UTF-8");
  return hanscan_members(words[1], 0, 1, wanted, lists ? 0 : count - 3, lists ? wanted[0] : 0);
}
