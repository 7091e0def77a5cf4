/** The bytes of one file of a spec. */
export const MAX_FILE_BYTES = 10_000_000;
/** The bytes of all files of a spec together. */
export const MAX_SPEC_BYTES = 20_000_000;
/** The files that one spec may consist of. */
export const MAX_FILES = 5000;
/** How many references lead from the entry file to any other. */
export const MAX_FILE_DEPTH = 10;
/** How deep objects and lists nest. */
export const MAX_NESTING = 100;
/** The values of a spec, with what aliases repeat. */
export const MAX_VALUES = 3_000_000;
/** How many problems of a spec are reported; the others are counted. */
export const MAX_PROBLEMS = 100;
