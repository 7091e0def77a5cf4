import { describe, expect, it } from 'vitest';
import { createRandom } from '../../../../test/random.ts';
import { drawColumnEdits } from '../../test/column-draws.ts';
import { alignColumn, insertColumn, moveColumn, removeColumn } from '../../test/column-edits.ts';
import { readHandWrittenPages } from '../../test/corpora-pages.ts';
import { moveAtRandom } from '../../test/moved-blocks.ts';
import { editAtRandom } from '../../test/structure-edits.ts';
import type { Block, ListItem } from '../document.ts';
import { replaceDocument } from '../edit-markdown.ts';
import { parseMarkdown } from '../parse-markdown.ts';

// biome-ignore lint/suspicious/noExplicitAny: the tests change whatever they like
type Nodes = any[];

function edit(source: string, change: (nodes: Nodes) => void): string {
  const document = structuredClone(parseMarkdown(source).document);
  change(document.nodes);
  return replaceDocument(source, document);
}

const blocksOf = (source: string): Block[] => parseMarkdown(`x\n\n${source}`).document.nodes.slice(1);
const itemOf = (text: string): ListItem => (blocksOf(`- ${text}`)[0] as { nodes: ListItem[] }).nodes[0]!;

describe('what is new', () => {
  it.each([
    ['a bullet', '+ a\n+ b\n', '+ a\n+ b\n+ new\n'],
    ['an indent', '-   a\n-   b\n', '-   a\n-   b\n-   new\n'],
    ['a tab', '-\ta\n-\tb\n', '-\ta\n-\tb\n-\tnew\n'],
    ['a number and its mark', '1) a\n2) b\n', '1) a\n2) b\n3) new\n'],
    ['one number for all', '1. a\n1. b\n', '1. a\n1. b\n1. new\n'],
    ['a loose list', '* a\n\n* b\n', '* a\n\n* b\n\n* new\n'],
    ['the line endings of Windows', '- a\r\n- b\r\n', '- a\r\n- b\r\n- new\r\n'],
  ])('takes %s from its list', (_name, source, edited) => {
    expect(edit(source, ([list]) => list.nodes.push(itemOf('new')))).toBe(edited);
  });

  it.each([
    ['marks of emphasis', 'a *b* __c__\n', '_d_ **e**', 'a *b* __c__\n\n*d* __e__\n'],
    ['hard line breaks', 'a  \nb\n', 'c\\\nd', 'a  \nb\n\nc  \nd\n'],
    ['fences', '~~~\na\n~~~\n', '```js\nb\n```', '~~~\na\n~~~\n\n~~~js\nb\n~~~\n'],
    ['underlined headings', 'x\n\nA\n---\n\nb\n', '## New', 'x\n\nA\n---\n\nb\n\nNew\n---\n'],
    ['dividers', 'a\n\n---\n\nb\n', '***\n\nc', 'a\n\n---\n\nb\n\n---\n\nc\n'],
  ])('takes %s from its page', (_name, source, added, edited) => {
    expect(edit(source, (nodes) => nodes.push(...blocksOf(added)))).toBe(edited);
  });

  it('begins its lines as the quote and the item around it do', () => {
    const source = '> - a\n> - b\n>\n> c\n';
    expect(edit(source, ([quote]) => quote.nodes[0].nodes[0].nodes.push(...blocksOf('d\\\ne')))).toBe(
      '> - a\n>\n>   d\\\n>   e\n> - b\n>\n> c\n',
    );
    expect(edit(source, ([quote]) => quote.nodes.push(...blocksOf('```\nd\n\ne\n```')))).toBe(
      `${source}>\n> \`\`\`\n> d\n>\n> e\n> \`\`\`\n`,
    );
  });
});

