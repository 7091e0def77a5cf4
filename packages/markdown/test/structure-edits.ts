import { isSame } from '../src/canonical.ts';
import type { Block, InlineNode, JSONDocument, ListItem, Table } from '../src/document.ts';
import { asRead } from '../src/edit/name-tables.ts';
import { replaceDocument } from '../src/edit-markdown.ts';
import { parseMarkdown } from '../src/parse-markdown.ts';
import { matchSequences } from '../src/sequence-diff.ts';
import { alignColumn, insertColumn, moveColumn, removeColumn } from './column-edits.ts';
import type { SourcePage } from './corpora-pages.ts';

type Random = () => number;

/** Blocks of each kind that may be added anywhere. */
const SAMPLES = parseMarkdown(`x

Some new words with **weight**, _slant_ and a [link](new.md).

* new item
* another item

1. first
2. second

\`\`\`js
const added = 1;

done();
\`\`\`

### New heading

> Quoted words

{% hint style="info" %}
A new hint
{% endhint %}

| h | i |
| - | - |
| j | k |

***

One line\\
and another
`).document.nodes.slice(1);

/** A list of blocks within a document. */
export interface Flow {
  nodes: Block[];
  depth: number;
}

const FLOWS = new Set([
  'list-item',
  'blockquote',
  'hint',
  'tabs-item',
  'stepper-step',
  'column',
  'if',
  'update',
]);

export function flowsOf(document: JSONDocument): Flow[] {
  const flows: Flow[] = [{ nodes: document.nodes, depth: 0 }];
  const visit = (block: Block, depth: number): void => {
    if (FLOWS.has(block.type)) flows.push({ nodes: block.nodes as Block[], depth });
    if (block.type === 'expandable')
      for (const part of block.fragments ?? [])
        if (part.type === 'expandable-body') {
          flows.push({ nodes: part.nodes, depth });
          for (const child of part.nodes) visit(child, depth + 1);
        }
    for (const child of block.nodes ?? [])
      if (child.object === 'block' && child.type !== 'code-line') visit(child, depth + 1);
  };
  for (const block of document.nodes) visit(block, 1);
  return flows;
}

function blocksOf<Type extends Block['type']>(
  document: JSONDocument,
  ...types: Type[]
): Extract<Block, { type: Type }>[] {
  return flowsOf(document).flatMap(({ nodes }) =>
    nodes.filter((node): node is Extract<Block, { type: Type }> => (types as string[]).includes(node.type)),
  );
}

const pick = <Item>(items: readonly Item[], random: Random): Item | undefined =>
  items[Math.floor(random() * items.length)];

const withoutKeys = <Node>(node: Node): Node =>
  JSON.parse(JSON.stringify(node, (name, value) => (name === 'key' ? undefined : value)));

const paragraph = (nodes: InlineNode[]): Block => ({
  object: 'block',
  type: 'paragraph',
  isVoid: false,
  data: {},
  nodes,
});

const textOf = (text: string): InlineNode => ({
  object: 'text',
  leaves: [{ object: 'leaf', text, marks: [] }],
});

type Operation = (document: JSONDocument, random: Random) => boolean;

