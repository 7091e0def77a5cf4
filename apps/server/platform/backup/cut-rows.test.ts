import { randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { parseBytes, parseRow } from './copy-text.ts';
import { cutRows, splitRows } from './cut-rows.ts';

const SIZES = { min: 1_000, average: 4_000, max: 16_000 };
const newRow = (): Buffer => Buffer.from(`${randomBytes(40).toString('hex')}\n`);

async function* inPieces(rows: readonly Buffer[], size: number): AsyncGenerator<Buffer> {
  const text = Buffer.concat(rows);
  for (let at = 0; at < text.length; at += size) yield text.subarray(at, at + size);
}

async function cut(rows: readonly Buffer[], size = 777) {
  const chunks = [];
  for await (const chunk of cutRows(inPieces(rows, size), SIZES)) chunks.push(chunk);
  return chunks;
}

test('chunks are whole rows, in order, of bounded size, however the text arrives', async () => {
  const rows = Array.from({ length: 2_000 }, newRow);
  const chunks = await cut(rows);
  expect(Buffer.concat(chunks.map(({ bytes }) => bytes)).equals(Buffer.concat(rows))).toBe(true);
  expect(chunks.reduce((sum, chunk) => sum + chunk.rows, 0)).toBe(rows.length);
  expect(chunks.length).toBeGreaterThan(10);
  for (const { bytes } of chunks) {
    expect(bytes.length).toBeLessThan(SIZES.max + 100);
    expect(bytes.at(-1)).toBe(10);
  }
  expect(await cut(rows, 13)).toEqual(chunks);
});

test('a row that is added, changed or removed changes few chunks', async () => {
  const rows = Array.from({ length: 5_000 }, newRow);
  const before = new Set((await cut(rows)).map(({ bytes }) => bytes.toString()));
  for (const [at, removed, added] of [
    [2_500, 0, [newRow()]],
    [100, 1, [newRow()]],
    [4_000, 3, []],
  ] as const) {
    const changed = await cut(rows.toSpliced(at, removed, ...added));
    expect(changed.filter(({ bytes }) => !before.has(bytes.toString())).length).toBeLessThanOrEqual(3);
  }
});

test('a row longer than the maximum is a chunk, and no rows are no chunk', async () => {
  const long = Buffer.concat([Buffer.alloc(50_000, 'a'), Buffer.from('\n')]);
  expect((await cut([long, long])).map(({ rows }) => rows)).toEqual([1, 1]);
  expect(await cut([])).toEqual([]);
});

test('text that ends in the middle of a row is refused', async () => {
  const read = async (): Promise<void> => {
    for await (const row of splitRows(inPieces([Buffer.from('whole\nhal')], 4)))
      expect(row.toString()).toBe('whole\n');
  };
  await expect(read()).rejects.toThrow('middle of a row');
});

test('fields are read as PostgreSQL writes them', () => {
  expect(parseRow(Buffer.from('a\\tb\\\\N\t\\N\t\t\\\\x00ff\\nö\n'))).toEqual([
    'a\tb\\N',
    null,
    '',
    '\\x00ff\nö',
  ]);
  expect(parseBytes('\\x00ff')).toEqual(Buffer.of(0, 255));
});
