#include "look.h"

#include <gmime/gmime.h>
#include <string.h>
#include <unistd.h>

/// Parts within parts that are looked through; no program writes more than five or so.
static const int deepest = 50;

/// The names of parts without one, by their types.
static const struct {
  const char *type, *ending;
} endings[] = {
    {"image/jpeg", "jpg"}, {"image/jpg", "jpg"},  {"image/png", "png"},       {"image/gif", "gif"},
    {"image/tiff", "tif"}, {"image/bmp", "bmp"},  {"image/webp", "webp"},     {"image/heic", "heic"},
    {"image/heif", "heif"}, {"image/avif", "avif"}, {"application/pdf", "pdf"}, {"application/zip", "zip"},
    {"message/rfc822", "eml"},
};

/// The parts of a mail that are no attachments: its seals, and reports of its delivery.
static const char *const own[] = {
    "application/pgp-signature", "application/pkcs7-signature", "application/x-pkcs7-signature",
    "message/delivery-status",   "message/disposition-notification", "text/rfc822-headers", "message/feedback-report",
};

static int is_type(const char *type, const char *wanted) { return g_ascii_strcasecmp(type, wanted) == 0; }

/// A stream that leaves the descriptor open: the sandbox lets none be duplicated.
static GMimeStream *stream_of(int file) {
  GMimeStream *stream = g_mime_stream_fs_new(file);
  g_mime_stream_fs_set_owner(GMIME_STREAM_FS(stream), FALSE);
  return stream;
}

static int copy(struct look *look, GMimeObject *part) {
  GMimeStream *output = stream_of(look->output);
  gint64 written = -1;
  if (GMIME_IS_MESSAGE_PART(part)) {
    GMimeMessage *message = g_mime_message_part_get_message(GMIME_MESSAGE_PART(part));
    if (message != NULL) written = g_mime_object_write_to_stream(GMIME_OBJECT(message), NULL, output);
  } else {
    GMimeDataWrapper *content = g_mime_part_get_content(GMIME_PART(part));
    written = content == NULL ? 0 : g_mime_data_wrapper_write_to_stream(content, output);
  }
  int result = written < 0 ? HANSCAN_MEMBERS_UNWRITTEN : HANSCAN_MEMBERS_DONE;
  g_object_unref(output);
  return result;
}

/// A longer text is not searched for files: it is no letter.
static const gint64 longest_text = 128 << 20;

/// A text in UTF-8: from the encoding that its part names, or from the one that it is likely in.
static char *decoded(GMimeObject *part, const char *text, size_t length) {
  const char *named = g_mime_object_get_content_type_parameter(part, "charset");
  char *found = named == NULL ? NULL : g_convert(text, (gssize)length, "UTF-8", named, NULL, NULL, NULL);
  if (found != NULL) return found;
  found = g_malloc(4 * length + 1);
  hanscan_members_name(text, length, found);
  return found;
}

/// Appends the decoded bytes of a part; negative where they can't be read.
static ssize_t append_content(GByteArray *bytes, GMimeDataWrapper *content) {
  GMimeStream *memory = g_mime_stream_mem_new_with_byte_array(bytes);
  g_mime_stream_mem_set_owner(GMIME_STREAM_MEM(memory), FALSE);
  ssize_t count = g_mime_data_wrapper_write_to_stream(content, memory);
  g_object_unref(memory);
  return count;
}

/// The files that stand in the mail's own text.
static int search(struct look *look, GMimeObject *part) {
  GMimeDataWrapper *content = g_mime_part_get_content(GMIME_PART(part));
  GMimeStream *source = content == NULL ? NULL : g_mime_data_wrapper_get_stream(content);
  if (source == NULL || g_mime_stream_length(source) > longest_text) return -1;
  g_autoptr(GByteArray) text = g_byte_array_new();
  return append_content(text, content) < 0 ? -1 : hanscan_members_uuencoded(look, (const char *)text->data, text->len);
}

/// Longer text of a mail is cut.
enum { longest_body = 60000 };

static void append_field(GString *text, const char *value) {
  if (value != NULL && *value != 0) g_string_append_printf(text, "%s\n", value);
}

/// The name of a mail's sender without what is no shop: `Paper Boat Teas Orders`, `no-reply`, `Paper Boat Teas via Pay`.
static char *sender_name(InternetAddress *sender) {
  static const char *const roles[] = {
      "orders", "order", "receipts", "receipt", "billing", "invoices", "notifications", "notification", "support", "service",
      "info", "noreply", "no-reply", "donotreply", "do-not-reply", "customer", "team", "고객센터", "알림", "주문알림",
  };
  const char *name = sender == NULL ? NULL : internet_address_get_name(sender);
  char *text = g_strdup(name == NULL || strchr(name, '@') != NULL ? "" : name);
  char *service = g_strrstr(text, " via ");
  if (service != NULL) *service = 0;
  int is_role = 1;
  while (is_role && *g_strchomp(text) != 0) {
    char *blank = strrchr(text, ' ');
    char *word = blank == NULL ? text : blank + 1;
    is_role = 0;
    for (size_t index = 0; index < sizeof roles / sizeof *roles; index++) is_role |= is_type(word, roles[index]);
    if (is_role) *word = 0;
  }
  return text;
}

