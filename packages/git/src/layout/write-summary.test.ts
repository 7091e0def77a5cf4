import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createFileIndex } from './file-index.ts';
import type { LayoutNode, SourceLines } from './layout.ts';
import type { ReportEntry } from './repository-files.ts';
import type { SummaryItem } from './summary-item.ts';
import { buildSummaryTree } from './summary-tree.ts';
import { NEW_SUMMARY, writeSummary } from './write-summary.ts';

const PATHS = Array.from({ length: 40 }, (_, n) => `folder ${n % 3}/page-${n}.md`);

function read(text: string): { items: SummaryItem[]; lines: Map<string, SourceLines> } {
  const report: ReportEntry[] = [];
  const index = createFileIndex(PATHS.map((path) => ({ path, oid: '', size: 0 })));
  const nodes = buildSummaryTree({ text, summaryPath: 'SUMMARY.md', root: '', index, report });
  const lines = new Map<string, SourceLines>();
  let links = 0;
  const toItem = (node: LayoutNode): SummaryItem => {
    const id =
      node.type === 'document'
        ? (node.path ?? `untitled ${node.title}`)
        : node.type === 'group'
          ? `group ${node.slug}`
          : node.type === 'computed'
            ? `computed ${node.title}`
            : `link ${links++}`;
    if (node.lines) lines.set(id, node.lines);
    return {
      id,
      type: node.type,
      title: node.title,
      label: 'label' in node ? node.label : undefined,
      href: node.type === 'document' ? node.path : node.type === 'link' ? node.href : undefined,
      ...(node.type === 'group' ? { slug: node.slug } : {}),
      ...(node.type === 'computed' ? { computed: JSON.stringify(node.parsed) } : {}),
      children: node.children.map(toItem),
    };
  };
  return { items: nodes.map(toItem), lines };
}

const create = (after: SummaryItem[]): string =>
  writeSummary({ text: NEW_SUMMARY, before: [], lines: new Map(), after });

function edit(text: string, change: (items: SummaryItem[]) => SummaryItem[]): string {
  const { items, lines } = read(text);
  return writeSummary({ text, before: items, lines, after: change(structuredClone(items)) });
}

const page = (path: string, title: string, children: SummaryItem[] = []): SummaryItem => ({
  id: path,
  type: 'document',
  title,
  label: undefined,
  href: path,
  children,
});

const SUMMARY = `# Contents

- [Start](<folder 0/page-0.md>) <!-- first -->
    - [Deeper](<folder 1/page-1.md> "Label")
<!-- a remark -->
- [Next](folder%202/page-2.md)

## Guides <a href="#g" id="g"></a>

- [One](<folder 0/page-3.md>)
- [Two](<folder 1/page-4.md>)

---

- [Outside](https://example.com)`;

