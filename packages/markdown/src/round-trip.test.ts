import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { anyText, blocks, documentOf } from '../test/documents.ts';
import { canonicalText, withoutAnchors } from './canonical.ts';
import type { Block, DocumentNode } from './document.ts';
import { replaceDocument, replaceTargets } from './edit-markdown.ts';
import { parseMarkdown } from './parse-markdown.ts';
import { writeMarkdown } from './write-markdown.ts';

const same = (nodes: readonly Block[]): string => canonicalText(nodes.map(withoutAnchors));

const piece = fc.constantFrom(
  ...[
    '{% hint style="info" %}\n',
    '{% endhint %}\n',
    '{% tabs %}\n',
    '{% tab title="x" %}\n',
    '{% endtab %}\n',
  ],
  ...[
    '{% endtabs %}\n',
    '<details>\n',
    '<summary>x</summary>\n',
    '</details>\n',
    '| a | b |\n| - | - |\n| c | `d` |\n',
  ],
  ...[
    '[^1]',
    '\n[^1]: body\n',
    '$$',
    '```\n',
    '<mark style="color:red;">',
    '</mark>',
    '<table><thead><tr><th>',
    '</td>',
  ],
  ...[
    '\n',
    '\n\n',
    '\r\n',
    '\r',
    '\0',
    ' ',
    '\t',
    '# ',
    '* ',
    '> ',
    '1. ',
    '[a](b.md)',
    '![',
    '](',
    '<a href="',
    '">',
    '</a>',
    '<!--',
    '-->',
  ],
  ...[
    '---\n',
    'key: value\n',
    '{% embed url="x" %}\n',
    '{% include "y.md" %}\n',
    '{% @v/b c="',
    '%}',
    '\u{1F600}',
    '\ud800',
    'text',
  ],
);
const hostile = fc.oneof(
  fc.array(fc.oneof(piece, anyText), { maxLength: 30 }).map((parts) => parts.join('')),
  fc.string({ unit: 'binary', maxLength: 200 }),
);

describe('writing and reading', () => {
  it('gives every document of the dialect back', () => {
    fc.assert(
      fc.property(blocks, (nodes) => {
        const markdown = writeMarkdown(documentOf(nodes));
        expect(same(parseMarkdown(markdown).document.nodes)).toBe(same(nodes));
      }),
      { numRuns: 80 },
    );
  }, 120_000);

  it('reads any string, with unique keys, ranges in order and every target in its place', () => {
    fc.assert(
      fc.property(hostile, (source) => {
        const { document, blocks: ranges, targets } = parseMarkdown(source);
        expect(ranges).toHaveLength(document.nodes.length);
        const keys = keysOf(document.nodes);
        expect(new Set(keys).size).toBe(keys.length);
        let position = 0;
        for (const { start, end } of ranges) {
          expect(start).toBeGreaterThanOrEqual(Math.min(position, start));
          expect(end).toBeGreaterThanOrEqual(start);
          position = end;
        }
        expect(targets.every(({ start, end }) => start <= end && end <= source.length)).toBe(true);
      }),
      { numRuns: process.env.LECTERN_SOAK ? 10_000 : 300 },
    );
  }, 120_000);
});

function keysOf(nodes: readonly DocumentNode[]): string[] {
  return nodes.flatMap((node) => [
    node.key ?? 'missing',
    ...(node.object === 'text'
      ? []
      : [
          ...keysOf(node.nodes ?? []),
          ...(node.fragments ?? []).flatMap((part) => [part.key ?? 'missing', ...keysOf(part.nodes)]),
        ]),
  ]);
}

describe('editing', () => {
  it('touches nothing when nothing differs', () => {
    fc.assert(
      fc.property(hostile, (source) => {
        expect(replaceDocument(source, parseMarkdown(source).document)).toBe(source);
        expect(replaceTargets(source, ({ raw }) => raw)).toBe(source);
      }),
      { numRuns: process.env.LECTERN_SOAK ? 10_000 : 300 },
    );
  }, 120_000);

  it('replaces one block and leaves every other byte', () => {
    fc.assert(
      fc.property(blocks, fc.nat(), fc.constantFrom('\n', '\r\n'), (nodes, pick, newline) => {
        const source = `---\ntitle: x\n---\n\n# Title\n\n${writeMarkdown(documentOf(nodes))}`.replaceAll(
          '\n',
          newline,
        );
        const { document, blocks: ranges, footnotes } = parseMarkdown(source);
        fc.pre(footnotes.length === 0 && ranges.length > 0);
        const at = pick % document.nodes.length;
        fc.pre(ranges.filter(({ start }) => start === ranges[at]!.start).length === 1);
        const next = { ...document, nodes: document.nodes.with(at, plainParagraph) };
        const edited = replaceDocument(source, next);
        expect(edited).toBe(`${source.slice(0, ranges[at]!.start)}Replaced.${source.slice(ranges[at]!.end)}`);
        expect(same(parseMarkdown(edited).document.nodes)).toBe(same(next.nodes));
      }),
      { numRuns: 80 },
    );
  }, 120_000);

  it('makes a source say what any other document says', () => {
    fc.assert(
      fc.property(blocks, blocks, fc.nat(), fc.nat(), (nodes, others, from, count) => {
        const source = `# Title\n\n${writeMarkdown(documentOf(nodes))}`;
        const at = from % (nodes.length + 1);
        const next = documentOf([...nodes.slice(0, at), ...others, ...nodes.slice(at + (count % 3))]);
        expect(same(parseMarkdown(replaceDocument(source, next)).document.nodes)).toBe(same(next.nodes));
      }),
      { numRuns: 80 },
    );
  }, 120_000);
});

const plainParagraph: Block = {
  object: 'block',
  type: 'paragraph',
  isVoid: false,
  data: {},
  nodes: [{ object: 'text', leaves: [{ object: 'leaf', text: 'Replaced.', marks: [] }] }],
};
