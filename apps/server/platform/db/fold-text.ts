/**
 * Folds a name for comparison and sorting: without case, whatever the database's locale. In lower case a final sigma
 * has another form, and İ keeps a separate dot: a search would not find them inside a name.
 */
export const foldName = (name: string): string =>
  name.normalize('NFC').toLowerCase().replaceAll('ς', 'σ').replaceAll('i\u0307', 'i');

/** Folds an address for comparison: without case, whatever the database's locale. */
export const foldEmail = (email: string): string => email.normalize('NFC').toLowerCase();
