import { describe, expect, it } from 'vitest';
import type { Block } from './document.ts';
import { replaceDocument, replaceTargets } from './edit-markdown.ts';
import { parseMarkdown } from './parse-markdown.ts';

const paragraph = (text: string): Block => parseMarkdown(text).document.nodes[0]!;

function edit(source: string, change: (nodes: Block[]) => Block[]): string {
  const { document } = parseMarkdown(source);
  return replaceDocument(source, { ...document, nodes: change(document.nodes) });
}

describe('replaceDocument', () => {
  const source =
    '---\r\nicon: x\r\n---\r\n\r\n# Title  \r\n\r\n- old\r\n- style\r\n\r\n\r\n__Two__\r\n\r\nThree   \r\n\r\n\r\n';

  it('writes only the block that differs, with the line breaks of the file', () => {
    expect(edit(source, ([list, , ...rest]) => [list!, paragraph('a\\\nb'), ...rest])).toBe(
      source.replace('__Two__', 'a\\\r\nb'),
    );
  });

  it('removes a block with the blank lines after it', () => {
    expect(edit(source, ([list, , three]) => [list!, three!])).toBe(source.replace('__Two__\r\n\r\n', ''));
  });

  it('adds a block between others', () => {
    expect(edit(source, ([list, two, three]) => [list!, paragraph('New'), two!, three!])).toBe(
      source.replace('- style', '- style\r\n\r\nNew'),
    );
  });

  it('adds a block at the end of a file without a final line break', () => {
    expect(edit('One', ([one]) => [one!, paragraph('Two')])).toBe('One\n\nTwo\n');
  });

  it('adds the first block of a page', () => {
    expect(edit('# Title\n', () => [paragraph('One')])).toBe('# Title\n\nOne\n');
    expect(edit('', () => [paragraph('One')])).toBe('One\n');
  });

  it('keeps definitions that stand between blocks', () => {
    const edited = edit('[a][x]\n\n[x]: x.md\n\nb\n\nc\n', ([, , c]) => [paragraph('new'), c!]);
    expect(edited).toContain('[x]: x.md');
    expect(parseMarkdown(edited).document.nodes).toHaveLength(2);
  });

  it.each([
    ['', '[x]: x.md\n'],
    ['', '\n[^1]: A note that nothing uses.\n'],
    ['# Title\n', '[x]: x.md\n'],
    ['---\nicon: x\n---\n', '[x]: x.md\n'],
  ])('keeps the first text apart from definitions: %j, %j', (before, definitions) => {
    const edited = edit(before + definitions, (nodes) => [...nodes, paragraph('One')]);
    expect(edited).toMatch(/^One\n\n\[/m);
    expect(edited.endsWith(definitions)).toBe(true);
  });

  it('writes the footnotes of what it writes, and drops those that nothing uses any more', () => {
    const noted = 'a[^1]\n\nb[^2]\n\n[^1]: one\n\n[^2]: two\n';
    expect(edit(noted, ([, b]) => [paragraph('plain'), b!])).not.toContain('one');
    const moved = edit(noted, ([a, b]) => [a!, paragraph('x[^9]\n\n[^9]: new'), b!]);
    expect(moved).toContain('[^3]: new');
    expect(moved).toContain('[^1]: one\n\n[^2]: two\n');
  });

  it('lets a new list not join the one before it', () => {
    const list = paragraph('* new');
    const edited = edit('* old\n', ([old]) => [old!, list]);
    expect(edited).toBe('* old\n\n- new\n');
    expect(parseMarkdown(edited).document.nodes).toHaveLength(2);
  });
});

describe('replaceTargets', () => {
  it('writes each target as its place wants it', () => {
    const source =
      '[a](a.md "t") ![b](<b c.png>) <https://d> {% x %}\n\n{% embed url="e" %}\n\n<figure><img src="f" alt=""></figure>\n\n[g]: g.md\n';
    const next: Record<string, string> = {
      'a.md': 'new (1).md',
      'b c.png': 'plain.png',
      e: 'quote".mp4',
      f: 'a&b "c".png',
      'g.md': 'h i.md',
    };
    const edited = replaceTargets(source, ({ raw }) => next[raw]);
    expect(edited).toBe(
      '[a](<new (1).md> "t") ![b](plain.png) <https://d> {% x %}\n\n{% embed url="quote\\".mp4" %}\n\n<figure><img src="a&#x26;b &#x22;c&#x22;.png" alt=""></figure>\n\n[g]: <h i.md>\n',
    );
    expect(parseMarkdown(edited).targets.map(({ raw }) => raw)).toEqual([
      'new (1).md',
      'plain.png',
      'https://d',
      'quote".mp4',
      'a&b "c".png',
      'h i.md',
    ]);
  });
});
