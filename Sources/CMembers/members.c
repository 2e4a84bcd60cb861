#include "look.h"

#include <archive.h>
#include <iconv.h>
#include <string.h>

int hanscan_members_tell(struct look *look, char kind, long long size, const char *name) {
  if (kind != 'd' && look->next >= look->most) {
    fprintf(look->answer, "%ld m -1 %c", look->next, 0);
    return 0;
  }
  fprintf(look->answer, "%ld %c %lld %s%c", look->next, kind, size, name, 0);
  return !ferror(look->answer);
}

int hanscan_members(const char *format, int input, int output, long member, long most) {
  struct look look = {.output = output, .member = member, .most = most};
  if (member < 0) {
    look.answer = fdopen(output, "w");
    if (look.answer == NULL) return HANSCAN_MEMBERS_UNWRITTEN;
  }
  int result = strcmp(format, "mail") == 0 ? hanscan_members_mail(&look, input)
                                           : hanscan_members_archive(&look, input, strcmp(format, "zip") == 0);
  if (look.answer != NULL && fclose(look.answer) != 0) return HANSCAN_MEMBERS_UNWRITTEN;
  return result;
}

/// Whether bytes are sound in an encoding, and what they are in UTF-8.
static int convert(const char *encoding, const char *name, size_t length, char *text) {
  iconv_t converter = iconv_open("UTF-8", encoding);
  if (converter == (iconv_t)-1) return 0;
  char *from = (char *)name, *to = text;
  size_t left = length, room = 4 * length;
  size_t result = iconv(converter, &from, &left, &to, &room);
  iconv_close(converter);
  if (result == (size_t)-1 || left > 0) return 0;
  *to = 0;
  return 1;
}

/// Whether every character of two bytes is one of the 2,350 syllables, the letters or the symbols of KS X 1001.
///
/// Japanese kana and the common kanji begin with lower bytes; what is left of CP949 is seldom in a name.
static int is_plain_korean(const char *name, size_t length) {
  for (size_t index = 0; index < length; index++) {
    unsigned char first = (unsigned char)name[index];
    if (first < 0x80) continue;
    if (++index >= length || first < 0xA1 || (unsigned char)name[index] < 0xA1) return 0;
  }
  return 1;
}

/// Whether a text has letters of Hangul alone, besides ASCII.
static int is_hangul(const char *text) {
  for (const unsigned char *byte = (const unsigned char *)text; *byte != 0; byte++) {
    if (*byte < 0x80) continue;
    // U+AC00 to U+D7A3 are three bytes, of which the first is EA to ED.
    if (*byte < 0xEA || *byte > 0xED || byte[1] == 0 || byte[2] == 0) return 0;
    unsigned code = (*byte & 0x0Fu) << 12 | (byte[1] & 0x3Fu) << 6 | (byte[2] & 0x3Fu);
    if (code < 0xAC00 || code > 0xD7A3) return 0;
    byte += 2;
  }
  return 1;
}

/// Whether a text has katakana of half the width (U+FF61 to U+FF9F), which Hangul looks like when it is taken for Japanese.
static int has_narrow_katakana(const char *text) {
  for (const unsigned char *byte = (const unsigned char *)text; *byte != 0; byte++) {
    if (*byte == 0xEF && ((byte[1] == 0xBD && byte[2] >= 0xA1) || (byte[1] == 0xBE && byte[2] <= 0x9F))) return 1;
  }
  return 0;
}

void hanscan_members_name(const char *name, size_t length, char *text) {
  if (convert("UTF-8", name, length, text)) return;
  if (is_plain_korean(name, length) && convert("CP949", name, length, text)) return;
  int is_japanese = convert("CP932", name, length, text);
  if (is_japanese && !has_narrow_katakana(text)) return;
  if (convert("CP949", name, length, text) && (!is_japanese || is_hangul(text))) return;
  if (is_japanese && convert("CP932", name, length, text)) return;
  // Each byte stays told from every other: as a letter of Latin-1.
  for (size_t index = 0; index < length; index++) {
    unsigned char byte = (unsigned char)name[index];
    if (byte >= 0x80) *text++ = (char)(0xC0 | byte >> 6), byte = 0x80 | (byte & 0x3F);
    *text++ = (char)byte;
  }
  *text = 0;
}

int hanscan_members_versions(int output) {
  unsigned mail[3];
  hanscan_members_mail_version(mail);
  // As the library says it: libarchive 3.6.2.
  int written = dprintf(output, "%s\nGMime %u.%u.%u\n", archive_version_string(), mail[0], mail[1], mail[2]);
  return written < 0 ? HANSCAN_MEMBERS_UNWRITTEN : HANSCAN_MEMBERS_DONE;
}
