import { describe, expect, it } from 'vitest';
import type { DocumentNode } from './document.ts';
import { MAX_DEPTH } from './document.ts';
import { parseMarkdown } from './parse-markdown.ts';

/**
 * Each source is so large that anything quadratic in it takes many minutes: the time limit of the test is the
 * bound, and generous enough for the slowest machine.
 */
const TIMEOUT_MS = 60_000;
const LONG = 400_000;

const repeat = (text: string, length = LONG): string => text.repeat(Math.ceil(length / text.length));

const hostile: Record<string, () => string> = {
  'opening brackets': () => repeat('['),
  'closing brackets': () => repeat(']'),
  'links that never close': () => repeat('[a]('),
  'images that never close': () => repeat('![', 400_000),
  'links in links': () => repeat('[', 200_000) + repeat('](b)', 400_000),
  emphasis: () => repeat('*a **b _c '),
  'code spans that never close': () => Array.from({ length: 1000 }, (_, i) => '`'.repeat(i)).join(' '),
  quotes: () => repeat('> '),
  'list markers': () => repeat('* '),
  'lists ever deeper': () => Array.from({ length: 800 }, (_, i) => `${'  '.repeat(i)}* a`).join('\n'),
  'tags without partners': () => repeat('{% hint %}\n'),
  'closing tags of another kind': () => repeat('{% hint %}\n', 500_000) + repeat('{% endtabs %}\n', 500_000),
  'tags ever deeper': () => repeat('{% hint %}\n', 500_000) + repeat('{% endhint %}\n', 600_000),
  'blocks between steps': () =>
    `{% stepper %}\n{% step %}\na\n{% endstep %}\n${repeat('a\n\n')}{% endstepper %}`,
  'values that span lines and never end': () => repeat('{% @a/b c="\n'),
  'details without ends': () => repeat('<details>\n\n'),
  'elements ever deeper': () => repeat('<sup>', 500_000) + repeat('</sup>', 600_000),
  'attributes that never end': () => repeat('<a href="'),
  comments: () => repeat('<!--'),
  'formulas that never end': () => repeat('$$\na\n\n'),
  'tables that never end': () => repeat('<table><thead></thead>\n\n'),
  'a row of escaped pipes': () => `| a |\n| - |\n| ${repeat('\\|[a](b)')} |`,
  'a table of one column with many rows': () => `| a |\n| - |\n${repeat('| b |\n')}`,
  'footnotes that use each other': () =>
    Array.from({ length: 20_000 }, (_, i) => `x[^${i}]\n\n[^${i}]: b[^${i + 1}]`).join('\n\n'),
  'a table of many columns with many empty rows': () =>
    `<table><thead><tr>${repeat('<th></th>', 400_000)}</tr></thead><tbody>${repeat('<tr></tr>', 400_000)}</tbody></table>`,
  'references to footnotes that do not exist, ever deeper': () =>
    repeat(`x ${'<a href="#a" data-footnote-ref>'.repeat(40)}y${'</a>'.repeat(40)}\n\n`, 400_000),
  'references to one footnote, ever deeper': () =>
    `[^a]: b\n\n${repeat(`x ${'<a href="#user-content-fn-a" data-footnote-ref>'.repeat(40)}y${'</a>'.repeat(40)}\n\n`, 400_000)}`,
  'a long footnote used often': () => `[^1]: ${repeat('a ', 200_000)}\n\n${repeat('x[^1] ', 600_000)}`,
  definitions: () => Array.from({ length: 60_000 }, (_, i) => `[a${i}]: b`).join('\n'),
  headings: () => repeat('## a\n\n'),
  'lines of ten megabytes': () => repeat('word ', 10_000_000),
  'blank lines': () => repeat('\n'),
  'line breaks of old systems': () => repeat('a\r'),
};

describe('hostile sources', () => {
  it.each(Object.keys(hostile))(
    'are read in time that grows with their length: %s',
    (name) => {
      const source = hostile[name]!();
      const { document, notUnderstood } = parseMarkdown(source);
      expect(source.length).toBeGreaterThan(300_000);
      expect(depthOf(document.nodes)).toBeLessThan(4 * MAX_DEPTH);
      expect(notUnderstood.length).toBeLessThanOrEqual(source.length);
    },
    TIMEOUT_MS,
  );

  it('keep what is nested too deeply as text', () => {
    const depth = MAX_DEPTH + 10;
    const source = `${'{% hint %}\n'.repeat(depth)}inside\n${'{% endhint %}\n'.repeat(depth)}`;
    const text = JSON.stringify(parseMarkdown(source).document);
    expect(text).toContain('inside');
    expect(text.match(/"type":"hint"/g)).toHaveLength(MAX_DEPTH);
    expect(text).toContain('{% hint %}');
  });

  it('do not multiply: a document is at most a fixed number of times its source', () => {
    const source = `[^1]: ${'word '.repeat(2000)}\n\n${'x[^1] '.repeat(5000)}`;
    expect(JSON.stringify(parseMarkdown(source).document).length).toBeLessThan(200 * source.length);
  });
});

function depthOf(nodes: readonly DocumentNode[]): number {
  let deepest = 0;
  let level: readonly DocumentNode[] = nodes;
  for (; level.length > 0; deepest++)
    level = level.flatMap((node) =>
      node.object === 'text'
        ? []
        : [...(node.nodes ?? []), ...(node.fragments ?? []).flatMap((part) => part.nodes)],
    );
  return deepest;
}
