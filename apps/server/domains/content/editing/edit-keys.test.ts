import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildTestApp, type TestApp } from '../../../../../test/app.ts';
import { addSpace } from '../../../../../test/factories.ts';

let app: TestApp;
beforeAll(async () => {
  app = await buildTestApp();
});
afterAll(() => app.close());

interface Node {
  object: string;
  type: string;
  key?: string;
  nodes?: Node[];
  fragments?: Node[];
  leaves?: { text: string }[];
}

interface Document {
  object: 'document';
  nodes: Node[];
}

interface Outcome {
  keys: Record<string, string>;
  keyPrefixes?: Record<string, string>;
  merged?: unknown[];
}

/** A page in a new space, with functions to change and read it. */
async function addPage(markdown: string) {
  const url = `/v1/spaces/${await addSpace(app)}/content`;
  const edit = async (changes: object[], revision?: string) => {
    const headers: Record<string, string> = revision === undefined ? {} : { 'if-match': `"${revision}"` };
    const response = await app.request('POST', url, { body: { changes }, headers });
    expect(response.statusCode).toBe(200);
    return response;
  };
  const added = await edit([{ operation: 'insert_page', title: 'Page', document: { markdown } }]);
  const { changes, revision } = added.json();
  const page = changes[0].page.id as string;
  return {
    revision: revision as string,
    read: async (): Promise<Document> => (await app.request('GET', `${url}/page/${page}`)).json().document,
    update: async (change: object, base?: string): Promise<{ outcome: Outcome; length: number }> => {
      const response = await edit([{ operation: 'update_page', page, ...change }], base);
      return { outcome: response.json().changes[0], length: response.body.length };
    },
  };
}

const inner = ({ nodes = [], fragments = [] }: Node): Node[] => [...nodes, ...fragments];
const branches = (nodes: Node[]): Node[] =>
  nodes
    .filter(({ object }) => object === 'block' || object === 'fragment')
    .flatMap((node) => [node, ...branches(inner(node))]);
const textOf = (node: Node): string =>
  (node.leaves ?? []).map(({ text }) => text).join('') + inner(node).map(textOf).join('');
const keysOf = ({ nodes }: Document): string[] => branches(nodes).map(({ key }) => key as string);
const keyOf = ({ nodes }: Document, text: string): string =>
  branches(nodes).findLast((node) => textOf(node) === text)?.key as string;

/** As the documentation describes it. */
function follow(key: string, { keys, keyPrefixes }: Outcome): string {
  const [, prefix = '', rest] = /^([^-]*)(.*)$/s.exec(key) ?? [];
  return keys[key] ?? (keyPrefixes?.[prefix] ?? prefix) + rest;
}

const countTo = (count: number): number[] => Array.from({ length: count }, (_, n) => n);
const LIST = countTo(400).map((n) => `* item ${n}`);

test.each([
  ['a list', LIST.join('\n')],
  ['a table', ['| A | B |', '| --- | --- |', ...countTo(200).map((n) => `| item ${n} | b${n} |`)].join('\n')],
  ['two lists that are the same', `${LIST.join('\n')}\n\nBetween.\n\n${LIST.join('\n')}`],
])(
  'the response to a changed word in %s of hundreds of parts is short, and every key can be followed',
  async (_, markdown) => {
    const page = await addPage(`Start.\n\n${markdown}\n\nEnd.\n`);
    const before = await page.read();
    const at = { key: keyOf(before, 'item 150') };
    const { outcome, length } = await page.update({ text: [{ at, offset: 0, remove: 4, insert: 'thing' }] });
    expect(length).toBeLessThan(5000);
    const after = await page.read();
    expect(keysOf(before).map((key) => follow(key, outcome))).toEqual(keysOf(after));
  },
);

