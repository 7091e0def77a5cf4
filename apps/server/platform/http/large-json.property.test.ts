import fc from 'fast-check';
import { expect, test } from 'vitest';
import { parseLargeJson } from './large-json.ts';

const LIMITS = { values: 10_000, depth: 100 };

/** The value that a parser returns, or `refused`: the messages of two parsers differ. */
async function outcomeOf(parse: () => unknown): Promise<unknown> {
  try {
    return { value: await parse() };
  } catch {
    return 'refused';
  }
}

const json = fc.json({ maxDepth: 6 }).filter((text) => !text.includes('proto'));

test('every JSON text has the same value as for JSON.parse', async () => {
  await fc.assert(
    fc.asyncProperty(json, fc.constantFrom(undefined, 1, '\t'), async (text, space) => {
      const spaced = JSON.stringify(JSON.parse(text), null, space);
      expect(await parseLargeJson(spaced, LIMITS)).toEqual(JSON.parse(spaced));
    }),
    { numRuns: 300 },
  );
});

test('a damaged text is refused exactly when JSON.parse refuses it', async () => {
  const damage = fc.record({
    place: fc.nat(),
    removed: fc.nat(2),
    put: fc.oneof(
      fc.constantFrom(
        '',
        ',',
        ':',
        '[',
        ']',
        '{',
        '}',
        '"',
        '\\',
        ' ',
        '\n',
        '\u0001',
        '-',
        '01',
        '1.',
        '1e',
        'tru',
      ),
      fc.string({ maxLength: 2 }),
    ),
  });
  await fc.assert(
    fc.asyncProperty(json, damage, async (text, { place, removed, put }) => {
      const at = place % (text.length + 1);
      const damaged = text.slice(0, at) + put + text.slice(at + removed);
      expect(await outcomeOf(() => parseLargeJson(damaged, LIMITS))).toEqual(
        await outcomeOf(() => JSON.parse(damaged)),
      );
    }),
    { numRuns: 1000 },
  );
});

test.each([
  ['', 'refused'],
  ['[1,]', 'refused'],
  ['{"a":1,}', 'refused'],
  ['[] []', 'refused'],
  ['"a\nb"', 'refused'],
  [' \t\r\n"a\\"b\\\\" ', { value: 'a"b\\' }],
  ['{"a":1,"b":2,"a":3}', { value: { a: 3, b: 2 } }],
  ['-0.5e+3', { value: -500 }],
  [
    '"\\u00e9\\ud83d\\ude00 and a text that is longer than the others"',
    { value: 'é😀 and a text that is longer than the others' },
  ],
])('%j', async (text, outcome) => {
  expect(await outcomeOf(() => parseLargeJson(text, LIMITS))).toEqual(outcome);
});
