import { describe, expect, it } from 'vitest';
import { parseSummary, type SummaryEntry, type SummaryGroup } from './summary-lines.ts';

/** Titles, nested by indentation; groups begin with `#`. */
function outline(parts: readonly (SummaryEntry | SummaryGroup)[], indent = ''): string[] {
  return parts.flatMap((part) => {
    if ('entries' in part)
      return [`${indent}# ${part.title} (${part.slug})`, ...outline(part.entries, `${indent}  `)];
    const title = part.content.type === 'page' ? part.content.title : 'computed';
    return [`${indent}${title}`, ...outline(part.children, `${indent}  `)];
  });
}

const titlesOf = (text: string): string[] => outline(parseSummary(text).parts);

const entryOf = (line: string): SummaryEntry['content'] =>
  (parseSummary(line).parts[0] as SummaryEntry).content;

describe('levels', () => {
  it('nest by two or more columns, whatever the bullet', () => {
    const text = '* a\n  * b\n    - c\n   + d\n* e\n\n1. f\n   1. g\n';
    expect(titlesOf(text)).toEqual(['a', '  b', '    c', '  d', 'e', 'f', '  g']);
  });

  it('nest by tabs, and by tabs and spaces mixed', () => {
    expect(titlesOf('- a\n\t- b\n\t\t- c\n  - d\n\t- e\n')).toEqual(['a', '  b', '    c', '  d', '    e']);
  });

  it('treat one column as a slip of the hand', () => {
    expect(titlesOf('* a\n * b\n* c\n')).toEqual(['a', 'b', 'c']);
  });

  it('begin where the first entry begins, and go on past blank lines', () => {
    expect(titlesOf('  * a\n\n    * b\n\n\n  * c')).toEqual(['a', '  b', 'c']);
  });

  it('go as deep as they are written', () => {
    const text = Array.from({ length: 30 }, (_, at) => `${'  '.repeat(at)}* ${at}`).join('\r\n');
    expect(titlesOf(text).at(-1)).toBe(`${'  '.repeat(29)}29`);
  });
});

describe('hostile text', () => {
  it('is nested no deeper than fifty levels', () => {
    const text = Array.from({ length: 1_000 }, (_, at) => `${'  '.repeat(at)}* ${at}`).join('\n');
    const parsed = parseSummary(text);
    expect(outline(parsed.parts)).toHaveLength(1_000);
    expect(Math.max(...outline(parsed.parts).map((line) => line.search(/\S/)))).toBe(98);
    expect(parsed.problems).toHaveLength(950);
  });

  it('costs no more than its length', () => {
    // Each of these takes minutes when a step looks at the rest of the line, or of the file, again and again.
    const lines = ['[', '[a](', '`a``b', '**a **b __', 'x "', '![', '<a id="', '_a'].flatMap((part) => {
      const line = part.repeat(9_000 / part.length);
      return [`* ${line}`, `* [${line}](x.md)`, `* [x](${line}`, `## ${line}`];
    });
    const files = [
      lines.join('\n').repeat(20),
      '<!--\n'.repeat(100_000),
      '```\n'.repeat(99_999),
      '* ```yaml\n  a\n'.repeat(50_000),
    ];
    for (const file of files) expect(parseSummary(file)).toBeDefined();
  });
});

describe('groups', () => {
  it('take the slug of their anchor, in both forms, or else of their title', () => {
    const text =
      '# T\n\n## One & two <a href="#first" id="first"></a>\n* a\n## Old <a id="older"></a>\n* b\n## What’s _new_?\n* c\n## Closed ##\n';
    expect(titlesOf(text)).toEqual([
      '# One & two (first)',
      '  a',
      '# Old (older)',
      '  b',
      '# What’s new? (whats-new)',
      '  c',
      '# Closed (closed)',
    ]);
    const explicit = parseSummary(text).parts.map((part) => 'entries' in part && part.hasExplicitSlug);
    expect(explicit).toEqual([true, true, false, false]);
  });

  it('end at a rule', () => {
    for (const rule of ['***', '---', '* * *', '___']) {
      expect(titlesOf(`## G\n\n* a\n\n${rule}\n\n* b`)).toEqual(['# G (g)', '  a', 'b']);
    }
  });

  it('may be underlined, of another level, or a second first-level heading', () => {
    expect(titlesOf('Title\n=====\n\nGroup\n-----\n* a\n### Deeper\n* b\n# Again\n* c')).toEqual([
      '# Group (group)',
      '  a',
      '# Deeper (deeper)',
      '  b',
      '# Again (again)',
      '  c',
    ]);
  });
});

