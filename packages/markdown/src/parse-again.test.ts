import fc from 'fast-check';
import { expect, test } from 'vitest';
import { checkEditedSources, source } from '../test/edited-sources.ts';
import { DOCUMENT_LIMITS } from './limits.ts';
import { parseAgain } from './parse-again.ts';
import { parseDivided } from './parse-edited.ts';
import { parseMarkdown } from './parse-markdown.ts';
import { tokenizer } from './syntax/tokenizer.ts';

test('a source that is read in turns with others is parsed once, and a very long one each time', () => {
  const sources = Array.from({ length: 8 }, (_, n) => `# Page ${n} of several\n`);
  const first = sources.map(parseAgain);
  expect(sources.map((source) => first.indexOf(parseAgain(source)))).toEqual(sources.map((_, n) => n));
  for (let n = 0; n < 8; n += 1) parseAgain(`# Another page ${n}\n`);
  expect(parseAgain(sources[0] as string)).not.toBe(first[0]);
  const long = 'A paragraph.\n\n'.repeat(40_000);
  expect(parseAgain(long)).not.toBe(parseAgain(long));
});

test('an edited source is read as one that is read anew', () => checkEditedSources(300));

test('pieces that occur in another source are taken from it', () => {
  fc.assert(
    fc.property(fc.array(source, { minLength: 2, maxLength: 4 }), (sources) => {
      let before: ReturnType<typeof parseDivided> | undefined;
      for (const text of [...sources, ...sources]) {
        before = parseDivided(text, before);
        expect(before.parsed).toEqual(parseMarkdown(text));
      }
    }),
    { numRuns: process.env.LECTERN_SOAK ? 1000 : 60 },
  );
});

/** Which blocks of a page an edit leaves as they are, the same objects. */
function keptAfter(before: string, after: string): boolean[] {
  const first = parseDivided(before);
  const { parsed } = parseDivided(after, first);
  const old = new Set(first.parsed.document.nodes);
  return parsed.document.nodes.map((node) => old.has(node));
}

test.each([
  ['a text', 'One.', 'One and more.'],
  ['an item', '* one\n* two', '* one\n* two more'],
  ['a cell', '| a |\n| - |\n| b |', '| a |\n| - |\n| c |'],
  [
    'what is in a hint',
    '{% hint style="info" %}\nOne\n{% endhint %}',
    '{% hint style="info" %}\nTwo\n{% endhint %}',
  ],
  [
    'what is folded',
    '<details>\n\n<summary>a</summary>\n\nb\n\n</details>',
    '<details>\n\n<summary>a</summary>\n\nc\n\n</details>',
  ],
  ['a heading', '## One', '## Two'],
  ['code', '```js\na\n```', '```js\nb\n```'],
])('after an edit of %s, only the block that changed is built', (_name, old, next) => {
  const rest = '## A heading\n\nText.\n\n* item\n\n{% embed url="https://example.com" %}';
  for (const newline of ['\n', '\r\n']) {
    const pageOf = (text: string): string =>
      `# T\n\n${rest}\n\n${text}\n\n${rest} 2\n`.replaceAll('\n', newline);
    const kept = keptAfter(pageOf(old), pageOf(next));
    expect(kept).toEqual(kept.map((_, at) => at !== 4));
  }
});

test('an edit in one place reads that place alone', () => {
  const pageOf = (text: string): string =>
    `# T\n\n${Array.from({ length: 500 }, (_, n) => (n === 250 ? text : `Text ${n} of *many*.`)).join('\n\n')}\n`;
  const before = parseDivided(pageOf('One.'));
  const text = pageOf('Two.');
  const slices: number[] = [];
  const { parse } = tokenizer.block;
  tokenizer.block.parse = (...parameters) => {
    slices.push(parameters[0].length);
    parse.apply(tokenizer.block, parameters);
  };
  try {
    parseDivided(text, before);
  } finally {
    tokenizer.block.parse = parse;
  }
  expect(slices).toEqual([expect.any(Number)]);
  expect(slices[0]).toBeLessThan(200);
});

test('blocks that are taken from another source count towards the limits of a page', () => {
  const text = 'A **b** c.\n\nD.\n\nE.\n\nF.\n';
  const before = parseDivided(text);
  for (const edited of [text, text.replace('D', 'G')])
    for (const limits of [{ nodes: 5 }, { tokens: 14 }]) {
      const { exceeded } = parseDivided(edited, before, { ...DOCUMENT_LIMITS, ...limits }).parsed;
      expect([exceeded, limits]).toEqual([
        parseMarkdown(edited, { ...DOCUMENT_LIMITS, ...limits }).exceeded,
        limits,
      ]);
      expect(exceeded).toBeDefined();
    }
});
