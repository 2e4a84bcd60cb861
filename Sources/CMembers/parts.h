#pragma once

#include "cells.h"

#include <libxml/parser.h>

/// Reads the XML parts of a workbook, which is a ZIP archive.
///
/// The parser opens no other file, and knows no entities but the five of XML. A part with a document type is refused.

struct archive;
struct archive_entry;

/// Takes the start of an element: its name, and names and values of attributes in turns, up to NULL.
typedef void begin_element(void *owner, const char *name, const xmlChar **attributes);
typedef void finish_element(void *owner, const char *name);

/// The parts of one file, and the parser of the present one.
struct parts {
  struct cells *cells;
  const GString *file;
  struct archive *archive;
  xmlParserCtxtPtr parser;
  long left;  ///< Bytes that may still be unpacked.
  void *owner;
  begin_element *begin;
  finish_element *finish;
  GString *text;   ///< The text of the present element.
  int takes_text;  ///< Whether that element's text is wanted.
};

/// Refuses the file, and stops the parser.
void hanscan_parts_stop(struct parts *parts, const char *reason);

/// The value of an attribute; an empty text if the element has no such attribute.
const char *hanscan_parts_attribute(const xmlChar **attributes, const char *name);

long hanscan_parts_number(const xmlChar **attributes, const char *name, long otherwise);

/// Opens the archive; returns NULL if it is none.
struct archive *hanscan_parts_open(const GString *file);

/// Returns the next part's name in small letters; NULL after the last one, or if the archive is damaged.
char *hanscan_parts_next(struct archive *archive, struct archive_entry **entry, int *result);

/// Parses a part; returns 0 if the file has none of that name.
int hanscan_parts_parse(struct parts *parts, const char *path, begin_element *begin, finish_element *finish);
