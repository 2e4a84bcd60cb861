#pragma once

#include <stddef.h>

#pragma clang assume_nonnull begin

/// The outcome of a look into an archive or a mail.
enum hanscan_members_result {
  HANSCAN_MEMBERS_DONE = 0,
  HANSCAN_MEMBERS_DAMAGED = 65,   ///< It can't be read, or not that far; why is on standard error.
  HANSCAN_MEMBERS_NONE = 66,      ///< It has no member of that number.
  HANSCAN_MEMBERS_UNWRITTEN = 74, ///< The answer can't be written.
};

/// Bytes of the header that stands before each of several copies.
#define HANSCAN_MEMBERS_HEADER 32

/// Lists what an archive or a mail holds, or copies members of it.
///
/// The list is one record a member, `NUMBER KIND SIZE NAME` and a NUL: its number for a copy, from 0; `f` for a file,
/// `e` for an encrypted one, `s` for a signature that holds what is signed, `l` for what is no file, `b` for the text of a mail itself, which stands in place of a name, `m` for "and
/// more", `d` for damage, with the reason as its name; its bytes as the archive has them, -1 where it does
/// not say; its name in UTF-8. After `m` and `d` nothing follows.
///
/// One copy is the member's bytes alone. Several come in the container's order, each behind a header of 32 bytes, `NUMBER
/// STATE SIZE` and a line feed, filled up with blanks from the left: `c` is complete, `d` damaged, `?` was not finished; its
/// size is that of the bytes that follow.
///
/// - Parameters:
///   - format: `zip`, `tar`, `gzip` or `mail`.
///   - input: An open file with a position, read from its start.
///   - output: The descriptor that the answer is written to.
///   - wanted: Those to copy.
///   - count: Their number; 0 for the list.
///   - most: Members that are listed.
int hanscan_members(const char *format, int input, int output, const long *_Nullable wanted, long count,
                    long most);

/// A name of an archive in UTF-8: as it is, or from the encoding of old Korean or Japanese Windows, or byte for byte.
///
/// - Parameter text: `4 * length + 1` bytes.
void hanscan_members_name(const char *name, size_t length, char *text);

/// Writes the libraries that files are read with, `NAME VERSION`, one a line.
int hanscan_members_versions(int output);

#pragma clang assume_nonnull end
