import fc from 'fast-check';
import { expect, test } from 'vitest';
import { blocks, documentOf } from '../../test/documents.ts';
import { parseMarkdown } from '../parse-markdown.ts';
import { writeMarkdown } from '../write-markdown.ts';
import { DocumentFault } from './checks.ts';
import { receiveDocument } from './receive-document.ts';

const text = (words: string, ...marks: string[]) => ({
  object: 'text',
  leaves: [{ object: 'leaf', text: words, marks: marks.map((type) => ({ object: 'mark', type })) }],
});
const block = (type: string, parts: object = {}) => ({ object: 'block', type, ...parts });
const inline = (type: string, parts: object = {}) => ({ object: 'inline', type, ...parts });
const paragraph = (...nodes: object[]) => block('paragraph', { nodes });
const document = (...nodes: unknown[]) => ({ object: 'document', nodes });

const plain = (value: unknown) => JSON.parse(JSON.stringify(value));

test('a document of the dialect is received as it is', () => {
  fc.assert(
    fc.property(blocks, (nodes) => {
      const sent = plain(documentOf(nodes));
      expect(receiveDocument(sent)).toEqual(sent);
    }),
    { numRuns: 200 },
  );
});

test('what the parser makes of a page is received as it is', () => {
  const sent = plain(
    parseMarkdown(
      '# A\n\n## B <a href="#x" id="x"></a>\n\n{% tabs %}\n{% tab title="One" icon="bolt" %}\n1\n{% endtab %}\n{% endtabs %}\n\n| a | b |\n| - | :-: |\n| **c** | d |\n\nA note[^1]. $$x$$ :smile: <mark style="color:red;">red</mark>\n\n[^1]: The note.\n',
    ).document,
  );
  expect(receiveDocument(sent)).toEqual(sent);
});

/** Documents as the types of the client allow them, with the Markdown that they become. */
const SPARSE: [name: string, sent: object, markdown: string][] = [
  ['a paragraph without data', document(paragraph(text('a'))), 'a\n'],
  [
    'a leaf without marks',
    document(paragraph({ object: 'text', leaves: [{ object: 'leaf', text: 'a' }] })),
    'a\n',
  ],
  ['a text without leaves', document(paragraph(text('a'), { object: 'text', leaves: [] })), 'a\n'],
  ['marks', document(paragraph(text('a', 'bold'))), '**a**\n'],
  [
    'optional fields that are null',
    document(
      block('code', {
        data: { title: null, syntax: 'js' },
        nodes: [block('code-line', { data: {}, nodes: [text('x')] })],
      }),
    ),
    '```js\nx\n```\n',
  ],
  [
    'a list',
    document(
      block('list-tasks', {
        nodes: [block('list-item', { data: { checked: true }, nodes: [paragraph(text('a'))] })],
      }),
    ),
    '* [x] a\n',
  ],
  ['a divider', document(block('divider')), '***\n'],
  ['a quote', document(block('blockquote', { nodes: [paragraph(text('a'))] })), '> a\n'],
  [
    'an expandable whose fragments have a type alone',
    document(
      block('expandable', {
        fragments: [
          { object: 'fragment', type: 'expandable-title', nodes: [paragraph(text('t'))] },
          { object: 'fragment', type: 'expandable-body', nodes: [paragraph(text('b'))] },
        ],
      }),
    ),
    '<details>\n\n<summary>t</summary>\n\nb\n\n</details>\n',
  ],
  [
    'an image whose caption has a fragment alone',
    document(
      block('images', {
        data: {},
        nodes: [
          block('image', {
            data: { ref: { kind: 'url', url: 'https://a.test/b.png' } },
            fragments: [{ object: 'fragment', fragment: 'caption', nodes: [paragraph(text('c'))] }],
          }),
        ],
      }),
    ),
    '<figure><img src="https://a.test/b.png" alt=""><figcaption><p>c</p></figcaption></figure>\n',
  ],
  [
    'a table with the fields that readers need',
    document(
      block('table', {
        data: {
          view: { type: 'grid', columns: ['a'] },
          definition: { a: { id: 'a', title: 'A', type: 'text' } },
          records: { r: { orderIndex: 'a0', values: { a: 'f' } } },
        },
        fragments: [{ object: 'fragment', fragment: 'f', nodes: [paragraph(text('x'))] }],
      }),
    ),
    '| A   |\n| --- |\n| x   |\n',
  ],
  [
    'a table with a fragment of no cell',
    document(
      block('table', {
        data: {
          view: { type: 'grid', columns: ['a'] },
          definition: { a: { id: 'a', title: 'A', type: 'text' } },
          records: { r: { orderIndex: 'a0', values: { a: 'f' } } },
        },
        fragments: [
          { object: 'fragment', nodes: [] },
          { object: 'fragment', fragment: 'f', nodes: [paragraph(text('x'))] },
        ],
      }),
    ),
    '| A   |\n| --- |\n| x   |\n',
  ],
  [
    'an integration whose properties are numbers and switches',
    document(
      block('integration', {
        data: { integration: 'maker', block: 'block', props: { height: 40, isOpen: false, name: 'a' } },
      }),
    ),
    '{% @maker/block height="40" isOpen="false" name="a" %}\n',
  ],
  [
    'tabs within a condition',
    document(
      block('tabs', {
        nodes: [
          block('if', {
            data: { expression: 'visitor.claims.a' },
            nodes: [block('tabs-item', { data: { title: 'T' }, nodes: [paragraph(text('a'))] })],
          }),
        ],
      }),
    ),
    '{% tabs %}\n{% if visitor.claims.a %}\n{% tab title="T" %}\na\n{% endtab %}\n{% endif %}\n{% endtabs %}\n',
  ],
  [
    'fields that documents do not have',
    document({ ...paragraph(text('a')), data: { unknown: 1 }, style: 'x' }),
    'a\n',
  ],
];

