import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { blocks, documentOf } from '../test/documents.ts';
import { arrangeConditions } from './arrange-conditions.ts';
import { canonicalText, withoutAnchors } from './canonical.ts';
import type { Block, DocumentNode, Fragment, If, JSONDocument } from './document.ts';
import { evaluateDocument, type Outcome, type Outcomes } from './evaluate-document.ts';
import { evaluateMarkdown } from './evaluate-markdown.ts';
import { mapChildren, type TreeNode } from './map-children.ts';
import { parseMarkdown } from './parse-markdown.ts';
import { writeMarkdown } from './write-markdown.ts';

const yes: Outcome = { holds: true, text: 'true' };
const no: Outcome = { holds: false, text: '' };
const OUTCOMES: Outcomes = new Map([
  ['yes', yes],
  ['no', no],
  ['later', { ...yes, stays: 'everywhere' }],
  ['name', { holds: true, text: 'Ada' }],
  ['odd', { holds: true, text: '*a* _b_ <c> {% tab %} `d` 1. [e](f) snake_case & $$g$$ | \\' }],
]);
const evaluate = (source: string): string => evaluateMarkdown(source, OUTCOMES);
const same = (document: JSONDocument): string => canonicalText(document.nodes.map(withoutAnchors));

const at = (expression: string): string => `<code class="expression">${expression}</code>`;

