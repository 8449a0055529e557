//! The bounds of what is graded.

/// The most submissions that are graded in one go.
pub const SUBMISSIONS_MAX: usize = 1000;

/// The longest name of a submission that an assignment may give, in bytes: as long as that of a folder.
pub const SUBMISSION_NAME_BYTES_MAX: usize = 255;

/// The longest name of a submission's folder in the data directory, in bytes. Longer names are shortened.
pub const SUBMISSION_FOLDER_BYTES_MAX: usize = 64;

/// How many nested folders a submission's program may lie in, if each is the only entry of the one around it.
pub const SUBMISSION_NESTING_MAX: usize = 4;

/// How many files that aren't submissions a report names.
pub const LEFT_OUT_SHOWN_MAX: usize = 20;

/// The longest file in which a submission names its command, in bytes.
pub const MANIFEST_BYTES_MAX: u64 = 64 * 1024;

/// The most files and folders that a submission's folder may have.
pub const GRADED_FILES_MAX: usize = 10_000;

/// The largest file of a submission, in bytes.
pub const GRADED_FILE_BYTES_MAX: u64 = 256 * 1024 * 1024;
