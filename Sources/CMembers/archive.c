#include "look.h"

#include <archive.h>
#include <archive_entry.h>
#include <glib.h>
#include <string.h>

/// Bytes that are read from the archive at a time.
static const size_t block = 1 << 16;
/// A longer name is cut: no system has one.
static const size_t longest_name = 4096;

static int copy(struct look *look, struct archive *archive) {
  static char buffer[1 << 16];
  for (;;) {
    ssize_t count = archive_read_data(archive, buffer, sizeof buffer);
    if (count == 0) return HANSCAN_MEMBERS_DONE;
    if (count < 0) {
      const char *why = archive_error_string(archive);
      return hanscan_members_lose(look, why != NULL ? why : "it can't be unpacked");
    }
    if (!hanscan_members_write(look, buffer, (size_t)count)) return HANSCAN_MEMBERS_UNWRITTEN;
  }
}

/// Tells of one member; 0 where no more are wanted.
static int tell(struct look *look, struct archive_entry *entry) {
  const char *name = archive_entry_pathname(entry);
  if (name == NULL) name = "";
  size_t length = strnlen(name, longest_name);
  g_autofree char *text = g_malloc(4 * length + 1);
  hanscan_members_name(name, length, text);
  char kind = archive_entry_is_encrypted(entry) ? 'e' : 'f';
  if (archive_entry_filetype(entry) != AE_IFREG || archive_entry_hardlink(entry) != NULL) kind = 'l';
  long long size = archive_entry_size_is_set(entry) ? (long long)archive_entry_size(entry) : -1;
  return hanscan_members_tell(look, kind, size, text);
}

static int opens(struct archive *archive, int (*support)(struct archive *), int input) {
  return support(archive) >= ARCHIVE_WARN && lseek(input, 0, SEEK_SET) == 0 &&
         archive_read_open_fd(archive, input, block) >= ARCHIVE_WARN;
}

/// A tar archive, or any other file as a member called `data`.
static int support_gzip(struct archive *archive) {
  int filter = archive_read_support_filter_gzip(archive);
  return filter < ARCHIVE_WARN || archive_read_support_format_tar(archive) < ARCHIVE_WARN
             ? ARCHIVE_FAILED
             : archive_read_support_format_raw(archive);
}

int hanscan_members_archive(struct look *look, int input, const char *format) {
  int is_zip = strcmp(format, "zip") == 0;
  struct archive *archive = archive_read_new();
  if (archive == NULL) return HANSCAN_MEMBERS_DAMAGED;
  int is_open = opens(archive,
                      is_zip                         ? archive_read_support_format_zip_seekable
                      : strcmp(format, "gzip") == 0 ? support_gzip
                                                     : archive_read_support_format_tar,
                      input);
  // A zip archive that has no list at its end is read from one header to the next.
  int lacks_list = is_zip && !is_open;
  if (lacks_list) {
    archive_read_free(archive);
    archive = archive_read_new();
    if (archive == NULL) return HANSCAN_MEMBERS_DAMAGED;
    is_open = opens(archive, archive_read_support_format_zip_streamable, input);
  }
  int result = is_open ? HANSCAN_MEMBERS_NONE : HANSCAN_MEMBERS_DAMAGED;
  while (result == HANSCAN_MEMBERS_NONE) {
    struct archive_entry *entry;
    int read = archive_read_next_header(archive, &entry);
    if (read == ARCHIVE_RETRY) continue;
    if (read == ARCHIVE_EOF) {
      if (look->answer != NULL) result = HANSCAN_MEMBERS_DONE;
      break;
    }
    if (read < ARCHIVE_WARN) {
      result = HANSCAN_MEMBERS_DAMAGED;
      break;
    }
    // Folders are no members: their names are in those of the files.
    if (archive_entry_filetype(entry) == AE_IFDIR) continue;
    if (look->answer != NULL && !tell(look, entry)) result = HANSCAN_MEMBERS_DONE;
    if (hanscan_members_wants(look)) {
      int copied = hanscan_members_begin(look) ? copy(look, archive) : HANSCAN_MEMBERS_UNWRITTEN;
      result = hanscan_members_finish(look, copied);
      // The start of the next one depends on the reading of this one: it is looked for again, as if it were alone.
      if (lacks_list && copied == HANSCAN_MEMBERS_DAMAGED && look->count > 1) result = HANSCAN_MEMBERS_DONE;
    }
    look->next++;
  }
  if (result == HANSCAN_MEMBERS_DAMAGED) {
    const char *why = archive_error_string(archive);
    // The members before it are listed, and the lost ones as well.
    result = hanscan_members_lose(look, why != NULL ? why : "it can't be read");
  }
  archive_read_free(archive);
  return result;
}