/// Whether a text tells a day, in figures or with a month's name.
static int tells_date(const char *text) {
  return g_regex_match_simple(
      "20\\d\\d ?[-./년] ?\\d{1,2} ?[-./월] ?\\d|\\d[-./]\\d{1,2}[-./](20)?\\d\\d|"
      "\\b(jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]{0,6}[. ,]{1,2}\\d{1,2}[a-z]{0,2},? 20\\d\\d|"
      "\\d[a-z]{0,2} (jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]{0,6}[. ,]{1,2}20\\d\\d",
      text, G_REGEX_CASELESS, 0);
}

/// The text of a mail: its sender and subject, its date if it tells none itself, and its own text.
static char *body_text(GMimeMessage *message, GMimeObject *part) {
  g_autoptr(GString) text = g_string_new(NULL);
  InternetAddressList *from = g_mime_message_get_from(message);
  InternetAddress *sender = from == NULL ? NULL : internet_address_list_get_address(from, 0);
  g_autofree char *name = sender_name(sender);
  append_field(text, name);
  if (sender != NULL && INTERNET_ADDRESS_IS_MAILBOX(sender))
    append_field(text, internet_address_mailbox_get_addr(INTERNET_ADDRESS_MAILBOX(sender)));
  GByteArray *bytes = g_byte_array_new();
  GMimeDataWrapper *content = g_mime_part_get_content(GMIME_PART(part));
  if (content != NULL) append_content(bytes, content);
  g_byte_array_append(bytes, (const guint8 *)"", 1);
  char *own = decoded(part, (const char *)bytes->data, bytes->len - 1);
  g_byte_array_free(bytes, TRUE);
  if (g_mime_content_type_is_type(g_mime_object_get_content_type(part), "text", "html")) {
    char *html = own;
    own = hanscan_members_html(html);
    g_free(html);
  }
  if (strlen(own) > longest_body) own[longest_body] = 0;
  g_autofree char *sound = g_utf8_make_valid(own, -1);
  g_free(own);
  GDateTime *date = tells_date(sound) ? NULL : g_mime_message_get_date(message);
  g_autofree char *written = date == NULL ? NULL : g_date_time_format(date, "%Y-%m-%d %H:%M");
  append_field(text, written);
  append_field(text, g_mime_message_get_subject(message));
  append_field(text, sound);
  g_autofree char *whole = g_utf8_make_valid(text->str, (gssize)text->len);
  return g_utf8_normalize(whole, -1, G_NORMALIZE_NFC);
}

/// Tells of a mail's own text, or copies it; returns a result where the look has finished, -1 where it goes on.
static int body(struct look *look, GMimeMessage *message) {
  GMimeObject *part = look->body;
  if (part == NULL) return -1;
  int result = -1;
  if (look->answer != NULL) {
    g_autofree char *text = body_text(message, part);
    if (!hanscan_members_tell(look, 'b', (long long)strlen(text), text)) result = HANSCAN_MEMBERS_DONE;
  } else if (hanscan_members_wants(look)) {
    g_autofree char *text = body_text(message, part);
    int is_written = hanscan_members_begin(look) && hanscan_members_write(look, text, strlen(text));
    result = hanscan_members_finish(look, is_written ? HANSCAN_MEMBERS_DONE : HANSCAN_MEMBERS_UNWRITTEN);
    if (result == HANSCAN_MEMBERS_NONE) result = -1;
  }
  look->next++;
  return result;
}

/// Whether a part is read by people as the mail's own text.
static int is_body(GMimeObject *part, const char *type, const char *name) {
  for (size_t index = 0; index < sizeof own / sizeof *own; index++) {
    if (is_type(type, own[index])) return 1;
  }
  GMimeContentDisposition *disposition = g_mime_object_get_content_disposition(part);
  if (disposition != NULL && g_mime_content_disposition_is_attachment(disposition)) return 0;
  return name == NULL && g_ascii_strncasecmp(type, "text/", 5) == 0;
}

/// The mark of a part of S/MIME: `s` for one that is signed, with what is signed inside, else `e`.
static char kind_of_seal(GMimeObject *part) {
  const char *kind = g_mime_object_get_content_type_parameter(part, "smime-type");
  return kind != NULL && g_ascii_strncasecmp(kind, "signed", 6) == 0 ? 's' : 'e';
}

