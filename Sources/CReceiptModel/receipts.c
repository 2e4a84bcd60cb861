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

const unsigned char *hanscan_letter_model(size_t *size) {
  *size = sizeof letters;
  return letters;
}

const unsigned char *hanscan_tagger_weights(size_t *size) {
  *size = sizeof tagger;
  return tagger;
}

const unsigned char *hanscan_own_model(size_t *size) {
  *size = sizeof model;
  return model;
}

const unsigned char *hanscan_document_network(size_t *size) {
  *size = sizeof documents;
  return documents;
}

const unsigned char *hanscan_print_network(size_t *size) {
  *size = sizeof print;
  return print;
}

const unsigned char *hanscan_receipt_words(size_t *size) {
  *size = sizeof words;
  return words;
}
