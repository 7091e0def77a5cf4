/**
 * How names are compared and sorted: without case, whatever the database's locale. In small letters a sigma at the end of
 * a text has another form, and İ keeps a dot of its own: what is searched for would not be found inside a name.
 */
export const foldName = (name: string): string =>
  name.normalize('NFC').toLowerCase().replaceAll('ς', 'σ').replaceAll('i\u0307', 'i');

/** How addresses are compared: without case, whatever the database's locale. */
export const foldEmail = (email: string): string => email.normalize('NFC').toLowerCase();
