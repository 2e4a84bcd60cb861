#include "look.h"

#include <glib.h>
#include <string.h>

/// Files in a text as `uuencode` and `uuencode -m` write them: a line `begin MODE NAME` and the file's bytes, three as four
/// letters, up to a line `end`.

/// A line of a text, without what finishes it.
struct line {
  const char *start, *end;
};

/// Takes the next line; 0 at the end.
static int next_line(const char **place, const char *end, struct line *line) {
  if (*place >= end) return 0;
  const char *feed = memchr(*place, '\n', (size_t)(end - *place));
  line->start = *place;
  line->end = feed == NULL ? end : feed;
  *place = feed == NULL ? end : feed + 1;
  if (line->end > line->start && line->end[-1] == '\r') line->end--;
  return 1;
}

/// Whether a line begins a file; its name is what is left of the line then.
static int begins(const char *word, struct line *line) {
  size_t length = strlen(word);
  if ((size_t)(line->end - line->start) < length || memcmp(line->start, word, length) != 0) return 0;
  const char *place = line->start + length;
  int digits = 0;
  while (place < line->end && *place >= '0' && *place <= '7') place++, digits++;
  if (digits < 3 || digits > 4 || place >= line->end || *place != ' ') return 0;
  while (place < line->end && *place == ' ') place++;
  if (place == line->end) return 0;
  line->start = place;
  return 1;
}

/// The bytes of one line, at most 63; -1 where it is none.
///
/// Mail programs take blanks off the end of lines, and some encoders put a letter more there.
static int decode(const struct line *line, int is_first, char bytes[63]) {
  long length = line->end - line->start;
  if (length < 1 || *line->start < ' ' || *line->start > '`') return -1;
  int count = (*line->start - ' ') & 63;
  long letters = (count + 2) / 3 * 4;
  if (length - 1 > letters + 2 || (is_first && length - 1 < letters - 2)) return -1;
  for (const char *letter = line->start; letter < line->end; letter++) {
    if (*letter < ' ' || *letter > '`') return -1;
  }
  unsigned group = 0;
  int written = 0;
  for (long index = 0; index < letters; index++) {
    group = group << 6 | (index + 1 < length ? (unsigned)(line->start[index + 1] - ' ') & 63 : 0);
    for (int byte = 0; index % 4 == 3 && byte < 3; byte++) {
      if (written < count) bytes[written++] = (char)(group >> (16 - 8 * byte));
    }
  }
  return count;
}

/// The same of a line in base 64.
static int decode64(const struct line *line, char bytes[63]) {
  size_t length = (size_t)(line->end - line->start);
  if (length < 4 || length > 84 || *line->start == '=') return -1;
  for (const char *letter = line->start; letter < line->end; letter++) {
    if (!g_ascii_isalnum(*letter) && memchr("+/=", *letter, 3) == NULL) return -1;
  }
  int state = 0;
  guint save = 0;
  return (int)g_base64_decode_step(line->start, length, (guchar *)bytes, &state, &save);
}

int hanscan_members_uuencoded(struct look *look, const char *text, size_t length) {
  const char *place = text, *end = text + length;
  struct line line;
  while (next_line(&place, end, &line)) {
    int is_base64 = begins("begin-base64 ", &line);
    if (!is_base64 && !begins("begin ", &line)) continue;
    const char *data = place;
    char bytes[63];
    struct line first;
    if (!next_line(&place, end, &first) ||
        (is_base64 ? decode64(&first, bytes) : decode(&first, 1, bytes)) < 1) {
      // A sentence that begins so.
      place = data;
      continue;
    }
    int result = -1;
    int is_wanted = hanscan_members_wants(look);
    if (look->answer != NULL) {
      char name[4 * 4096 + 1];
      size_t bytes_of_name = (size_t)(line.end - line.start);
      hanscan_members_name(line.start, bytes_of_name < 4096 ? bytes_of_name : 4096, name);
      if (!hanscan_members_tell(look, 'f', -1, name)) return HANSCAN_MEMBERS_DONE;
    } else if (is_wanted && !hanscan_members_begin(look)) {
      return HANSCAN_MEMBERS_UNWRITTEN;
    }
    place = data;
    const char *before = place;
    while (next_line(&place, end, &line)) {
      int count = is_base64 ? decode64(&line, bytes) : decode(&line, 0, bytes);
      if (count < (is_base64 ? 1 : 0)) break;
      before = place;
      if (is_wanted && !hanscan_members_write(look, bytes, (size_t)count)) return HANSCAN_MEMBERS_UNWRITTEN;
      if (count == 0) break;
    }
    // A line that does not belong to this file may begin the next one.
    place = before;
    if (is_wanted) result = hanscan_members_finish(look, HANSCAN_MEMBERS_DONE);
    look->next++;
    if (result >= 0 && result != HANSCAN_MEMBERS_NONE) return result;
  }
  return -1;
}
