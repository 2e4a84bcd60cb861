#ifndef HANSCAN_CPOSIX_H
#define HANSCAN_CPOSIX_H
#endif
