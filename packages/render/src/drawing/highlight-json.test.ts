import fc from 'fast-check';
import { expect, test } from 'vitest';
import { highlightCode } from './highlight-code.ts';
import { highlightJson } from './highlight-json.ts';
import { KnownLines } from './known-lines.ts';

/** What the grammar finds: its other name is not highlighted without it. */
const byGrammar = (text: string) =>
  highlightCode({ syntax: 'jsonl', text }, { budget: { leftMs: 10_000 }, lines: new KnownLines() });

test('indented JSON has the tokens that the grammar finds', async () => {
  const text = fc.string({ unit: fc.constantFrom('a', 'é', ' ', ':', '{', ']', ',', '/', '漢') });
  const { value } = fc.letrec((tie) => ({
    value: fc.oneof(
      { maxDepth: 4 },
      text,
      fc.double({ noNaN: true, noDefaultInfinity: true }),
      fc.constantFrom(true, false, null, 0, 12),
      fc.array(tie('value'), { maxLength: 4 }),
      fc.dictionary(text, tie('value'), { maxKeys: 4 }),
    ),
  }));
  await fc.assert(
    fc.asyncProperty(value, async (one) => {
      const written = JSON.stringify(one, null, 2);
      expect(highlightJson(written)).toEqual(await byGrammar(written));
    }),
    { numRuns: 150 },
  );
});

test('the grammar reads what is no indented JSON, or has escapes', async () => {
  const others = ['{"a":1}', '{\n  "a": "b\\n"\n}', '{', '{ // a\n}', '{\n\t"a": 1\n}', '"a" "b"', ''];
  expect(others.map(highlightJson)).toEqual(others.map(() => undefined));
  const [first] =
    (await highlightCode(
      { syntax: 'json', text: '{"a":1}' },
      { budget: { leftMs: 10_000 }, lines: new KnownLines() },
    )) ?? [];
  expect(first?.map(([kind]) => kind)).toEqual(['', 't', '', 'n', '']);
});