describe('data of a block', () => {
  it.each([
    [
      'the title of a tab',
      "{% tabs %}\n{% tab title='A' %}\n+ x\n{% endtab %}\n{% endtabs %}\n",
      "title='A'",
      "title='B'",
      ([tabs]: Nodes) => {
        tabs.nodes[0].data.title = 'B';
      },
    ],
    [
      'the style of a hint',
      '{% hint style="info" %}\n+ x\n{% endhint %}\n',
      'info',
      'danger',
      ([hint]: Nodes) => {
        hint.data.style = 'danger';
      },
    ],
    [
      'the style of a hint without one',
      '{% hint %}\n+ x\n{% endhint %}\n',
      '{% hint %}',
      '{% hint style="danger" %}',
      ([hint]: Nodes) => {
        hint.data.style = 'danger';
      },
    ],
    [
      'the style of an alert',
      '> [!NOTE]\n> + x\n',
      'NOTE',
      'WARNING',
      ([hint]: Nodes) => {
        hint.data.style = 'warning';
      },
    ],
    [
      'a task',
      '- [ ] a\n- [ ] *b*\n',
      '[ ] *b*',
      '[x] *b*',
      ([list]: Nodes) => {
        list.nodes[1].data.checked = true;
      },
    ],
    [
      'the start of a list',
      '3) a\n4) b\n',
      '3)',
      '7)',
      ([list]: Nodes) => {
        list.data.start = 7;
      },
    ],
    [
      'the level of a heading',
      'x\n\n## *A* ##\n',
      '## *A* ##',
      '### *A* ###',
      (nodes: Nodes) => {
        nodes[1].type = 'heading-2';
      },
    ],
    [
      'the language of code',
      '~~~~ js\nx\n~~~~\n',
      'js',
      'ts',
      ([code]: Nodes) => {
        code.data.syntax = 'ts';
      },
    ],
    [
      'the alignment of a column',
      '|a|b|\n|-|:-:|\n|c|d|\n',
      '|-|',
      '|--:|',
      ([table]: Nodes) => {
        table.data.definition.c1.textAlignment = 'right';
      },
    ],
    [
      'whether details are open',
      '<details class="x">\n<summary>s</summary>\n\n+ a\n\n</details>\n',
      '"x"',
      '"x" open',
      ([block]: Nodes) => {
        block.data.defaultExpanded = true;
      },
    ],
    [
      'the width of a picture',
      '<figure><img width="20" src="a.png" alt="b"><figcaption>c</figcaption></figure>\n',
      '20',
      '30',
      ([images]: Nodes) => {
        images.nodes[0].data.width = 30;
      },
    ],
    [
      'the alternative text of a picture',
      "![*b*](a.png 'T')\n",
      '*b*',
      'c',
      ([images]: Nodes) => {
        images.nodes[0].data.alt = 'c';
      },
    ],
    [
      'a condition',
      '{% if visitor.claims.a %}\n+ x\n{% endif %}\n',
      'claims.a',
      'claims.b',
      ([block]: Nodes) => {
        block.data.expression = 'visitor.claims.b';
      },
    ],
    [
      'the target of a link',
      "[*a*](x.md 'T') __b__\n",
      'x.md',
      'y.md',
      ([line]: Nodes) => {
        line.nodes.find((node: { type?: string }) => node.type === 'link').data.ref.url = 'y.md';
      },
    ],
  ])('is all that changes of it: %s', (_name, source, from, to, change) => {
    expect(edit(source, change)).toBe(source.replace(from, to));
  });
});

describe('rows of tables', () => {
  const pipes = 'a | b\n---|---\nc | d\ne | f\n';
  const html =
    '<table>\n  <tr><th>a</th><th>b</th></tr>\n  <tr>\n    <td>c</td>\n    <td>d</td>\n  </tr>\n  <tr>\n    <td>e</td>\n    <td>f</td>\n  </tr>\n</table>\n';
  const addRow = ([table]: Nodes): void => {
    table.data.records.mine = { orderIndex: 'z', values: { c1: 'one', c2: 'two' } };
    table.fragments.push(
      { object: 'fragment', fragment: 'one', nodes: blocksOf('x | y') },
      { object: 'fragment', fragment: 'two', nodes: blocksOf('**z**') },
    );
  };
  const removeRow = ([table]: Nodes): void => {
    delete table.data.records.r1;
    table.fragments.splice(0, 2);
  };

  it('are added as the others are written', () => {
    expect(edit(pipes, addRow)).toBe(`${pipes}x \\| y | **z**\n`);
    expect(edit(html, addRow)).toBe(
      html.replace(
        '</table>',
        '  <tr>\n    <td>x | y</td>\n    <td><strong>z</strong></td>\n  </tr>\n</table>',
      ),
    );
  });

  it('are removed alone', () => {
    expect(edit(pipes, removeRow)).toBe(pipes.replace('c | d\n', ''));
    expect(edit(html, removeRow)).toBe(html.replace('  <tr>\n    <td>c</td>\n    <td>d</td>\n  </tr>\n', ''));
  });

  it('keep the pipes of others where they are', () => {
    const source = '| a      | b |\n|--------|---|\n| c      | d |\n';
    expect(
      edit(source, ([table]) => {
        table.fragments[0].nodes = blocksOf('longer');
      }),
    ).toBe(source.replace('c     ', 'longer'));
  });
});

