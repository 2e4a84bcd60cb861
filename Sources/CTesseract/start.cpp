/* Models from memory: Tesseract's C interface takes only one of them, its C++ interface any number. */
#define TESS_CAPI_INCLUDE_BASEAPI
#include <tesseract/baseapi.h>

#include "CTesseract.h"

#include <fstream>
#include <iterator>
#include <map>
#include <string>
#include <vector>

static thread_local std::map<std::string, std::vector<char>> offered;

/* Tesseract asks for PATH/NAME.traineddata. */
static bool read_model(const char *path, std::vector<char> *data) {
  const std::string file_name = std::string(path).substr(std::string(path).rfind('/') + 1);
  const auto found = offered.find(file_name.substr(0, file_name.rfind('.')));
  if (found != offered.end()) {
    *data = found->second;
    return true;
  }
  std::ifstream file(path, std::ios::binary);
  if (!file) return false;
  data->assign(std::istreambuf_iterator<char>(file), {});
  return !data->empty();
}

void hanscan_offer_model(const char *name, const void *bytes, size_t size) {
  const auto start = static_cast<const char *>(bytes);
  offered[name].assign(start, start + size);
}

int hanscan_start(TessBaseAPI *engine, const char *folder, const char *languages, char *const *names,
                  char *const *values, size_t variables) {
  const std::vector<std::string> all_names(names, names + variables), all_values(values, values + variables);
  const int status = engine->Init(folder, 0, languages, tesseract::OEM_LSTM_ONLY, nullptr, 0, &all_names, &all_values,
                                  false, read_model);
  offered.clear();
  return status;
}
