#pragma once
// The types of ICU in one of its headers are others than those of Foundation; nothing here uses them.
#include <libxml/xmlversion.h>
#undef LIBXML_ICU_ENABLED
#include <libxml/xmlreader.h>