describe('entries', () => {
  it('have titles without Markdown, with what only looks like it', () => {
    const titles: [string, string][] = [
      ['[confd\\_lib](a.md)', 'confd_lib'],
      ['[a_b_c and **bold** _it_ `co_de*`](a.md)', 'a_b_c and bold it co_de*'],
      ['[R&D &amp; Q&A &copy 1 < 2 <T>](a.md)', 'R&D & Q&A &copy 1 < 2 <T>'],
      ['[Array[] \\[x\\]](a.md)', 'Array[] [x]'],
      ['[🚀 Start](a.md)', '🚀 Start'],
      ['**[Bold](a.md)**', 'Bold'],
      ['[![icon](i.png) Text](a.md)', 'icon Text'],
      ['[\\&amp;](a.md)', '&amp;'],
      ['[a ~~b~~](a.md)', 'a b'],
      ['Plain \\*text\\*', 'Plain *text*'],
    ];
    for (const [line, title] of titles)
      expect([line, entryOf(`* ${line}`)]).toEqual([line, expect.objectContaining({ title })]);
  });

  it('find their target and label in every spelling', () => {
    const targets: [string, string | undefined, string | undefined][] = [
      ['[t](a.md)', 'a.md', undefined],
      ['[t](<a b.md>)', 'a b.md', undefined],
      ['[t](a b.md)', 'a b.md', undefined],
      ['[t](a%20b.md)', 'a%20b.md', undefined],
      ['[t](a (1).md)', 'a (1).md', undefined],
      ['[t](a\\_b.md "La\\_bel &amp; more")', 'a_b.md', 'La_bel & more'],
      ["[t](a.md 'single')", 'a.md', 'single'],
      ['[t](a.md (round))', 'a.md', 'round'],
      ['[t](<a (b.md> "x")', 'a (b.md', 'x'],
      ['[t]()', '', undefined],
      ['[t](https://e.org/?a=1&b=(2))', 'https://e.org/?a=1&b=(2)', undefined],
      ['t', undefined, undefined],
    ];
    for (const [line, href, label] of targets) {
      expect([line, entryOf(`* ${line}`)]).toEqual([line, { type: 'page', title: 't', href, label }]);
    }
  });

  it('may be computed, in text that stays as it is', () => {
    const text =
      '## G\n* ```yaml\n  type: builtin:openapi\n  props:\n    models: true # why\n  ```\n* [b](b.md)\n';
    const [group] = parseSummary(text).parts as [SummaryGroup];
    expect(group.entries[0]).toEqual({
      lines: { line: 1, endLine: 6 },
      content: { type: 'computed', source: 'type: builtin:openapi\nprops:\n  models: true # why\n' },
      children: [],
    });
    expect(group.entries[1]?.lines).toEqual({ line: 6, endLine: 7 });
  });

  it('survive an unclosed code block', () => {
    const parsed = parseSummary('* ```yaml\n  type: x\n* [b](b.md)\n');
    expect(parsed.parts).toHaveLength(2);
    expect(parsed.problems[0]).toMatchObject({ line: 0 });
  });

  it('remember their lines', () => {
    const parsed = parseSummary('\uFEFF# T\r\n\r\n* [a](a.md)\r\n\r\n  * [b](b.md)\r\n');
    const [entry] = parsed.parts as [SummaryEntry];
    expect([entry.lines, entry.children[0]?.lines]).toEqual([
      { line: 2, endLine: 3 },
      { line: 4, endLine: 5 },
    ]);
  });
});

describe('what is no entry', () => {
  it('is reported where it stands, but comments and front matter are not', () => {
    const text =
      '---\ntitle: x\n---\n# T\n<!-- a\nb -->\nSome prose\n* [a](a.md) and more\n```\n* [no](no.md)\n```\n';
    const parsed = parseSummary(text);
    expect(outline(parsed.parts)).toEqual(['a']);
    expect(parsed.problems.map((problem) => problem.line)).toEqual([6, 7, 8]);
  });

  it('is nothing at all in an empty file', () => {
    for (const text of ['', '\uFEFF', '\n\n', '# Table of contents\n']) {
      expect(parseSummary(text)).toEqual({ parts: [], problems: [] });
    }
  });
});