describe('columns of tables', () => {
  const html =
    '<table class="x">\n  <colgroup><col width="1"><col></colgroup>\n  <tr>\n    <th>A</th>\n    <th align=\'right\'>B</th>\n  </tr>\n  <tr>\n    <td>c</td>\n    <td align=right><b>d</b></td>\n  </tr>\n</table>\n';
  const gitbook =
    '<table><thead><tr><th width="100">A</th><th data-type="checkbox">B</th><th data-hidden>H</th></tr></thead><tbody><tr><td>c</td><td>true</td><td>h</td></tr></tbody></table>\n';
  const aligned = '| Name   | B |\n|--------|:-:|\n| c      | d |\n| `x`    | e |\n';
  const bare = 'a | b | c\n---|---|---\nd | __e__ | f\n';
  const quoted = '> |a|b|\n> |-|-|\n> |c|d|\n';
  const insertAt = (at: number) => (nodes: Nodes) => insertColumn(tableOf(nodes), at, (row) => `new ${row}`);
  const tableOf = ([node]: Nodes) => (node.type === 'table' ? node : node.nodes[0]);

  it.each([
    [
      'HTML',
      html,
      insertAt(1),
      html
        .replace('<col width="1">', '<col width="1"><col>')
        .replace('<th>A</th>', '<th>A</th>\n    <th>New</th>')
        .replace('<td>c</td>', '<td>c</td>\n    <td>new r1</td>'),
    ],
    [
      'HTML in one line',
      gitbook,
      insertAt(0),
      gitbook.replace('<th width', '<th>New</th><th width').replace('<td>c', '<td>new r1</td><td>c'),
    ],
    [
      'pipes',
      aligned,
      insertAt(2),
      '| Name   | B | New    |\n|--------|:-:|--------|\n| c      | d | new r1 |\n| `x`    | e | new r2 |\n',
    ],
    [
      'no pipes at the edges',
      bare,
      insertAt(0),
      'New | a | b | c\n---|---|---|---\nnew r1 | d | __e__ | f\n',
    ],
    ['a quote', quoted, insertAt(1), '> |a|New   |b|\n> |-|------|-|\n> |c|new r1|d|\n'],
  ])('are added to each row of a table in %s', (_name, source, change, edited) => {
    expect(edit(source, change)).toBe(edited);
  });

  it.each([
    ['HTML', html, 0, /<col width="1">|\n {4}<th>A<\/th>|\n {4}<td>c<\/td>/g],
    ['HTML in one line', gitbook, 2, /<th data-hidden>H<\/th>|<td>h<\/td>/g],
    ['pipes', aligned, 0, / (?:Name|c|`x`) +\||-{8}\|/g],
    ['no pipes at the edges', bare, 2, / ?\| ?[cf]$|\|---$/gm],
  ])('are removed alone from a table in %s', (_name, source, at, removed) => {
    const edited = edit(source, (nodes) => removeColumn(tableOf(nodes), at));
    expect(edited.replace(/ $/gm, '')).toBe(source.replace(removed, ''));
  });

  it('take their cells along as they are written when they move', () => {
    const swap = (nodes: Nodes) => moveColumn(tableOf(nodes), 0, 1);
    expect(edit(aligned, swap)).toBe('| B | Name   |\n|:-:|--------|\n| d | c      |\n| e | `x`    |\n');
    expect(edit(gitbook, swap)).toBe(
      gitbook
        .replace(/(<th width.*?<\/th>)(<th.*?<\/th>)/, '$2$1')
        .replace('<td>c</td><td>true</td>', '<td>true</td><td>c</td>'),
    );
  });

  it('are aligned where they say how', () => {
    expect(edit(html, (nodes) => alignColumn(tableOf(nodes), 1, 'center'))).toBe(
      html.replace("'right'", "'center'").replace('align=right', 'align=center'),
    );
    expect(edit(quoted, (nodes) => alignColumn(tableOf(nodes), 0, 'right'))).toBe(
      quoted.replace('|-|', '|--:|'),
    );
  });
});