const OPERATIONS: Record<string, Operation> = {
  insert(document, random) {
    const flow = pick(flowsOf(document), random)!;
    const node = withoutKeys(pick(SAMPLES, random)!);
    // The first block of an item is its line.
    const from = flow.depth > 0 ? 1 : 0;
    flow.nodes.splice(from + Math.floor(random() * (flow.nodes.length + 1 - from)), 0, node);
    return true;
  },
  delete(document, random) {
    const flow = pick(
      flowsOf(document).filter(({ nodes }) => nodes.length > 1),
      random,
    );
    if (!flow) return false;
    const from = flow.depth > 0 ? 1 : 0;
    flow.nodes.splice(from + Math.floor(random() * (flow.nodes.length - from)), 1);
    return true;
  },
  move(document, random) {
    const flow = pick(
      flowsOf(document).filter(({ nodes }) => nodes.length > 2),
      random,
    );
    if (!flow) return false;
    const from = flow.depth > 0 ? 1 : 0;
    const [node] = flow.nodes.splice(from + Math.floor(random() * (flow.nodes.length - from)), 1);
    flow.nodes.splice(from + Math.floor(random() * (flow.nodes.length + 1 - from)), 0, node!);
    return true;
  },
  addItem(document, random) {
    const list = pick(blocksOf(document, 'list-unordered', 'list-ordered', 'list-tasks'), random);
    if (!list) return false;
    const item: ListItem = {
      object: 'block',
      type: 'list-item',
      isVoid: false,
      data: list.type === 'list-tasks' ? { checked: random() < 0.5 } : {},
      nodes: [paragraph([textOf('Words of an item')])],
    };
    list.nodes.splice(Math.floor(random() * (list.nodes.length + 1)), 0, item);
    return true;
  },
  removeItem(document, random) {
    const lists = blocksOf(document, 'list-unordered', 'list-ordered', 'list-tasks');
    const list = pick(
      lists.filter(({ nodes }) => nodes.length > 1),
      random,
    );
    list?.nodes.splice(Math.floor(random() * list.nodes.length), 1);
    return list !== undefined;
  },
  moveItem(document, random) {
    const lists = blocksOf(document, 'list-unordered', 'list-ordered', 'list-tasks');
    const list = pick(
      lists.filter(({ nodes }) => nodes.length > 1),
      random,
    );
    const [item] = list?.nodes.splice(Math.floor(random() * list.nodes.length), 1) ?? [];
    if (list && item) list.nodes.splice(Math.floor(random() * (list.nodes.length + 1)), 0, item);
    return list !== undefined;
  },
  split(document, random) {
    for (const { nodes } of flowsOf(document).sort(() => random() - 0.5)) {
      const at = nodes.findIndex((node) => node.type === 'paragraph' && /\w \w/.test(firstText(node)));
      const node = nodes[at];
      const first = node?.type === 'paragraph' ? node.nodes[0] : undefined;
      if (node?.type !== 'paragraph' || first?.object !== 'text') continue;
      const [leaf, ...leaves] = first.leaves;
      const middle = leaf!.text.search(/(?<=\w) \w/);
      if (middle < 0 || leaf!.source !== undefined) continue;
      const head = paragraph([{ object: 'text', leaves: [{ ...leaf!, text: leaf!.text.slice(0, middle) }] }]);
      const tail = { ...leaf!, text: leaf!.text.slice(middle + 1) };
      nodes.splice(
        at,
        1,
        { ...head, ...(node.key ? { key: node.key } : {}) } as Block,
        {
          ...node,
          key: undefined,
          nodes: [{ object: 'text', leaves: [tail, ...leaves] }, ...node.nodes.slice(1)],
        } as unknown as Block,
      );
      return true;
    }
    return false;
  },
  join(document, random) {
    for (const { nodes } of flowsOf(document).sort(() => random() - 0.5)) {
      const at = nodes.findIndex((node, i) => isPlain(node) && isPlain(nodes[i + 1]));
      const [one, other] = [nodes[at], nodes[at + 1]];
      if (one?.type !== 'paragraph' || other?.type !== 'paragraph') continue;
      nodes.splice(at, 2, { ...one, nodes: [...one.nodes, textOf(' '), ...other.nodes] });
      return true;
    }
    return false;
  },
  addRow(document, random) {
    const table = pick(blocksOf(document, 'table').filter(isTextTable), random);
    if (!table) return false;
    const { records, definition } = table.data;
    const rows = Object.entries(records).sort(([, a], [, b]) => (a.orderIndex < b.orderIndex ? -1 : 1));
    const id = `added${Math.floor(random() * 1e9)}`;
    const at = Math.floor(random() * (rows.length + 1));
    const values: Record<string, string> = {};
    for (const column of Object.keys(definition)) {
      values[column] = `${id}-${column}`;
      const nodes = [paragraph([textOf(random() < 0.2 ? 'a | b' : `cell ${column}`)])];
      table.fragments?.push({ object: 'fragment', fragment: `${id}-${column}`, nodes });
    }
    rows.splice(at, 0, [id, { orderIndex: '', values }]);
    table.data.records = Object.fromEntries(
      rows.map(([name, row], i) => [name, { ...row, orderIndex: String(i).padStart(6, '0') }]),
    );
    return true;
  },
  removeRow(document, random) {
    const tables = blocksOf(document, 'table').filter((table) => Object.keys(table.data.records).length > 2);
    const table = pick(tables.filter(isTextTable), random);
    const id = table && pick(Object.keys(table.data.records), random);
    if (!table || id === undefined) return false;
    const names = new Set(Object.values(table.data.records[id]!.values).map(String));
    delete table.data.records[id];
    table.fragments = table.fragments?.filter(({ fragment }) => !names.has(fragment)) ?? [];
    return true;
  },
  addColumn(document, random) {
    const table = pick(blocksOf(document, 'table').filter(isTextTable), random);
    if (!table) return false;
    const at = Math.floor(random() * (Object.keys(table.data.definition).length + 1));
    insertColumn(table, at, (row) => (random() < 0.2 ? 'a | b' : `cell ${row}`));
    return true;
  },
  removeColumn(document, random) {
    const table = pick(
      blocksOf(document, 'table').filter(
        (one) => isTextTable(one) && Object.keys(one.data.definition).length > 2 && !one.data.cellMerges,
      ),
      random,
    );
    if (table) removeColumn(table, Math.floor(random() * Object.keys(table.data.definition).length));
    return table !== undefined;
  },
  moveColumn(document, random) {
    const table = pick(
      blocksOf(document, 'table').filter((one) => isTextTable(one) && !one.data.cellMerges),
      random,
    );
    if (!table) return false;
    const count = Object.keys(table.data.definition).length;
    moveColumn(table, Math.floor(random() * count), Math.floor(random() * count));
    return true;
  },
  alignColumn(document, random) {
    const table = pick(
      blocksOf(document, 'table').filter(
        (one) => isTextTable(one) && !(one.data.view as { hideHeader?: boolean }).hideHeader,
      ),
      random,
    );
    if (!table) return false;
    const at = Math.floor(random() * Object.keys(table.data.definition).length);
    alignColumn(table, at, pick(['left', 'center', 'right'] as const, random)!);
    return true;
  },
  check(document, random) {
    const items = blocksOf(document, 'list-tasks').flatMap(({ nodes }) => nodes);
    const item = pick(items, random);
    if (item) item.data.checked = !item.data.checked;
    return item !== undefined;
  },
  style(document, random) {
    const hint = pick(
      blocksOf(document, 'hint').filter(({ data }) => data.alert === undefined),
      random,
    );
    if (hint) hint.data.style = pick(['info', 'danger', 'success', 'warning'] as const, random)!;
    return hint !== undefined;
  },
  rename(document, random) {
    const tab = pick(
      blocksOf(document, 'tabs').flatMap(({ nodes }) => nodes),
      random,
    );
    if (tab?.type !== 'tabs-item') return false;
    tab.data.title = `Tab ${Math.floor(random() * 100)} "quoted"`;
    return true;
  },
};