/// One part that is no multipart; returns a result where the look has finished, -1 where it goes on.
static int leaf(struct look *look, GMimeObject *part) {
  GMimeContentType *content = g_mime_object_get_content_type(part);
  g_autofree char *type = content == NULL ? g_strdup("") : g_mime_content_type_get_mime_type(content);
  const char *name = GMIME_IS_PART(part) ? g_mime_part_get_filename(GMIME_PART(part)) : NULL;
  if (name == NULL) name = g_mime_object_get_content_disposition_parameter(part, "filename");
  if (name != NULL && *name == 0) name = NULL;
  int result = -1;
  if (is_body(part, type, name)) {
    if (GMIME_IS_PART(part) && is_type(type, "text/plain")) result = search(look, part);
    // HTML has tables, and a plain text beside it often has less.
    int is_html = is_type(type, "text/html");
    GMimeContentType *taken = look->body == NULL ? NULL : g_mime_object_get_content_type(look->body);
    if (GMIME_IS_PART(part) && (is_html || is_type(type, "text/plain")) &&
        (taken == NULL || (is_html && !g_mime_content_type_is_type(taken, "text", "html"))))
      look->body = part;
  } else {
    if (hanscan_members_wants(look)) {
      int copied = hanscan_members_begin(look) ? copy(look, part) : HANSCAN_MEMBERS_UNWRITTEN;
      result = hanscan_members_finish(look, copied);
      if (result == HANSCAN_MEMBERS_NONE) result = -1;
    } else if (look->answer != NULL) {
      const char *ending = "bin";
      for (size_t index = 0; index < sizeof endings / sizeof *endings; index++) {
        if (is_type(type, endings[index].type)) ending = endings[index].ending;
      }
      g_autofree char *made = name != NULL ? g_utf8_make_valid(name, -1)
                                           : g_strdup_printf("part-%ld.%s", look->next + 1, ending);
      int is_sealed = is_type(type, "application/pkcs7-mime") || is_type(type, "application/x-pkcs7-mime");
      if (!hanscan_members_tell(look, is_sealed ? kind_of_seal(part) : 'f', -1, made)) result = HANSCAN_MEMBERS_DONE;
    }
    look->next++;
  }
  return result;
}

static int walk(struct look *look, GMimeObject *part, int depth) {
  if (GMIME_IS_MULTIPART_ENCRYPTED(part)) {
    int goes_on = look->answer == NULL || hanscan_members_tell(look, 'e', -1, "encrypted");
    look->next++;
    return goes_on ? -1 : HANSCAN_MEMBERS_DONE;
  }
  if (!GMIME_IS_MULTIPART(part)) return leaf(look, part);
  if (depth >= deepest) {
    if (look->answer != NULL) hanscan_members_tell(look, 'd', -1, "its parts lie too deep within each other");
    return HANSCAN_MEMBERS_DONE;
  }
  int count = g_mime_multipart_get_count(GMIME_MULTIPART(part));
  for (int index = 0; index < count; index++) {
    int result = walk(look, g_mime_multipart_get_part(GMIME_MULTIPART(part), index), depth + 1);
    if (result >= 0) return result;
  }
  return -1;
}

/// One mail of a file; a result where the look has finished, -1 where it goes on, -2 where there is none.
static int read_mail(struct look *look, GMimeParser *parser, GMimeParserOptions *options) {
  GMimeMessage *message = g_mime_parser_construct_message(parser, options);
  if (message == NULL) return -2;
  GMimeObject *root = g_mime_message_get_mime_part(message);
  look->body = NULL;
  int result = root == NULL ? -1 : walk(look, root, 0);
  if (result == -1) result = body(look, message);
  g_object_unref(message);
  return result;
}

int hanscan_members_mail(struct look *look, int input) {
  g_mime_init();
  GMimeParserOptions *options = g_mime_parser_options_new();
  // Names that stand in a header as they are, against every rule.
  const char *encodings[] = {"utf-8", "cp949", "cp932", "iso-8859-1", NULL};
  g_mime_parser_options_set_fallback_charsets(options, encodings);
  char start[8] = "";
  ssize_t length = lseek(input, 0, SEEK_SET) == 0 ? read(input, start, sizeof start) : 0;
  // A byte order mark is no part of the first header.
  int mark = length >= 3 && memcmp(start, "\xEF\xBB\xBF", 3) == 0 ? 3 : 0;
  int is_mailbox = length >= mark + 5 && memcmp(start + mark, "From ", 5) == 0;
  GMimeStream *stream = g_mime_stream_fs_new_with_bounds(input, mark, -1);
  g_mime_stream_fs_set_owner(GMIME_STREAM_FS(stream), FALSE);
  GMimeParser *parser = g_mime_parser_new_with_stream(stream);
  g_object_unref(stream);
  // The parts stay where they are in the file, and are not copied into memory.
  g_mime_parser_set_persist_stream(parser, TRUE);
  if (is_mailbox) g_mime_parser_set_format(parser, GMIME_FORMAT_MBOX);
  int result = read_mail(look, parser, options);
  if (result == -2) {
    result = hanscan_members_lose(look, "it is no mail");
  } else {
    // A mailbox holds several, one behind the other.
    while (result == -1 && is_mailbox && !g_mime_parser_eos(parser)) result = read_mail(look, parser, options);
    if (result < 0) result = look->answer != NULL ? HANSCAN_MEMBERS_DONE : HANSCAN_MEMBERS_NONE;
  }
  g_object_unref(parser);
  g_mime_parser_options_free(options);
  return result;
}
