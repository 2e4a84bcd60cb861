#include "look.h"

#include <archive.h>
#include <errno.h>
#include <freexl.h>
#include <gmime/gmime.h>
#include <libxml/parser.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

int hanscan_members_tell(struct look *look, char kind, long long size, const char *name) {
  if (kind != 'd' && look->next >= look->most) {
    fprintf(look->answer, "%ld m -1 %c", look->next, 0);
    return 0;
  }
  fprintf(look->answer, "%ld %c %lld %s%c", look->next, kind, size, name, 0);
  return !ferror(look->answer);
}

int hanscan_members_lose(struct look *look, const char *why) {
  if (look->answer == NULL) {
    fprintf(stderr, "%s\n", why);
    return HANSCAN_MEMBERS_DAMAGED;
  }
  hanscan_members_tell(look, 'd', -1, why);
  return HANSCAN_MEMBERS_DONE;
}

int hanscan_members_wants(const struct look *look) {
  if (look->answer != NULL) return 0;
  for (long index = 0; index < look->count; index++) {
    if (look->wanted[index] == look->next) return 1;
  }
  return 0;
}

int hanscan_members_write(struct look *look, const char *bytes, size_t count) {
  while (count > 0) {
    ssize_t written = write(look->output, bytes, count);
    if (written < 0 && errno == EINTR) continue;
    if (written <= 0) return 0;
    bytes += written;
    count -= (size_t)written;
  }
  return 1;
}

/// Writes the header of a copy, of 32 bytes: `NUMBER STATE SIZE` and a line feed.
static int write_header(struct look *look, char state, long long size) {
  char header[HANSCAN_MEMBERS_HEADER + 1];
  snprintf(header, sizeof header, "%10ld %c %18lld\n", look->next, state, size);
  return hanscan_members_write(look, header, HANSCAN_MEMBERS_HEADER);
}

int hanscan_members_begin(struct look *look) {
  look->left--;
  if (look->count == 1) return 1;
  if (!write_header(look, '?', 0)) return 0;
  look->start = lseek(look->output, 0, SEEK_CUR);
  return look->start >= HANSCAN_MEMBERS_HEADER;
}

int hanscan_members_finish(struct look *look, int result) {
  if (look->count == 1 || result == HANSCAN_MEMBERS_UNWRITTEN) return result;
  long long end = lseek(look->output, 0, SEEK_END);
  // Only now is it known how many bytes it has.
  if (end < look->start || lseek(look->output, look->start - HANSCAN_MEMBERS_HEADER, SEEK_SET) < 0 ||
      !write_header(look, result == HANSCAN_MEMBERS_DONE ? 'c' : 'd', end - look->start) ||
      lseek(look->output, end, SEEK_SET) < 0)
    return HANSCAN_MEMBERS_UNWRITTEN;
  return look->left > 0 ? HANSCAN_MEMBERS_NONE : HANSCAN_MEMBERS_DONE;
}

int hanscan_members(const char *format, int input, int output, const long *wanted, long count, long most) {
  struct look look = {.output = output, .wanted = wanted, .count = count, .left = count, .most = most};
  if (count == 0) {
    look.answer = fdopen(output, "w");
    if (look.answer == NULL) return HANSCAN_MEMBERS_UNWRITTEN;
  }
  int result = strcmp(format, "mail") == 0 ? hanscan_members_mail(&look, input)
                                           : hanscan_members_archive(&look, input, format);
  if (look.answer != NULL && fclose(look.answer) != 0) return HANSCAN_MEMBERS_UNWRITTEN;
  return result;
}

/// Whether bytes are sound in an encoding, and what they are in UTF-8.
static int convert(const char *encoding, const char *name, size_t length, char *text) {
  gsize size = 0;
  g_autofree char *found = g_convert(name, (gssize)length, "UTF-8", encoding, NULL, &size, NULL);
  if (found == NULL) return 0;
  memcpy(text, found, size + 1);
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
  int xml = atoi(xmlParserVersion);
  // The first as the library says it: libarchive 3.6.2.
  int written = dprintf(output, "%s\nGMime %u.%u.%u\nlibxml2 %d.%d.%d\nFreeXL %s\n", archive_version_string(),
                        gmime_major_version, gmime_minor_version, gmime_micro_version, xml / 10000, xml / 100 % 100,
                        xml % 100, freexl_version());
  return written < 0 ? HANSCAN_MEMBERS_UNWRITTEN : HANSCAN_MEMBERS_DONE;
}
