#pragma once
#include <stddef.h>

/// The model that reads receipts, as the bytes of Tesseract's `.traineddata` file.
const unsigned char *_Nonnull hanscan_own_model(size_t *_Nonnull size);

/// The network that reads documents in Latin letters, as Tesseract's `lstm` component, with the model's codes.
const unsigned char *_Nonnull hanscan_document_network(size_t *_Nonnull size);

/// The network that finds text, as Sources/CDetection/load.c reads it.
const unsigned char *_Nonnull hanscan_print_network(size_t *_Nonnull size);

/// Korean words that receipts print, one a line, in UTF-8.
const unsigned char *_Nonnull hanscan_receipt_words(size_t *_Nonnull size);

/// The weights of the tagger of receipts, as `TaggerModel` reads them.
const unsigned char *_Nonnull hanscan_tagger_weights(size_t *_Nonnull size);

/// The model of characters that corrects readings, as `CharacterModel` reads it; its address is a multiple of 4.
const unsigned char *_Nonnull hanscan_letter_model(size_t *_Nonnull size);