test.each(SPARSE)('%s', (_name, sent, markdown) => {
  expect(`${writeMarkdown(receiveDocument(sent))}\n`.replace(/\n+$/, '\n')).toBe(markdown);
});

const codeOf = (...nodes: object[]) => block('code', { nodes: [block('code-line', { nodes })] });
const partOf = (name: string, ...nodes: object[]) => ({ object: 'fragment', fragment: name, nodes });
const centered = { ...paragraph(text('a')), data: { align: 'center' } };
const anchored = { meta: { id: 'own', isExplicit: true } };

const FAULTS: [sent: unknown, fault: string][] = [
  [
    document(codeOf({ object: 'text', leaves: [{ object: 'leaf', text: '', source: '<!-- a -->' }] })),
    'nodes.0.nodes.0.nodes.0.leaves.0.source cannot be in a line of code',
  ],
  [
    document(codeOf(inline('link', { data: { ref: { kind: 'url', url: 'a.md' } }, nodes: [text('a')] }))),
    'nodes.0.nodes.0.nodes.0.type cannot be in a line of code: it has only text, annotations and expressions',
  ],
  [
    document(
      block('expandable', {
        fragments: [partOf('expandable-title', centered), partOf('expandable-body', paragraph(text('b')))],
      }),
    ),
    'nodes.0.fragments.0.nodes.0.data.align cannot be set: the text is written without an alignment',
  ],
  [
    document(
      paragraph(
        inline('annotation', { nodes: [text('a')], fragments: [partOf('annotation-body', centered)] }),
      ),
    ),
    'nodes.0.nodes.0.fragments.0.nodes.0.data.align cannot be set: the text is written without an alignment',
  ],
  [
    document(
      block('tabs', {
        nodes: [block('tabs-item', { ...anchored, data: { title: 'T' }, nodes: [paragraph(text('a'))] })],
      }),
    ),
    'nodes.0.nodes.0.meta.isExplicit cannot be true: the anchor of this block follows from its text',
  ],
  [
    document({ ...paragraph(text('a')), attributes: { own: '1' } }),
    'nodes.0.attributes cannot be set: a block of this type is written without a tag',
  ],
  [
    document({
      ...block('code', {
        nodes: [block('code-line', { data: { highlighted: true }, nodes: [text('a')] })],
      }),
      attributes: { own: '1' },
    }),
    'nodes.0.attributes cannot be set: code with this content is written as HTML, which has none',
  ],
  [
    document(
      block('integration', { data: { integration: 'a', block: 'b', props: {} }, attributes: { own: '1' } }),
    ),
    'nodes.0.attributes cannot be set: set them in the props of its data',
  ],
  [
    document(block('hint', { data: { style: 'info' }, attributes: { style: 'danger' }, nodes: [] })),
    'nodes.0.attributes.style cannot be set: it is a field of the data',
  ],
  [
    document(block('embed', { data: { url: 'a' }, attributes: { 'a b': '1' } })),
    'nodes.0.attributes.a b is not a name that an attribute can have',
  ],
  [
    document(block('embed', { data: { url: 'a' }, fragments: [partOf('caption'), partOf('caption')] })),
    'nodes.0.fragments.1.fragment is there twice: “caption”',
  ],
  [
    document(
      block('columns', {
        nodes: [block('column', { data: { width: { unit: 'px', value: 9 } }, nodes: [] })],
      }),
    ),
    'nodes.0.nodes.0.data.width.unit must be %',
  ],
  [
    document(block('openapi-schemas', { data: { ref: { kind: 'openapi', spec: 'a' }, schemas: ['b,c'] } })),
    'nodes.0.data.schemas.0 must be a name without commas',
  ],
  [
    document(block('expandable', { ...anchored, fragments: [] })),
    'nodes.0.meta.isExplicit cannot be true: the anchor of this block follows from its text',
  ],
  [1, ' must be an object'],
  [{ object: 'block', nodes: [] }, 'object must be document'],
  [{ object: 'document' }, 'nodes is required'],
  [document(null), 'nodes.0 must be an object'],
  [document('a'), 'nodes.0 must be an object'],
  [document(text('a')), 'nodes.0.object must be block'],
  [document(paragraph(), block('paragraph')), 'nodes.1.nodes is required'],
  [document(paragraph({ object: 'text' })), 'nodes.0.nodes.0.leaves must be a list'],
  [
    document(paragraph({ object: 'text', leaves: [{ object: 'leaf' }] })),
    'nodes.0.nodes.0.leaves.0.text is required',
  ],
  [
    document(paragraph({ object: 'text', leaves: [{ text: 5 }] })),
    'nodes.0.nodes.0.leaves.0.text must be a string',
  ],
  [
    document(paragraph(text('a', 'loud'))),
    'nodes.0.nodes.0.leaves.0.marks.0.type must be bold, italic, strikethrough, code, keyboard, superscript, subscript or color',
  ],
  [document(paragraph(paragraph(text('a')))), 'nodes.0.nodes.0.object must be text or inline'],
  [
    document(block('hint', { data: { style: 'loud' }, nodes: [] })),
    'nodes.0.data.style must be info, success, warning or danger',
  ],
  [document(block('hint', { nodes: [] })), 'nodes.0.data.style is required'],
  [
    document(block('list-unordered', { nodes: [paragraph(text('a'))] })),
    'nodes.0.nodes.0.type must be list-item',
  ],
  [document(block('code', { nodes: [paragraph(text('a'))] })), 'nodes.0.nodes.0.type must be code-line'],
  [document(paragraph(inline('link', { nodes: [] }))), 'nodes.0.nodes.0.data.ref is required'],
  [
    document(paragraph(inline('link', { data: { ref: { kind: 'url' } }, nodes: [] }))),
    'nodes.0.nodes.0.data.ref.url is required',
  ],
  [
    document(paragraph(inline('button', { data: { label: 'a', kind: 'primary' } }))),
    'nodes.0.nodes.0.data must have either ref or action',
  ],
  [document(block('table', {})), 'nodes.0.data is required'],
  [
    document(block('integration', { data: { integration: 'a', block: 'b', props: { c: {} } } })),
    'nodes.0.data.props.c must be a string, a number, true or false',
  ],
  [
    document(
      block('table', {
        data: { view: { type: 'grid', columns: ['b'] }, definition: { a: { type: 'text' } }, records: {} },
      }),
    ),
    'nodes.0.data.view.columns.0 is not a column of the definition',
  ],
  [
    document(
      block('table', {
        data: {
          view: { type: 'grid', columns: ['a'] },
          definition: { a: { type: 'text' } },
          records: { r: { orderIndex: 'a', values: { a: 'f' } } },
        },
      }),
    ),
    'nodes.0.data.records.r.values.a is not the name of a fragment of the table',
  ],
  [
    document(
      block('table', {
        data: {
          view: { type: 'grid', columns: [] },
          definition: { a: { type: 'constructor' } },
          records: {},
        },
      }),
    ),
    'nodes.0.data.definition.a.type must be text, number, checkbox, rating, select, files, users, content-ref or image',
  ],
];

