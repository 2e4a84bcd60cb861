#include "parts.h"

#include <archive.h>
#include <archive_entry.h>
#include <stdlib.h>
#include <string.h>

void hanscan_parts_stop(struct parts *parts, const char *reason) {
  hanscan_cells_refuse(parts->cells, reason);
  if (parts->parser != NULL) xmlStopParser(parts->parser);
}

/// A name without the prefix of its namespace.
static const char *local(const xmlChar *name) {
  const char *colon = strrchr((const char *)name, ':');
  return colon == NULL ? (const char *)name : colon + 1;
}

const char *hanscan_parts_attribute(const xmlChar **attributes, const char *name) {
  for (; attributes != NULL && attributes[0] != NULL; attributes += 2) {
    // Declarations of namespaces are attributes for this parser.
    int is_prefix = g_str_has_prefix((const char *)attributes[0], "xmlns");
    if (!is_prefix && strcmp(local(attributes[0]), name) == 0) return (const char *)attributes[1];
  }
  return "";
}

long hanscan_parts_number(const xmlChar **attributes, const char *name, long otherwise) {
  const char *text = hanscan_parts_attribute(attributes, name);
  return *text == 0 ? otherwise : strtol(text, NULL, 10);
}

static void take_begin(void *pointer, const xmlChar *name, const xmlChar **attributes) {
  struct parts *parts = pointer;
  parts->begin(parts->owner, local(name), attributes);
}

static void take_finish(void *pointer, const xmlChar *name) {
  struct parts *parts = pointer;
  if (parts->finish != NULL) parts->finish(parts->owner, local(name));
}

static void take_text(void *pointer, const xmlChar *text, int length) {
  struct parts *parts = pointer;
  if (!parts->takes_text || parts->text->len > limit_text_bytes) return;
  g_string_append_len(parts->text, (const char *)text, length);
}

static void refuse_type(void *pointer, const xmlChar *name, const xmlChar *external, const xmlChar *system) {
  (void)name, (void)external, (void)system;
  hanscan_parts_stop(pointer, "damaged");
}

static int read_part(void *pointer, char *buffer, int size) {
  struct parts *parts = pointer;
  ssize_t count = archive_read_data(parts->archive, buffer, (size_t)size);
  if (count < 0) hanscan_cells_refuse(parts->cells, "damaged");
  parts->left -= MAX(count, 0);
  if (parts->left < 0) hanscan_cells_refuse(parts->cells, "bytes");
  return parts->cells->refusal != NULL ? -1 : (int)count;
}

struct archive *hanscan_parts_open(const GString *file) {
  struct archive *archive = archive_read_new();
  if (archive == NULL) return NULL;
  if (archive_read_support_format_zip_seekable(archive) >= ARCHIVE_WARN &&
      archive_read_open_memory(archive, file->str, file->len) >= ARCHIVE_WARN)
    return archive;
  archive_read_free(archive);
  return NULL;
}

char *hanscan_parts_next(struct archive *archive, struct archive_entry **entry, int *result) {
  *result = archive_read_next_header(archive, entry);
  if (*result < ARCHIVE_WARN || *result == ARCHIVE_EOF) return NULL;
  const char *name = archive_entry_pathname(*entry);
  return g_ascii_strdown(name == NULL ? "" : name[0] == '/' ? name + 1 : name, -1);
}

int hanscan_parts_parse(struct parts *parts, const char *path, begin_element *begin, finish_element *finish) {
  if (path == NULL || parts->cells->refusal != NULL) return 0;
  parts->archive = hanscan_parts_open(parts->file);
  g_autofree char *wanted = g_ascii_strdown(path, -1);
  char *name = NULL;
  int result = ARCHIVE_OK;
  for (struct archive_entry *entry; parts->archive != NULL;) {
    name = hanscan_parts_next(parts->archive, &entry, &result);
    if (name == NULL || strcmp(name, wanted) == 0) break;
    g_free(name);
  }
  int is_found = name != NULL;
  g_free(name);
  if (is_found) {
    xmlSAXHandler handler = {.startElement = take_begin, .endElement = take_finish, .characters = take_text,
                             .cdataBlock = take_text, .internalSubset = refuse_type};
    parts->begin = begin;
    parts->finish = finish;
    parts->takes_text = 0;
    parts->parser = xmlCreateIOParserCtxt(&handler, parts, read_part, NULL, parts, XML_CHAR_ENCODING_NONE);
    if (parts->parser != NULL) {
      // An ampersand in an attribute stays a reference but with XML_PARSE_NOENT; no part declares other entities.
      xmlCtxtUseOptions(parts->parser, XML_PARSE_NOENT | XML_PARSE_NONET | XML_PARSE_NOERROR | XML_PARSE_NOWARNING);
      xmlParseDocument(parts->parser);
    }
    if (parts->parser == NULL || !parts->parser->wellFormed) hanscan_cells_refuse(parts->cells, "damaged");
    xmlFreeParserCtxt(parts->parser);
    parts->parser = NULL;
  }
  archive_read_free(parts->archive);
  return is_found;
}