describe('SUMMARY.md', () => {
  test('stays as it is when nothing changes', () => {
    expect(edit(SUMMARY, (items) => items)).toBe(SUMMARY);
    expect(edit(SUMMARY.replaceAll('\n', '\r\n'), (items) => items)).toBe(SUMMARY.replaceAll('\n', '\r\n'));
  });

  test('changes only the title of the entry that is renamed', () => {
    const edited = edit(SUMMARY, (items) => {
      (items[0] as SummaryItem).title = 'Begin ]here[';
      return items;
    });
    expect(edited).toBe(SUMMARY.replace('[Start]', '[Begin \\]here\\[]'));
  });

  test('changes only the target of a page whose file moves', () => {
    const edited = edit(SUMMARY, (items) => {
      (items[0]?.children[0] as SummaryItem).href = 'other.md';
      return items;
    });
    expect(edited).toBe(SUMMARY.replace('(<folder 1/page-1.md> "Label")', '(other.md "Label")'));
  });

  test('removes the line of an entry, and keeps the remark above it', () => {
    const edited = edit(SUMMARY, ([start, , ...rest]) => [start as SummaryItem, ...rest]);
    expect(edited).toBe(SUMMARY.replace('- [Next](folder%202/page-2.md)\n', ''));
  });

  test('writes a new entry as its siblings are written', () => {
    const edited = edit(SUMMARY, (items) => {
      items[0]?.children.push(page('folder 2/page-5.md', 'New'));
      return items;
    });
    expect(edited).toBe(SUMMARY.replace('"Label")\n', '"Label")\n    - [New](<folder 2/page-5.md>)\n'));
  });

  test('moves an entry with what stands below it', () => {
    const edited = edit(SUMMARY, (items) => {
      const [start, next, group, ...rest] = items as [SummaryItem, SummaryItem, SummaryItem];
      group.children.push(start);
      return [next, group, ...rest];
    });
    expect(read(edited).items.map(({ id }) => id)).toEqual(['folder 2/page-2.md', 'group g', 'link 0']);
    expect(edited).toContain(
      '- [Two](<folder 1/page-4.md>)\n- [Start](<folder 0/page-0.md>) <!-- first -->\n    - [Deeper]',
    );
  });

  test('writes the entry of an API reference so that it is read as it was declared', () => {
    const reference: SummaryItem = {
      id: 'computed pets',
      type: 'computed',
      title: 'pets',
      label: undefined,
      href: undefined,
      computed: JSON.stringify({
        type: 'builtin:openapi',
        props: { models: true },
        dependencies: { spec: { ref: { kind: 'openapi', spec: 'pets' } } },
      }),
      children: [],
    };
    const edited = edit(SUMMARY, (items) => {
      items[0]?.children.push(reference);
      return items;
    });
    const lines = [
      '    - ```yaml',
      '      type: builtin:openapi',
      '      props:',
      '        models: true',
      '      dependencies:',
      '        spec:',
      '          ref:',
      '            kind: openapi',
      '            spec: pets',
      '      ```',
    ];
    expect(edited).toBe(SUMMARY.replace('"Label")\n', `"Label")\n${lines.join('\n')}\n`));
    expect(read(edited).items[0]?.children.at(-1)).toEqual(reference);
    expect(edit(edited, (items) => items)).toBe(edited);
    const more = JSON.stringify({ ...JSON.parse(reference.computed as string), title: 'a\n```\nb' });
    const changed = edit(edited, ([start, ...rest]) => {
      const [first] = (start as SummaryItem).children;
      return [{ ...start, children: [first, { ...reference, computed: more }] } as SummaryItem, ...rest];
    });
    expect(read(changed).items[0]?.children.at(-1)?.computed).toBe(more);
  });

  test('puts a rule before a page that follows a group', () => {
    const edited = edit('## Group\n\n* [One](<folder 0/page-3.md>)\n', (items) => [
      ...items,
      page('folder 2/page-5.md', 'After'),
    ]);
    expect(edited).toBe(
      '## Group\n\n* [One](<folder 0/page-3.md>)\n\n---\n\n* [After](<folder 2/page-5.md>)\n',
    );
    expect(read(edited).items.map(({ type }) => type)).toEqual(['group', 'document']);
  });

  test('indents with its parent an entry that moves below another', () => {
    const edited = edit(
      '* [A](<folder 0/page-0.md>)\n* [B](<folder 1/page-1.md>)\n  * [C](<folder 2/page-2.md>)\n',
      ([a, b]) => {
        a?.children.push(b as SummaryItem);
        return [a as SummaryItem];
      },
    );
    expect(edited).toBe(
      '* [A](<folder 0/page-0.md>)\n  * [B](<folder 1/page-1.md>)\n    * [C](<folder 2/page-2.md>)\n',
    );
  });
});

const title = fc.oneof(
  fc.constantFrom(
    'Plain',
    '*bold*',
    '[x](y)',
    'a_b',
    '`c`',
    '1. one',
    '# hash',
    'A & B &amp; C',
    '\\',
    '<b>',
  ),
  fc.string({ minLength: 1, maxLength: 8 }).map((text) => `T${text.replace(/[\p{Cc}\s\uE000\uE001]/gu, '')}`),
);

/** A tree of some of the pages: groups at the top, pages below pages. */
const tree = fc
  .record({
    order: fc.shuffledSubarray(PATHS, { minLength: 1, maxLength: 14 }),
    titles: fc.array(title, { minLength: 14, maxLength: 14 }),
    moves: fc.array(fc.nat({ max: 3 }), { minLength: 14, maxLength: 14 }),
  })
  .map(({ order, titles, moves }) => {
    const top: SummaryItem[] = [];
    let stack: SummaryItem[] = [];
    for (const [at, path] of order.entries()) {
      const move = moves[at] as number;
      const own = page(path, titles[at] as string);
      if (move === 3) {
        const slug = `g${at}`;
        const group: SummaryItem = {
          id: `group ${slug}`,
          type: 'group',
          title: titles[at] as string,
          label: undefined,
          href: undefined,
          slug,
          children: [],
        };
        top.push(group);
        stack = [group];
        continue;
      }
      stack =
        move === 0 ? stack.slice(0, 1).filter(({ type }) => type === 'group') : stack.slice(0, -1 + move);
      const parent = stack.at(-1);
      (parent?.children ?? top).push(own);
      stack = [...stack, own];
    }
    return top;
  });

const shapeOf = (items: readonly SummaryItem[]): unknown =>
  items.map(({ id, type, title: own, slug, children }) => [
    id,
    type,
    own.replace(/\s+/g, ' ').trim(),
    slug ?? null,
    shapeOf(children),
  ]);

describe('any tree', () => {
  test('is read as it was written', () => {
    fc.assert(
      fc.property(tree, (items) => {
        expect(shapeOf(read(create(items)).items)).toEqual(shapeOf(items));
      }),
    );
  });

  test('is read as it was written over another', () => {
    fc.assert(
      fc.property(tree, tree, (before, after) => {
        const text = create(before);
        expect(shapeOf(read(edit(text, () => after)).items)).toEqual(shapeOf(after));
      }),
    );
  });

  test('is kept in its bytes when nothing changes', () => {
    fc.assert(
      fc.property(tree, (items) => {
        const text = create(items);
        expect(edit(text, (same) => same)).toBe(text);
      }),
    );
  });
});