test.each(FAULTS)('%j', (sent, fault) => {
  expect(() => receiveDocument(sent)).toThrow(new DocumentFault([], fault).message.trim());
});

test('marks in lines of code are left out', () => {
  const marks = [{ object: 'mark', type: 'bold' }];
  const sent = (...bold: 'bold'[]) =>
    document(
      codeOf(
        text('a', ...bold),
        inline('annotation', { nodes: [text('b', ...bold)] }),
        inline('expression', { data: { expression: 'c' }, ...(bold.length > 0 ? { marks } : {}) }),
      ),
    );
  expect(receiveDocument(sent('bold'))).toEqual(receiveDocument(sent()));
});

test('a note to a word of code is no code', () => {
  const note = inline('annotation', {
    nodes: [text('a')],
    fragments: [partOf('annotation-body', paragraph(text('b', 'bold')))],
  });
  const sent = document(codeOf(note, text('c')), paragraph(text('d', 'bold')));
  expect(() => receiveDocument(sent)).not.toThrow();
});

test('an unknown type is named with those that are known', () => {
  const receive = () => receiveDocument(document(block('heading-4', { nodes: [] })));
  expect(receive).toThrow(/^nodes\.0\.type must be blockquote, code, .*paragraph.* or updates$/);
});

/** Puts a value in the place of a random field of a document. */
function damage(sent: unknown, steps: readonly number[], value: unknown): void {
  let parent = sent as Record<string, unknown>;
  for (const step of steps) {
    const keys = Object.keys(parent);
    const key = keys[step % keys.length];
    if (key === undefined) return;
    const inner = parent[key];
    if (typeof inner !== 'object' || inner === null || step % 7 === 0) {
      parent[key] = value;
      return;
    }
    parent = inner as Record<string, unknown>;
  }
}

