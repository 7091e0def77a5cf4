/** The limits of one import. docs/api/import-content.md lists them, with that of all bytes (`LECTERN_MAX_IMPORT`) and `MAX_PAGE_BYTES` of formats. */

/** Files in an archive, a folder or a clone. */
export const MAX_FILES = 20_000;
/** Bytes of one file. */
export const MAX_FILE_BYTES = 100_000_000;
/** Pages, groups and links together. */
export const MAX_PAGES = 10_000;
/** Levels of the table of contents. */
export const MAX_LEVELS = 20;
/** Characters of all pages together, as Markdown. */
export const MAX_TEXT_LENGTH = 100_000_000;
/** How many times larger than the archive its files may be together, once they are large at all. */
export const MAX_RATIO = 200;
export const RATIO_COUNTS_FROM_BYTES = 50_000_000;
/** Problems that a report lists; the others are counted. */
export const MAX_PROBLEMS = 1000;