describe('evaluated Markdown', () => {
  test.each<[string, string, string]>([
    ['a condition that holds', 'a\n\n{% if yes %}\nb\n{% endif %}\n\nc\n', 'a\n\nb\n\nc\n'],
    ['a condition that does not hold', 'a\n\n{% if no %}\nb\n{% endif %}\n\nc\n', 'a\n\nc\n'],
    [
      'a condition that stays',
      'a\n\n{% if later %}\nb\n{% endif %}\n',
      'a\n\n{% if later %}\nb\n{% endif %}\n',
    ],
    [
      'conditions in each other',
      '{% if yes %}\n{% if no %}\na\n{% endif %}\n\n{% if yes %}\n*  b\n{% endif %}\n{% endif %}\n',
      '*  b\n',
    ],
    [
      'what is alike in code',
      '```\n{% if no %}\na\n{% endif %}\n```\n',
      '```\n{% if no %}\na\n{% endif %}\n```\n',
    ],
    [
      'code in a condition',
      '{% if yes %}\n```\n{% endif %}\n\n\n```\n{% endif %}\n',
      '```\n{% endif %}\n\n\n```\n',
    ],
    ['no blank lines around', 'a\n{% if yes %}\nb\n{% endif %}\nc\n', 'a\n\nb\n\nc\n'],
    [
      'lines that end as on Windows',
      'a\r\n\r\n{% if no %}\r\nb\r\n{% endif %}\r\n\r\nc\r\n',
      'a\r\n\r\nc\r\n',
    ],
    ['a quote', '> a\n>\n> {% if no %}\n> b\n> {% endif %}\n>\n> c\n', '> a\n>\n> c\n'],
    ['a list', '*   a\n\n    {% if yes %}\n    b\n    {% endif %}\n*   c\n', '*   a\n\n    b\n*   c\n'],
    [
      'tabs',
      '{% tabs %}\n{% if no %}\n{% tab title="A" %}\na\n{% endtab %}\n{% endif %}\n\n{% tab title="B" %}\nb  \n{% endtab %}\n{% endtabs %}\n',
      '{% tabs %}\n\n{% tab title="B" %}\nb  \n{% endtab %}\n{% endtabs %}\n',
    ],
    [
      'a frame that was left empty',
      'a\n\n{% hint style="info" %}\n{% if no %}\nb\n{% endif %}\n{% endhint %}\n\nc\n',
      'a\n\nc\n',
    ],
    [
      'tabs that were left without a tab',
      '{% tabs %}\n{% if no %}\n{% tab title="A" %}\na\n{% endtab %}\n{% endif %}\n{% endtabs %}\n\nc\n',
      'c\n',
    ],
    [
      'a tab that was left empty',
      '{% tabs %}\n{% tab title="A" %}\n{% if no %}\na\n{% endif %}\n{% endtab %}\n{% endtabs %}\n',
      '{% tabs %}\n{% tab title="A" %}\n{% endtab %}\n{% endtabs %}\n',
    ],
    ['a value', `Hello ${at('name')},  you *are* **${at('name')}**.\n`, 'Hello Ada,  you *are* **Ada**.\n'],
    [
      'a value in a table',
      `| a | b |\n| - | - |\n| x | ${at('name')} |\n`,
      '| a | b |\n| - | - |\n| x | Ada |\n',
    ],
    ['a missing value', `Hello ${at('absent')}!\n\n${at('absent')}\n\nx\n`, 'Hello !\n\n\n\nx\n'],
    [
      'a value in code',
      `\`${at('name')}\` and \`\`\`\n\n    ${at('name')}\n`,
      `\`${at('name')}\` and \`\`\`\n\n    ${at('name')}\n`,
    ],
    [
      'front matter and the rest',
      `---\nif: no\nb:   1\n---\n\n# T ${at('name')}\n\n- x\n\n{% if no %}\ny\n{% endif %}\n`,
      `---\nif: no\nb:   1\n---\n\n# T ${at('name')}\n\n- x\n\n`,
    ],
  ])('%s', (_name, source, expected) => {
    const evaluated = evaluate(source);
    expect(evaluated).toBe(expected);
    const wanted = evaluateDocument(parseMarkdown(source).document, OUTCOMES);
    expect(same(parseMarkdown(evaluated).document)).toBe(same(wanted));
  });

  test('a value is read as the text that it is', () => {
    const { document } = parseMarkdown(
      evaluate(`${at('odd')} **${at('odd')}**\n\n| a |\n| - |\n| ${at('odd')} |\n`),
    );
    const text = JSON.stringify(document);
    expect(text.split(JSON.stringify(OUTCOMES.get('odd')?.text).slice(1, -1))).toHaveLength(4);
  });

  test('neither footnotes nor definitions of what is hidden remain, and those of what is shown do', () => {
    const source =
      'a [link][shown][^1]\n\n{% if no %}\n[other][hidden] b[^2]\n\n[shown]: https://example.com/shown\n{% endif %}\n\n[hidden]: secret.md\n[unused]: x.md\n\n[^1]: one\n\n[^2]: two secrets\n';
    const evaluated = evaluate(source);
    expect(evaluated).not.toContain('secret');
    expect(evaluated).toContain('https://example.com/shown');
    expect(evaluated).toContain('one');
    const wanted = evaluateDocument(parseMarkdown(source).document, OUTCOMES);
    expect(same(parseMarkdown(evaluated).document)).toBe(same(wanted));
  });

  test('what would merge with its neighbour is written so that it does not', () => {
    const source = '* a\n\n{% if no %}\nx\n{% endif %}\n\n* b\n';
    expect(parseMarkdown(evaluate(source)).document.nodes).toHaveLength(2);
    const item = '* {% if yes %}\n  a\n\n  b\n  {% endif %}\n* c\n';
    const wanted = evaluateDocument(parseMarkdown(item).document, OUTCOMES);
    expect(same(parseMarkdown(evaluate(item)).document)).toBe(same(wanted));
  });
});

