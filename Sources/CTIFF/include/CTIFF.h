#pragma once

/// Counts from 0 what libtiff says of damage on this thread.
///
/// Broken fax and JPEG data, and any in colours, is filled with something and told by a message alone: there is no other
/// sign of it. Leptonica switches libtiff's plain handlers off; those with a handle, which this sets, it leaves alone.
void hanscan_tiff_listen(void);

/// How often since then libtiff said that data are missing or wrong.
unsigned hanscan_tiff_damage(void);
