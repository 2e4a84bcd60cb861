#include "members.h"

#include <locale.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/// hanscan-members FORMAT list MOST | hanscan-members FORMAT copy NUMBER | hanscan-members versions
///
/// Reads an archive or a mail from standard input, which is a file, and writes the list of what it holds, or one of its
/// members, to standard output; or what it unpacks with. HanScan starts it in a sandbox of its own; `include/members.h`
/// describes the list.
int main(int count, char **words) {
  if (count == 2 && strcmp(words[1], "versions") == 0) return hanscan_members_versions(1);
  int lists = count == 4 && strcmp(words[2], "list") == 0;
  if (!lists && !(count == 4 && strcmp(words[2], "copy") == 0)) {
    fputs("hanscan-members is started by hanscan: FORMAT list MOST, FORMAT copy NUMBER, or versions\n", stderr);
    return 64;
  }
  // Names in UTF-8 are what libarchive makes of those that it knows the encoding of.
  setlocale(LC_ALL, "C.UTF-8");
  long number = strtol(words[3], NULL, 10);
  return hanscan_members(words[1], 0, 1, lists ? -1 : number, lists ? number : 0);
}
