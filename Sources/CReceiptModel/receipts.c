#include "CReceiptModel.h"

// The network and its codes lie inside of the program, so that a binary copied alone can build the model.
// #embed copies the bytes at compile time and the compiler rebuilds this when they change. A checkout without them
// (the network is trained apart) gives a program that builds the model from Debian's own network.
#pragma clang diagnostic ignored "-Wc23-extensions"

#if __has_embed("../Recognition/Resources/receipts.lstm") && __has_embed("../Recognition/Resources/receipts.codes")
static const unsigned char network[] = {
#embed "../Recognition/Resources/receipts.lstm"
};
static const unsigned char codes[] = {
#embed "../Recognition/Resources/receipts.codes"
};
#define NETWORK_SIZE sizeof network
#define CODES_SIZE sizeof codes
#else
static const unsigned char network[1], codes[1];
#define NETWORK_SIZE 0
#define CODES_SIZE 0
#endif

#if __has_embed("../Recognition/Resources/documents.lstm")
static const unsigned char documents[] = {
#embed "../Recognition/Resources/documents.lstm"
};
#define DOCUMENTS_SIZE sizeof documents
#else
static const unsigned char documents[1];
#define DOCUMENTS_SIZE 0
#endif

static const unsigned char print[] = {
#embed "../Recognition/Resources/text-detection.network"
};

static const unsigned char words[] = {
#embed "../Recognition/Resources/receipts.words"
};

const unsigned char *hanscan_receipt_network(size_t *size) {
  *size = NETWORK_SIZE;
  return network;
}

const unsigned char *hanscan_document_network(size_t *size) {
  *size = DOCUMENTS_SIZE;
  return documents;
}

const unsigned char *hanscan_receipt_codes(size_t *size) {
  *size = CODES_SIZE;
  return codes;
}

const unsigned char *hanscan_receipt_words(size_t *size) {
  *size = sizeof words;
  return words;
}

const unsigned char *hanscan_print_network(size_t *size) {
  *size = sizeof print;
  return print;
}