test('up to 50 new keys are listed one by one', async () => {
  const page = await addPage(`${LIST.slice(0, 20).join('\n')}\n`);
  const before = await page.read();
  const at = { key: keyOf(before, 'item 15') };
  const { outcome } = await page.update({ text: [{ at, offset: 0, remove: 4, insert: 'thing' }] });
  expect(outcome.keyPrefixes).toBeUndefined();
  expect(keysOf(before).map((key) => outcome.keys[key])).toEqual(keysOf(await page.read()));
});

test('blocks that others deleted from a long list are not given the keys of other blocks', async () => {
  const page = await addPage(`${LIST.join('\n')}\n\nEnd.\n`);
  const before = await page.read();
  const gone = keyOf(before, 'item 399');
  await page.update({ blocks: [{ operation: 'delete', at: { path: [0, 399] } }] });
  const splice = { at: { key: keyOf(before, 'item 3') }, offset: 0, remove: 4, insert: 'thing' };
  const { outcome } = await page.update({ text: [splice] }, page.revision);
  const after = await page.read();
  expect(keysOf(after)).not.toContain(follow(gone, outcome));
  expect(follow(keyOf(before, 'item 200'), outcome)).toBe(keyOf(after, 'item 200'));
});

test('a save by document gives the new keys of its blocks, and what others changed', async () => {
  const page = await addPage('One.\n\n* a\n* b\n\nTwo.\n');
  const document = await page.read();
  await page.update({ text: [{ at: { key: keyOf(document, 'b') }, offset: 0, remove: 1, insert: 'B' }] });
  const [one] = document.nodes as [Node];
  const leaves = [{ object: 'leaf', text: 'First.' }];
  const sent = {
    ...document,
    nodes: [
      { ...one, nodes: [{ object: 'text', leaves }] },
      {
        object: 'block',
        type: 'paragraph',
        key: 'mine',
        nodes: [{ object: 'text', leaves: [{ object: 'leaf', text: 'New.' }] }],
      },
      ...document.nodes.slice(1),
    ],
  };
  const { outcome } = await page.update({ document: { document: sent } }, page.revision);
  const after = await page.read();
  expect(follow(one.key as string, outcome)).toBe(keyOf(after, 'First.'));
  expect(follow('mine', outcome)).toBe(keyOf(after, 'New.'));
  expect(follow(keyOf(document, 'a'), outcome)).toBe(keyOf(after, 'a'));
  expect(follow(keyOf(document, 'Two.'), outcome)).toBe(keyOf(after, 'Two.'));
  expect(outcome.merged).toMatchObject([{ operation: 'replace', at: { key: keyOf(after, 'B') } }]);
});

test.each([
  ['Markdown', () => ({ markdown: 'New.\n\nOne of some words here.\n\n* a\n* b\n* c\n' })],
  [
    'a document without keys',
    ({ nodes }: Document) => ({
      document: JSON.parse(
        JSON.stringify({ object: 'document', nodes: [nodes[1], nodes[0]] }, (name, value) =>
          name === 'key' ? undefined : value,
        ).replace('One of many', 'One of some'),
      ),
    }),
  ],
])('%s is compared with the blocks before', async (_, change) => {
  const page = await addPage('One of many words here.\n\n* a\n* b\n');
  const before = await page.read();
  const { outcome } = await page.update({ document: change(before) });
  const after = await page.read();
  expect(outcome.merged).toEqual([]);
  expect(follow(keyOf(before, 'One of many words here.'), outcome)).toBe(
    keyOf(after, 'One of some words here.'),
  );
  expect(follow(keyOf(before, 'b'), outcome)).toBe(keyOf(after, 'b'));
});

test('a page too long to be compared is saved without keys', async () => {
  const page = await addPage(`${'Words of a paragraph.\n\n'.repeat(12_000)}`);
  const { outcome } = await page.update({
    document: { markdown: `${'Words of a paragraph.\n\n'.repeat(11_999)}` },
  });
  expect(outcome).not.toHaveProperty('keys');
  expect(outcome).not.toHaveProperty('merged');
});
