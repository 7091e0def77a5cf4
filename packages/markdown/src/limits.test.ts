import { inspectSource } from '@lectern/content/facts/document-facts';
import { describe, expect, test } from 'vitest';
import { plainText } from './document.ts';
import {
  DOCUMENT_LIMITS,
  type DocumentLimits,
  MAX_ANCHOR_LENGTH,
  MAX_NOT_UNDERSTOOD,
  MAX_QUOTE_LENGTH,
  MAX_TITLE_LENGTH,
} from './limits.ts';
import { parseMarkdown } from './parse-markdown.ts';
import { createAnchors, slugOf } from './slug.ts';
import { writeMarkdown } from './write-markdown.ts';

const LIMITS: DocumentLimits = { lines: 20, tokens: 50, nodes: 20, cells: 6 };

test('references repeat a long definition only up to a limit', () => {
  const size = (count: number, length: number): number =>
    JSON.stringify(parseMarkdown(`${'[a] '.repeat(count)}\n\n[a]: /${'b'.repeat(length)}\n`).document).length;
  expect(size(1, 2_000_000)).toBeGreaterThan(2_000_000);
  expect(size(200, 20_000)).toBeLessThan(1_200_000);
  expect(size(2000, 100)).toBeGreaterThan(200_000);
});

describe('a page that exceeds a limit', () => {
  test.each([
    ['20 lines', '\n'.repeat(20)],
    ['50 tokens', '* a\n'.repeat(10)],
    ['50 tokens', '*a* '.repeat(20)],
    ['6 cells', `|a|b|\n|-|-|\n${'|c|d|\n'.repeat(6)}`],
    ['6 cells', `|a|b|\n|-|-|\n${'c\n'.repeat(6)}`],
    ['6 cells', `|${'a|'.repeat(7)}\n|${'-|'.repeat(7)}\n`],
    ['6 cells', `* |a|b|\n  |-|-|\n  |c|d|\n\n`.repeat(4)],
    [
      '6 cells',
      `<table><thead><tr><th></th></tr></thead><tbody>${'<tr><td></td></tr>'.repeat(6)}</tbody></table>`,
    ],
    [
      '6 cells',
      `<table data-view="cards"><thead><tr>${'<th></th>'.repeat(4)}</tr></thead><tbody><tr></tr></tbody></table>`,
    ],
    ['20 nodes', '* a\n'.repeat(7)],
    ['20 nodes', `\`\`\`\n${'a\n'.repeat(15)}\`\`\``],
  ])('is one block with its source as it is: %s', (exceeded, source) => {
    const parsed = parseMarkdown(`---\na: b\n---\n${source}`, LIMITS);
    expect(parsed.exceeded).toBe(exceeded);
    expect(parsed.frontMatter?.data).toEqual({ a: 'b' });
    expect(parsed.document.nodes).toMatchObject([{ type: 'code', data: { verbatim: true } }]);
    const [block] = parsed.document.nodes;
    expect(block?.type === 'code' && plainText(block.nodes[0]?.nodes ?? [])).toBe(source);
    expect(writeMarkdown(parsed.document).trimEnd()).toBe(source.trimEnd());
    expect(parseMarkdown(source).exceeded).toBeUndefined();
  });

  test('is named in the report of an import, and can be searched', () => {
    const { problems, parts } = inspectSource(Buffer.from(`word${'\n'.repeat(DOCUMENT_LIMITS.lines)}`));
    expect(problems).toEqual([
      {
        reason: 'page-too-large',
        line: 1,
        message: 'The page has more than 500,000 lines, the limit. It is kept unchanged and shown as text.',
      },
    ]);
    expect(parts.sections).toMatchObject([{ text: 'word' }]);
  });
});

describe('an anchor', () => {
  test('has a maximal length, also one that is numbered because it is taken', () => {
    const long = slugOf(`${'a'.repeat(MAX_ANCHOR_LENGTH - 1)} b c`);
    expect(long).toBe('a'.repeat(MAX_ANCHOR_LENGTH - 1));
    const anchors = createAnchors();
    expect([anchors.take(long), anchors.take(long)]).toEqual([long, `${long}-1`]);
  });

  test('that is written and too long is none', () => {
    const id = 'a'.repeat(MAX_ANCHOR_LENGTH + 1);
    const { document } = parseMarkdown(`## b <a href="#${id}" id="${id}"></a>`);
    expect(document.nodes).toMatchObject([{ meta: { id: 'b' } }]);
  });

  test('of a heading is not repeated in full with each section and each reference', () => {
    const { parts } = inspectSource(
      Buffer.from(`## ${'a'.repeat(100_000)}\n\n${'[b](c) word\n\n'.repeat(2000)}`),
    );
    expect(JSON.stringify(parts).length).toBeLessThan(1_000_000);
  });
});

test('of very many constructs that are not understood the first are listed and the others counted', () => {
  const count = MAX_NOT_UNDERSTOOD + 7;
  const { problems } = inspectSource(Buffer.from('{% a %}\n\n'.repeat(count)));
  expect(problems).toHaveLength(MAX_NOT_UNDERSTOOD + 1);
  expect(problems.at(-1)?.message).toMatch(/^7 more constructs/);
});

test('what is quoted in a report and what is a title is short', () => {
  const { problems } = inspectSource(Buffer.from(`{% ${'a'.repeat(5000)} %}`));
  expect(problems[0]?.message.length).toBeLessThan(MAX_QUOTE_LENGTH + 100);
  const { parts } = inspectSource(Buffer.from(`# ${'a'.repeat(5000)}`));
  expect(parts.facts.title).toBe('a'.repeat(MAX_TITLE_LENGTH));
});
