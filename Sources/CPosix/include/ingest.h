#ifndef HANSCAN_INGEST_H
#define HANSCAN_INGEST_H

/// The flag that opens a place in the file system without opening what lies there: `O_PATH`, a GNU extension.
int hanscan_open_place_flag(void);

#endif
