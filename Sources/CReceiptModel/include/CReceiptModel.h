#pragma once
#include <stddef.h>

/// The network that reads receipts, as Tesseract's `lstm` component; size 0 where the program was built without it.
const unsigned char *_Nonnull hanscan_receipt_network(size_t *_Nonnull size);

/// The network that reads documents in Latin letters, with the same codes; size 0 where the program was built without it.
const unsigned char *_Nonnull hanscan_document_network(size_t *_Nonnull size);

/// The codes that these networks have beyond Debian's, as text.
const unsigned char *_Nonnull hanscan_receipt_codes(size_t *_Nonnull size);

/// Korean words that receipts print, one a line, in UTF-8.
const unsigned char *_Nonnull hanscan_receipt_words(size_t *_Nonnull size);

/// The network that finds print, as Sources/CDetection/load.c reads it.
const unsigned char *_Nonnull hanscan_print_network(size_t *_Nonnull size);