test('a damaged document is refused with its fault, or can be written', () => {
  const value = fc.oneof(
    fc.jsonValue({ maxDepth: 2 }),
    fc.constantFrom(null, -1, 1e300, '', [], {}, '__proto__'),
  );
  fc.assert(
    fc.property(
      blocks,
      fc.array(fc.nat(1000), { minLength: 3, maxLength: 14 }),
      value,
      (nodes, steps, put) => {
        const sent = plain(documentOf(nodes));
        damage(sent, steps, put);
        try {
          writeMarkdown(receiveDocument(sent));
        } catch (error) {
          if (!(error instanceof DocumentFault)) throw error;
        }
      },
    ),
    { numRuns: 500 },
  );
});

test('a document that is nested too deeply is refused', () => {
  let nested: object = paragraph(text('a'));
  for (let depth = 0; depth < 60; depth += 1) nested = block('blockquote', { nodes: [nested] });
  expect(() => receiveDocument(document(nested))).toThrow(/is nested more than 50 levels deep$/);
});

test('the work grows with the size of a document, not faster', () => {
  /** Counts how often a node is read. */
  const readsOf = (count: number): number => {
    let reads = 0;
    const counted = new Proxy(paragraph(text('a')), {
      get: (node, key, receiver) => {
        reads += 1;
        return Reflect.get(node, key, receiver);
      },
    });
    receiveDocument(document(...new Array(count).fill(counted)));
    return reads;
  };
  expect(readsOf(400)).toBe(readsOf(100) * 4);
});
