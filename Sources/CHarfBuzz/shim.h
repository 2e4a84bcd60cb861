#include <harfbuzz/hb-subset.h>
#include <harfbuzz/hb.h>
