const FIRST = Date.parse('0001-01-01T00:00:00.000Z');
const LAST = Date.parse('9999-12-31T23:59:59.999Z');

/**
 * Whether the text is a time that both JavaScript and the database can hold. The database has no year 0 and does not
 * read years of five digits, which an offset can lead to; JavaScript has no leap seconds.
 */
export function isTime(text: string): boolean {
  const time = Date.parse(text);
  return time >= FIRST && time <= LAST;
}

/** The day (UTC) of a time, as the database writes it: 2030-01-31. */
export const dayOf = (time: Date): string => time.toISOString().slice(0, 10);
