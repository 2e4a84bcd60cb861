#pragma once

/// A file that lives in memory alone, closed at exec; -1 and errno where that fails.
int hanscan_memory_file(const char *_Nonnull name);
