/** Reads values of ClickHouse as the driver of PostgreSQL reads its own: dimensions and answers know only those. */

const READ: Readonly<Record<string, (value: unknown) => unknown>> = {
  timestamptz: (value) => readTime(String(value)),
  jsonb: (value) => JSON.parse(String(value)) as unknown,
};

/** `2026-11-22 12:00:00.000`, or a day. */
const readTime = (text: string): Date =>
  new Date(text.length === 'yyyy-mm-dd'.length ? text : `${text.replace(' ', 'T')}Z`);

/** `types`: those of PostgreSQL, by the names of the columns. Other columns remain. */
export function readRow(
  row: Readonly<Record<string, unknown>>,
  types: ReadonlyMap<string, string>,
): Record<string, unknown> {
  const read: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(row)) {
    const convert = READ[types.get(name) ?? ''];
    read[name] = value === null || !convert ? value : convert(value);
  }
  return read;
}
