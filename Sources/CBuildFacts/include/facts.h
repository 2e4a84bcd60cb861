#pragma once

/// The commit that the program was built from, as whoever built it said; empty where nobody did.
const char *_Nonnull hanscan_commit(void);
