#pragma once

#include "cells.h"

#include <libxml/parser.h>

/// Reads the XML parts of a workbook, which is a ZIP archive.
///
/// The parser expands no entities and opens no other file. A part with a document type is refused.

struct archive;
struct archive_entry;

/// Bytes of an attribute; a longer one is cut.
enum { longest_attribute = 1 << 10 };

/// The start of an element, with the attributes of libxml2: five pointers each.
struct element {
  const char *name;
  const xmlChar **attributes;
  int count;
};

/// The parts of one file, and the parser of the present one.
struct parts {
  struct cells *cells;
  const GString *file;
  struct archive *archive;
  xmlParserCtxtPtr parser;
  long left;  ///< Bytes that may still be unpacked.
  void *owner;
  void (*begin)(void *owner, const struct element *);
  void (*finish)(void *owner, const char *name);
  GString *text;   ///< The text of the present element.
  int takes_text;  ///< Whether that element's text is wanted.
};

/// Refuses the file, and stops the parser.
void hanscan_parts_stop(struct parts *parts, const char *reason);

/// Copies the value of an attribute; an empty text if the element has no such attribute.
const char *hanscan_parts_attribute(const struct element *element, const char *name, char text[longest_attribute]);

long hanscan_parts_number(const struct element *element, const char *name, long otherwise);

/// Opens the archive; returns NULL if it is none.
struct archive *hanscan_parts_open(const GString *file);

/// Returns the next part's name in small letters; NULL after the last one, or if the archive is damaged.
char *hanscan_parts_next(struct archive *archive, struct archive_entry **entry, int *result);

/// Parses a part; returns 0 if the file has none of that name.
int hanscan_parts_parse(struct parts *parts, const char *path, void (*begin)(void *, const struct element *),
                        void (*finish)(void *, const char *));
