#include "CReceiptModel.h"

// All that reading needs is inside of the program, so that a binary copied alone reads. #embed copies the bytes at compile
// time, and the compiler rebuilds this when they change.
#pragma clang diagnostic ignored "-Wc23-extensions"

static const unsigned char model[] = {
#embed "../Recognition/Resources/hanscan.traineddata"
};

static const unsigned char documents[] = {
#embed "../Recognition/Resources/documents.lstm"
};

static const unsigned char print[] = {
#embed "../Recognition/Resources/text-detection.network"
};

static const unsigned char words[] = {
#embed "../Recognition/Resources/receipts.words"
};

static const unsigned char tagger[] = {
#embed "../Understanding/Receipts/tagger.weights"
};

_Alignas(4) static const unsigned char letters[] = {
#embed "../Recognition/Resources/receipts.letters"
};

#define GIVE(bytes, function) \
  const unsigned char *function(size_t *size) { \
    *size = sizeof bytes; \
    return bytes; \
  }

GIVE(letters, hanscan_letter_model)
GIVE(tagger, hanscan_tagger_weights)
GIVE(model, hanscan_own_model)
GIVE(documents, hanscan_document_network)
GIVE(print, hanscan_print_network)
GIVE(words, hanscan_receipt_words)
