export const FORMATS = {
  json: 'application/json',
  csv: 'text/csv',
  ndjson: 'application/x-ndjson',
} as const;
export type Format = keyof typeof FORMATS;

/** The query counts before the header, where the first type counts that is one of ours. */
export function chooseFormat(asked: Format | undefined, accept: string | undefined): Format {
  if (asked !== undefined) return asked;
  const names = (accept ?? '').split(',').map((part) => part.split(';')[0]?.trim().toLowerCase());
  const formats = Object.keys(FORMATS) as Format[];
  for (const name of names) {
    const format = formats.find((one) => FORMATS[one] === name);
    if (format) return format;
  }
  return 'json';
}
