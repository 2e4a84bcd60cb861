// OpenCV's headers lie below /usr/include/opencv4, which no compiler looks in by itself. Debian's pkg-config file comes
// with libopencv-dev alone (234 packages), and flags with paths are refused in packages that others depend on. So this
// target has a link of its own to that folder and a header search path to the link.
#include "COpenCV.h"

#include <cmath>
#include <cstdio>
#include <exception>
#include <memory>
#include <opencv2/core/ocl.hpp>
#include <opencv2/core/utility.hpp>
#include <opencv2/core/utils/logger.hpp>
#include <opencv2/dnn.hpp>
#include <stdexcept>
#include <string>
#include <vector>

struct hanscan_network {
  std::vector<char> model;
  cv::dnn::Net net;
  /// The picture's size that `net` was run with.
  int width = 0, height = 0;
};

namespace {

void say(char *error, size_t size, const char *text) {
  if (error != nullptr && size > 0) std::snprintf(error, size, "%s", text);
}

/// What went wrong comes back as a text, not as lines on standard error.
int keep_quiet(int, const char *, const char *, const char *, int, void *) { return 0; }

/// Runs `work`; whatever is thrown ends here.
template <typename Work> bool guarded(char *error, size_t size, Work work) {
  try {
    work();
    return true;
  } catch (const cv::Exception &problem) {
    say(error, size, problem.err.empty() ? problem.what() : problem.err.c_str());
  } catch (const std::exception &problem) {
    say(error, size, problem.what());
  } catch (...) {
    say(error, size, "an unknown error");
  }
  return false;
}

void require(bool holds, const char *text) {
  if (!holds) throw std::runtime_error(text);
}

cv::dnn::Net parsed(const std::vector<char> &model) {
  cv::dnn::Net net = cv::dnn::readNetFromONNX(model.data(), model.size());
  require(!net.empty(), "no network");
  net.setPreferableBackend(cv::dnn::DNN_BACKEND_OPENCV);
  net.setPreferableTarget(cv::dnn::DNN_TARGET_CPU);
  return net;
}

void run(hanscan_network &network, const uint8_t *pixels, int width, int height, float *map) {
  require(pixels != nullptr && map != nullptr, "no picture");
  require(width > 0 && height > 0, "an empty picture");
  require(width % HANSCAN_NETWORK_STEP == 0 && height % HANSCAN_NETWORK_STEP == 0,
          "the sides of the picture are no multiples of 32");
  require((int64_t)width * height <= HANSCAN_NETWORK_PIXELS, "the picture is too large");
  // OpenCV 4.6 gives a map of nothing where a network that has run is given a picture of another size. Parsing takes
  // some 25 ms, a tenth of a page, and lets the memory of the size before go.
  if (width != network.width || height != network.height) {
    network.net = parsed(network.model);
    network.width = width;
    network.height = height;
  }
  const int shape[] = {1, 3, height, width};
  cv::Mat input(4, shape, CV_32F);
  // The means and deviations that the network was trained with (those of ImageNet), in the order of the channels.
  const float mean[] = {0.485f, 0.456f, 0.406f}, deviation[] = {0.229f, 0.224f, 0.225f};
  const size_t count = (size_t)width * height;
  for (int channel = 0; channel < 3; channel++) {
    float table[256];
    for (int value = 0; value < 256; value++) table[value] = (value / 255.0f - mean[channel]) / deviation[channel];
    float *plane = input.ptr<float>() + channel * count;
    const uint8_t *source = pixels + channel;
    for (size_t index = 0; index < count; index++) plane[index] = table[source[3 * index]];
  }
  network.net.setInput(input);
  cv::Mat output = network.net.forward();
  require(output.type() == CV_32F && output.isContinuous() && output.total() == count && output.dims == 4 &&
              output.size[2] == height && output.size[3] == width,
          "the network gives no map of its picture's size");
  const float *values = output.ptr<float>();
  for (size_t index = 0; index < count; index++) {
    map[index] = std::isfinite(values[index]) ? std::fmin(std::fmax(values[index], 0.0f), 1.0f) : 0.0f;
  }
}

} // namespace

hanscan_network *hanscan_network_load(const uint8_t *model, size_t size, char *error, size_t error_size) {
  std::unique_ptr<hanscan_network> network;
  bool is_sound = guarded(error, error_size, [&] {
    cv::redirectError(keep_quiet);
    cv::utils::logging::setLogLevel(cv::utils::logging::LOG_LEVEL_SILENT);
    // No thread may be started once the sandbox is closed, and no driver of a graphics card be looked for.
    cv::setNumThreads(1);
    cv::ocl::setUseOpenCL(false);
    require(model != nullptr && size > 0, "an empty file");
    network = std::make_unique<hanscan_network>();
    network->model.assign(model, model + size);
    const int side = 2 * HANSCAN_NETWORK_STEP;
    std::vector<uint8_t> picture(3 * side * side, 255);
    std::vector<float> map(side * side);
    run(*network, picture.data(), side, side, map.data());
  });
  return is_sound ? network.release() : nullptr;
}

int hanscan_network_map(hanscan_network *network, const uint8_t *pixels, int width, int height, float *map, char *error,
                        size_t error_size) {
  bool is_sound = guarded(error, error_size, [&] {
    require(network != nullptr, "no network");
    run(*network, pixels, width, height, map);
  });
  // A network that stopped on its way is not run again as it is.
  if (!is_sound) hanscan_network_rest(network);
  return is_sound ? 0 : -1;
}

void hanscan_network_rest(hanscan_network *network) {
  if (network == nullptr) return;
  guarded(nullptr, 0, [&] { network->net = cv::dnn::Net(); });
  network->width = network->height = 0;
}

const char *hanscan_network_library(void) {
  static const std::string version = cv::getVersionString();
  return version.c_str();
}

void hanscan_network_free(hanscan_network *network) { delete network; }
