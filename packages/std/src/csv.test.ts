import fc from 'fast-check';
import { expect, test } from 'vitest';
import { readCsvRows, readCsvValue, writeCsvRow } from './csv.ts';

const read = (text: string) => [...readCsvRows(text, 10)];

test('what is written is read again, whatever it is', () => {
  const value = fc.oneof(fc.string(), fc.stringMatching(/^[=+\-@",' \r\n\ta]{0,6}$/));
  // A value that already begins with an apostrophe and a formula would lose the apostrophe.
  const written = value.filter((text) => readCsvValue(text) === text);
  fc.assert(
    fc.property(fc.array(fc.array(written, { minLength: 1, maxLength: 5 }), { maxLength: 5 }), (rows) => {
      const text = rows.map(writeCsvRow).join('');
      const found = read(text);
      expect(found.map(({ values }) => values.map(readCsvValue))).toEqual(rows);
      expect(found.some(({ isBroken }) => isBroken)).toBe(false);
      expect(found.map(({ line }) => line)).toEqual(
        found.map((_, at) => rows.slice(0, at).map(writeCsvRow).join('').split('\n').length),
      );
    }),
  );
});

test.each([
  ['=1+1', `"'=1+1"`],
  ['@SUM(A1)', `"'@SUM(A1)"`],
  ['-2', `"'-2"`],
  ['\tx', `"'\tx"`],
])('a spreadsheet does not calculate %j', (value, cell) => {
  expect([cell, cell.slice(1, -1)]).toContain(writeCsvRow([value]).trimEnd());
});

test('rows have the numbers of their lines, and broken ones are told', () => {
  expect(read('\uFEFFa,b\r\n"x\ny",z\n"open\n')).toEqual([
    { line: 1, values: ['a', 'b'], isBroken: false },
    { line: 2, values: ['x\ny', 'z'], isBroken: false },
    { line: 4, values: ['open\n'], isBroken: true },
  ]);
  expect(read('"a"b,c')).toEqual([{ line: 1, values: ['a', 'c'], isBroken: true }]);
  expect(read('a,')).toEqual([{ line: 1, values: ['a', ''], isBroken: false }]);
  expect(read(`"${'""'.repeat(60_000)}",b`)).toMatchObject([{ line: 1, isBroken: true }]);
  expect([...readCsvRows('a,b,c', 2)].map(({ values }) => values)).toEqual([['a', 'b']]);
});
