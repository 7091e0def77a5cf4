const ESCAPES: Readonly<Record<string, string>> = { b: '\b', f: '\f', n: '\n', r: '\r', t: '\t', v: '\v' };

/** The fields of a row in the text format of `COPY`; null is NULL. The row may end with its newline. */
export const parseRow = (row: Buffer): (string | null)[] =>
  row
    .toString('utf8')
    .replace(/\n$/, '')
    .split('\t')
    .map((field) =>
      field === '\\N' ? null : field.replace(/\\(.)/gs, (_, char: string) => ESCAPES[char] ?? char),
    );

/** The bytes of a `bytea` in its hexadecimal form. */
export const parseBytes = (field: string): Buffer => Buffer.from(field.slice(2), 'hex');
