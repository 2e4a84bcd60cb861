#pragma once

/// Removes a folder with all that is in it, and follows no link; folders that forbid it are opened up. 0, or -1 with errno.
int test_remove_tree(const char *_Nonnull path);
