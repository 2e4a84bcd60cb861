#pragma once

#include <libxml/HTMLparser.h>

/// The value of an attribute, whose name may have capital letters; an empty text if it has none, NULL without it.
const char *hanscan_page_attribute(const xmlChar **attributes, const char *name);

/// Parses an HTML page in UTF-8, whatever encoding it names; returns 0 if the parser does not take all of it.
///
/// - Parameters:
///   - owner: The first argument of the handler's functions.
///   - parser: Takes the parser, which these functions may stop.
int hanscan_page_parse(const char *text, size_t length, const htmlSAXHandler *handler, void *owner,
                       htmlParserCtxtPtr *parser);