const firstText = (node: Block): string => {
  const first = node.type === 'paragraph' ? node.nodes[0] : undefined;
  return first?.object === 'text' ? (first.leaves[0]?.text ?? '') : '';
};

const isPlain = (node: Block | undefined): boolean =>
  node?.type === 'paragraph' &&
  !node.data.align &&
  node.nodes.every(
    (child) =>
      child.object === 'text' &&
      child.leaves.every(({ text, source }) => source === undefined && text.trim() !== ''),
  );

const isTextTable = ({ data, attributes }: Table): boolean =>
  !attributes &&
  data.view.type === 'grid' &&
  Object.values(data.definition).every(({ type }) => type === 'text');

const ADDING = new Set(['insert', 'addItem', 'addRow']);
const REMOVING = new Set(['delete', 'removeItem', 'removeRow']);
const CHANGING = new Set(['check', 'style', 'rename']);

/** Lines that may change beside those that are added or removed, such as the one that a block is joined with. */
const MAX_OTHER_LINES = 1;

/** What adds only adds lines, what removes only removes lines, and an attribute is in one line. */
function describeWidth(name: string, before: string, after: string): string | undefined {
  const [old, next] = [before.split('\n'), after.split('\n')];
  const kept = matchSequences(old, next).filter((at) => at >= 0).length;
  const [removed, added] = [old.length - kept, next.length - kept];
  const isWide =
    ((ADDING.has(name) || CHANGING.has(name)) && removed > MAX_OTHER_LINES) ||
    ((REMOVING.has(name) || CHANGING.has(name)) && added > MAX_OTHER_LINES);
  return isWide ? `${name} removes ${removed} lines and adds ${added}` : undefined;
}

/** Makes operations one after the other; returns those after which the source does not mean the document. */
export function editAtRandom({ path, source }: SourcePage, count: number, random: Random): string[] {
  const faults: string[] = [];
  let current = source;
  for (let n = 0; n < count; n++) {
    const parsed = parseMarkdown(current);
    const document = structuredClone(parsed.document);
    const name = pick(Object.keys(OPERATIONS), random)!;
    if (!OPERATIONS[name]!(document, random)) continue;
    const edited = replaceDocument(current, document);
    const read = parseMarkdown(edited);
    if (!isSame(read.document.nodes.map(asRead), document.nodes.map(asRead))) {
      faults.push(`${path}: ${name}\n${current}\n=====\n${edited}`);
      break;
    }
    const wide = describeWidth(name, current, edited);
    if (wide) faults.push(`${path}: ${wide}`);
    if (replaceDocument(edited, read.document) !== edited) faults.push(`${path}: ${name}: not stable`);
    current = edited;
  }
  return faults;
}