describe('a reference whose text is its label', () => {
  const definitions = '\n[Foo]: x.md "T"\n[a picture]: p.png\n';
  it.each([
    ['`[label]`', 'See [Foo] and [Foo].\n', 'See [new][Foo] and [Foo].\n'],
    ['`[label][]`', 'See *[foo][]*.\n', 'See *[new][foo]*.\n'],
    ['wrapped lines', '> - See [a\n>   picture] there\n', '> - See [new][a picture] there\n'],
    ['a heading', 'x\n\n## See [Foo]\n', 'x\n\n## See [new][Foo]\n'],
    ['a cell', '| a |\n| - |\n| [Foo] |\n', '| a |\n| - |\n| [new][Foo] |\n'],
  ])('keeps its label when its text changes: %s', (_name, source, edited) => {
    const isLink = (node: { type?: string }) => node.type === 'link';
    const find = (node: { nodes?: Nodes; fragments?: Nodes }): Nodes =>
      [...(node.nodes ?? []), ...(node.fragments ?? [])].flatMap((child) =>
        isLink(child) ? [child] : find(child),
      );
    const change = (nodes: Nodes): void => {
      find({ nodes })[0].nodes[0].leaves[0].text = 'new';
    };
    expect(edit(source + definitions, change)).toBe(edited + definitions);
  });
});

it('blocks that come, go, move, are split and joined at any depth are what the source says', () => {
  const random = createRandom(11);
  const pages = readHandWrittenPages();
  const faults = pages.flatMap((page) => editAtRandom(page, 12, random));
  expect(faults).toEqual([]);
}, 240_000);

it('blocks that move from one container to another keep their text', () => {
  const pages = readHandWrittenPages();
  const { moves, rewritten, faults } = moveAtRandom({ pages, draws: 800, random: createRandom(5) });
  expect(faults).toEqual([]);
  // What would mean something else in its new place is written anew.
  expect(rewritten.length, rewritten.join('\n')).toBeLessThanOrEqual(moves / 50);
}, 240_000);

it('a column that comes, goes, moves or is aligned leaves all other text as it is', () => {
  const pages = readHandWrittenPages();
  const { edits, faults, rewritten } = drawColumnEdits({ pages, draws: 150, random: createRandom(3) });
  expect(edits).toBeGreaterThan(100);
  expect(faults).toEqual([]);
  expect(rewritten).toEqual([]);
}, 240_000);

describe('a block that moves', () => {
  const source =
    'x\n\n- a *b*\n  wrapped __c__\n\n  ~~~js\n  code\n  ~~~\n- d\n\n> q *e*\n> f\n\n{% stepper %}\n{% step %}\nA __x__\ny\n\n1) one\n2) two\n{% endstep %}\n\n{% step %}\nB\n{% endstep %}\n{% endstepper %}\n';
  it.each([
    [
      'from an item to the page',
      ([, list]: Nodes) => list.nodes[0].nodes.splice(1, 1),
      (nodes: Nodes) => nodes,
      source.replace('\n\n  ~~~js\n  code\n  ~~~', '').concat('\n~~~js\ncode\n~~~\n'),
    ],
    [
      'from a step to a quote',
      ([, , , steps]: Nodes) => steps.nodes[0].nodes.splice(0, 1),
      ([, , quote]: Nodes) => quote.nodes,
      source.replace('A __x__\ny\n\n', '').replace('> f\n', '> f\n>\n> A __x__\n> y\n'),
    ],
    [
      'from a list to another one',
      ([, list]: Nodes) => list.nodes.splice(0, 1),
      ([, , , steps]: Nodes) => steps.nodes[0].nodes[1].nodes,
      source
        .replace(/- a[\s\S]*?~~~\n- d/, '- d')
        .replace('2) two\n', '2) two\n3) a *b*\n   wrapped __c__\n\n   ~~~js\n   code\n   ~~~\n'),
    ],
  ])('keeps its bytes: %s', (_name, take, target, edited) => {
    expect(
      edit(source, (nodes) => {
        const [block] = take(nodes);
        target(nodes).push(block);
      }),
    ).toBe(edited);
  });
});

it('lists stay two when what is between them goes', () => {
  const edited = edit('- a\n\nb\n\n- c\n', (nodes) => nodes.splice(1, 1));
  expect(parseMarkdown(edited).document.nodes).toHaveLength(2);
});