/** Documents with conditions everywhere, also around items, and the outcome of each expression in them. */
const adaptive = fc
  .tuple(
    blocks,
    fc.array(fc.constantFrom('yes', 'no', 'later', 'name', 'odd', 'absent', 'none'), {
      minLength: 8,
      maxLength: 24,
    }),
  )
  .map(([nodes, picks]) => {
    let next = 0;
    const pick = (): string => picks[next++ % picks.length] as string;
    const wrapItems = <Child>(children: Child[]): Child[] =>
      children.map((child) => {
        const expression = pick();
        if (expression === 'none') return child;
        const condition: If = {
          object: 'block',
          type: 'if',
          isVoid: false,
          data: { expression },
          nodes: [child as Block],
        };
        return condition as Child;
      });
    const change = <Node extends TreeNode>(node: Node): Node => {
      const changed = mapChildren(node, change) as TreeNode;
      if (changed.object === 'text' || changed.object === 'fragment') return changed as Node;
      switch (changed.type) {
        case 'if':
        case 'expression':
          return { ...changed, data: { expression: pick() } } as TreeNode as Node;
        case 'tabs':
        case 'stepper':
        case 'columns':
        case 'updates':
          return { ...changed, nodes: wrapItems<unknown>(changed.nodes) } as TreeNode as Node;
        case 'list-item':
        case 'hint':
        case 'blockquote':
          return { ...changed, nodes: wrapItems(changed.nodes) } as TreeNode as Node;
        default:
          return changed as Node;
      }
    };
    return documentOf(wrapItems(nodes.map(change)));
  });

test('means what the evaluated document is', () => {
  let shortened = 0;
  fc.assert(
    fc.property(adaptive, (document) => {
      const source = writeMarkdown(document);
      const { document: read } = parseMarkdown(source);
      // The first block of a task is text of its line, where the writer cannot put every block.
      if (arrangeConditions(read).document !== read) return;
      const wanted = evaluateDocument(read, OUTCOMES);
      const evaluated = evaluateMarkdown(source, OUTCOMES);
      expect(same(parseMarkdown(evaluated).document)).toBe(same(wanted));
      if (wanted.nodes.length < read.nodes.length) shortened += 1;
    }),
    { numRuns: process.env.LECTERN_SOAK ? 1000 : 60 },
  );
  expect(shortened).toBeGreaterThan(10);
}, 120_000);

/** Every node below some nodes, with the conditions around it. */
function* below(
  nodes: readonly (DocumentNode | Fragment)[],
  within: readonly string[] = [],
): Generator<[DocumentNode | Fragment, readonly string[]]> {
  for (const node of nodes) {
    yield [node, within];
    if (node.object === 'text') continue;
    const inner = node.object === 'block' && node.type === 'if' ? [...within, node.data.expression] : within;
    yield* below(node.nodes ?? [], inner);
    if (node.object !== 'fragment') yield* below(node.fragments ?? [], inner);
  }
}

test('an evaluated document holds what its conditions allow, with unique keys and no empty container', () => {
  fc.assert(
    fc.property(adaptive, (written) => {
      const { document } = parseMarkdown(writeMarkdown(written));
      // The writer cannot write every condition so that it is one: what is read as part of a text is hidden.
      if (arrangeConditions(document).unclear.length > 0) return;
      const before = [...below(document.nodes)];
      const after = [...below(evaluateDocument(document, OUTCOMES).nodes)].map(([node]) => node);
      const keys = after.map(({ key }) => key);
      expect(new Set(keys).size).toBe(keys.length);
      const allowed = new Map(
        before.map(([node, within]) => [
          node.key,
          within.every((expression) => OUTCOMES.get(expression)?.holds === true),
        ]),
      );
      for (const node of after) {
        if (!node.key?.includes('-empty')) expect(allowed.get(node.key)).toBe(true);
        if (node.object === 'text') continue;
        if (node.object === 'inline' && node.type === 'expression')
          expect(node.data.expression).toBe('later');
        if (node.object === 'block' && node.type === 'if') expect(node.data.expression).toBe('later');
        else if (node.object === 'block' && node.nodes) expect(node.nodes.length).toBeGreaterThan(0);
      }
      const kept = new Set(keys);
      for (const [node, within] of before) {
        const isShown = within.every((expression) => OUTCOMES.get(expression)?.holds === true);
        // Text that disappears is text without a value; everything else that is allowed is there.
        if (isShown && node.object === 'block' && node.isVoid && node.type !== 'expandable')
          expect(kept.has(node.key)).toBe(true);
      }
    }),
    { numRuns: process.env.LECTERN_SOAK ? 1000 : 60 },
  );
}, 120_000);
