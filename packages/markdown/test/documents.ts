import fc from 'fast-check';
import type { AnyParts, PartsOf } from '../src/assemble/context.ts';
import { urlRef as url } from '../src/content-ref.ts';
import type {
  Annotation,
  Block,
  BlockOf,
  BlockType,
  Inline,
  InlineNode,
  InlineOf,
  InlineType,
  JSONDocument,
  Leaf,
  ListItem,
  Mark,
  PlainMarkType,
  Table,
  TableCell,
  TextNode,
} from '../src/document.ts';
import type { CardsView, CellValue, GridView, TableColumn } from '../src/table-data.ts';

/** Documents of the dialect, for properties. */

const SPECIAL = '*_`~[]()<>#!&$|{}%\\:;-+=1.2)"\'/@^ \u00a0\n'.split('');

const character = fc.oneof(
  { weight: 5, arbitrary: fc.constantFrom(...'abcdefghij XYZ0123'.split('')) },
  { weight: 3, arbitrary: fc.constantFrom(...SPECIAL) },
  {
    weight: 1,
    arbitrary: fc.constantFrom(
      'é',
      '中',
      '😀',
      '‘',
      '–',
      '<b>',
      '&amp;',
      '](x)',
      '{% hint %}',
      '**',
      '__',
      '![',
      '\\*',
      '- ',
      '1. ',
      '    ',
    ),
  },
);

export const anyText = fc.array(character, { minLength: 1, maxLength: 20 }).map((parts) => parts.join(''));
const lineText = anyText.map((text) => text.replaceAll('\n', ' '));
const word = fc.string({ unit: fc.constantFrom(...'abcdefgh'.split('')), minLength: 1, maxLength: 8 });
const target = fc.oneof(
  word.map((name) => `${name}.md`),
  word.map((name) => `../a b/${name} (1).png`),
  word.map((name) => `https://example.com/${name}?a=1&b=2&copy;#x`),
  fc.constantFrom('', '#anchor', 'a\\b', 'ü%20.md', 'it\'s "x".md'),
);
const namedTarget = target.filter((name) => name !== '');

const color = fc.constantFrom('default', 'blue', '$primary');
const mark: fc.Arbitrary<Mark> = fc.oneof(
  fc
    .constantFrom<PlainMarkType>(
      'bold',
      'italic',
      'strikethrough',
      'code',
      'keyboard',
      'superscript',
      'subscript',
    )
    .map((type) => ({ object: 'mark' as const, type })),
  fc
    .record({ text: color, background: color })
    .map((data) => ({ object: 'mark' as const, type: 'color' as const, data })),
);

const leaf: fc.Arbitrary<Leaf> = fc
  .tuple(anyText, fc.uniqueArray(mark, { maxLength: 3, selector: ({ type }) => type }))
  .map(([text, marks]) => ({ object: 'leaf', text, marks }));

const textNode: fc.Arbitrary<TextNode> = fc
  .array(leaf, { minLength: 1, maxLength: 3 })
  .map((leaves) => ({ object: 'text', leaves }));

function inline<Type extends InlineType>(
  type: Type,
  data: InlineOf<Type>['data'],
  parts?: Omit<PartsOf<InlineOf<Type>>, 'data'>,
): InlineOf<Type>;
function inline(type: InlineType, data: object, parts: AnyParts = {}): object {
  return { object: 'inline', type, isVoid: parts.nodes === undefined, data, ...parts };
}

const simpleInline: fc.Arbitrary<Inline> = fc.oneof(
  fc
    .tuple(target, textNode, fc.option(lineText, { nil: undefined }))
    .map(([ref, node, title]) =>
      inline('link', { ref: url(ref), ...(title ? { title } : {}) }, { nodes: [node] }),
    ),
  fc.constantFrom('2705', '1f468-200d-1f4bb').map((code) => inline('emoji', { code })),
  fc
    .tuple(word, fc.constantFrom(undefined, '$primary'))
    .map(([icon, tint]) => inline('icon', { icon, ...(tint ? { color: tint } : {}) })),
  fc.tuple(lineText, fc.option(mark, { nil: undefined })).map(([expression, own]) => ({
    ...inline('expression', { expression }),
    ...(own ? { marks: [own] } : {}),
  })),
  word.map((formula) => inline('inline-math', { formula: `\\frac{${formula}}_2|` })),
  fc
    .tuple(lineText, namedTarget)
    .map(([label, ref]) => inline('button', { label, kind: 'primary', ref: url(ref) })),
  fc
    .tuple(lineText, lineText)
    .map(([label, query]) =>
      inline('button', { label, kind: 'secondary', icon: 'x', action: { action: 'ask', query } }),
    ),
  namedTarget.map((ref) => inline('mention', { ref: url(ref) })),
  fc
    .tuple(target, lineText)
    .map(([ref, alt]) => inline('inline-image', { ref: url(ref), alt, size: 'line' })),
  fc
    .tuple(target, target)
    .map(([ref, dark]) => inline('inline-image', { ref: url(ref), refDark: url(dark), size: 'original' })),
);

function block<Type extends BlockType>(type: Type, parts: PartsOf<BlockOf<Type>>): BlockOf<Type>;
function block(type: BlockType, parts: AnyParts): object {
  return { object: 'block', type, isVoid: parts.nodes === undefined, data: {}, ...parts };
}

const annotation: fc.Arbitrary<Annotation> = fc
  .tuple(textNode, fc.array(textNode, { minLength: 1, maxLength: 2 }))
  .map(([node, bodies]) =>
    inline(
      'annotation',
      {},
      {
        nodes: [node],
        fragments: [
          fragment(
            'annotation-body',
            bodies.map((body) => block('paragraph', { nodes: [body] })),
          ),
        ],
      },
    ),
  );

interface NamedFragment<Name extends string, Child> {
  object: 'fragment';
  fragment: Name;
  type: Name;
  nodes: Child[];
}

const fragment = <Name extends string, Child>(name: Name, nodes: Child[]): NamedFragment<Name, Child> => ({
  object: 'fragment',
  fragment: name,
  type: name,
  nodes,
});

const inlines: fc.Arbitrary<InlineNode[]> = fc
  .tuple(
    textNode,
    fc.array(
      fc.oneof(
        { weight: 3, arbitrary: textNode },
        { weight: 2, arbitrary: simpleInline },
        { weight: 1, arbitrary: annotation },
      ),
      { maxLength: 3 },
    ),
  )
  .map(([first, rest]) => [first, ...rest]);

const htmlInlines = fc
  .tuple(
    textNode,
    fc.array(
      fc.oneof(
        textNode,
        simpleInline.filter(({ type }) => type !== 'inline-math'),
      ),
      { maxLength: 2 },
    ),
  )
  .map(([first, rest]): InlineNode[] => [first, ...rest]);

const paragraph = inlines.map((nodes) => block('paragraph', { nodes }));
const htmlParagraph = htmlInlines.map((nodes) => block('paragraph', { nodes }));

const heading = fc
  .tuple(fc.constantFrom('heading-1', 'heading-2', 'heading-3'), inlines, fc.option(word, { nil: undefined }))
  .map(([type, nodes, id]) => block(type, { nodes, ...(id ? { meta: { id, isExplicit: true } } : {}) }));

const codeLine = fc.tuple(lineText, fc.boolean()).map(([text, highlighted]) =>
  block('code-line', {
    data: highlighted ? { highlighted } : {},
    nodes: [{ object: 'text', leaves: [{ object: 'leaf', text, marks: [] }] }],
  }),
);
const plainLine = lineText.map((text) =>
  block('code-line', { nodes: [{ object: 'text', leaves: [{ object: 'leaf', text, marks: [] }] }] }),
);

const code = fc
  .tuple(
    fc.oneof(
      fc.array(plainLine, { minLength: 1, maxLength: 4 }),
      fc.array(codeLine, { minLength: 1, maxLength: 4 }),
    ),
    fc.record(
      {
        syntax: fc.constantFrom('js', 'c++'),
        info: word,
        title: lineText,
        overflow: fc.constant('wrap'),
        lineNumbers: fc.constant(true),
        expandable: fc.constant(true),
      },
      { requiredKeys: [] },
    ),
  )
  .map(([nodes, data]) => block('code', { data, nodes }));

const image = fc
  .tuple(
    fc.record(
      {
        ref: target.map(url),
        refDark: target.map(url),
        alt: lineText,
        width: fc.constantFrom(563, { unit: '%', value: 50 }),
      },
      { requiredKeys: ['ref'] },
    ),
    fc.array(htmlParagraph, { maxLength: 1 }),
  )
  .map(([data, caption]) =>
    block('image', { data, fragments: caption.length > 0 ? [fragment('caption', caption)] : [] }),
  );

const images = fc
  .tuple(
    fc.array(image, { minLength: 1, maxLength: 3 }),
    fc.record(
      { align: fc.constantFrom('left', 'center'), withFrame: fc.boolean(), fullWidth: fc.boolean() },
      { requiredKeys: [] },
    ),
  )
  .map(([nodes, data]) => block('images', { nodes, data }));

const voids: fc.Arbitrary<Block> = fc.oneof(
  fc.constant(block('divider', {})),
  lineText.filter((text) => !text.includes('$')).map((formula) => block('math', { data: { formula } })),
  target.map((ref) => block('content-ref', { data: { ref: url(ref) } })),
  namedTarget.map((ref) => block('content-ref', { data: { ref: url(ref), form: 'page-ref' } })),
  target.map((ref) => block('reusable-content', { data: { ref: url(ref) } })),
  target.map((link) => block('embed', { data: { url: link } })),
  fc.tuple(target, fc.option(paragraph, { nil: undefined })).map(([ref, caption]) =>
    block('file', {
      data: { ref: url(ref) },
      ...(caption ? { fragments: [fragment('caption', [caption])] } : {}),
    }),
  ),
  target.map((ref) => block('drawing', { data: { ref: url(ref) } })),
  fc
    .tuple(target, lineText)
    .map(([ref, path]) => block('swagger', { data: { ref: url(ref), path, method: 'get' } })),
  fc
    .tuple(word, lineText)
    .map(([spec, path]) =>
      block('openapi-operation', { data: { ref: { kind: 'openapi', spec }, path, method: 'post' } }),
    ),
  word.map((spec) =>
    block('openapi-schemas', {
      data: { ref: { kind: 'openapi', spec }, schemas: ['A', 'B'], grouped: true },
    }),
  ),
  word.map((spec) =>
    block('openapi-webhook', { data: { ref: { kind: 'openapi', spec }, name: 'event', method: 'post' } }),
  ),
  fc
    .tuple(word, lineText)
    .map(([name, content]) =>
      block('integration', { data: { integration: 'vendor', block: name, props: { content } } }),
    ),
  fc.tuple(word, lineText).map(([spec, other]) =>
    block('integration', {
      data: { integration: 'lectern', block: 'openapi-changelog', props: { spec, other } },
    }),
  ),
);

const pipeTable = fc.integer({ min: 1, max: 3 }).chain((width) =>
  fc
    .tuple(
      fc.array(
        fc.record({
          title: lineText.map((text) => text.trim().replace(/\s+/g, ' ')),
          textAlignment: fc.constantFrom('left', 'center', 'right'),
        }),
        { minLength: width, maxLength: width },
      ),
      fc.array(
        fc.array(
          fc.oneof(
            inlines.map((nodes) => [block('paragraph', { nodes })]),
            fc.array(paragraph, { minLength: 2, maxLength: 2 }),
          ),
          { minLength: width, maxLength: width },
        ),
        { maxLength: 3 },
      ),
    )
    .map(([columns, rows]) =>
      table(
        columns.map((column) => ({ ...column, type: 'text' })),
        rows,
        { type: 'grid', hideHeader: false },
      ),
    ),
);

/** The blocks of a cell in a table of HTML. */
export const cell = fc.oneof(
  htmlParagraph.map((node) => [node]),
  fc.array(
    fc.oneof(
      htmlParagraph,
      fc
        .tuple(htmlInlines, fc.option(word, { nil: undefined }), fc.constantFrom('center', undefined))
        .map(([nodes, id, align]) =>
          block('heading-2', {
            nodes,
            ...(align ? { data: { align } } : {}),
            ...(id ? { meta: { id, isExplicit: true } } : {}),
          }),
        ),
      htmlParagraph.map((node) =>
        block('list-unordered', { nodes: [block('list-item', { nodes: [node] })] }),
      ),
      fc
        .tuple(htmlParagraph, fc.boolean())
        .map(([node, checked]) =>
          block('list-tasks', { nodes: [block('list-item', { data: { checked }, nodes: [node] })] }),
        ),
      fc.tuple(htmlParagraph, code).map(([node, lines]) =>
        block('list-ordered', {
          data: { start: 7 },
          nodes: [block('list-item', { nodes: [node, lines] })],
        }),
      ),
      htmlParagraph.map((node) => block('blockquote', { nodes: [node] })),
      fc
        .tuple(htmlParagraph, fc.option(word, { nil: undefined }), fc.option(lineText, { nil: undefined }))
        .map(([node, icon, other]) =>
          block('hint', {
            data: { style: 'success', ...(icon ? { icon } : {}) },
            nodes: [node],
            ...(other === undefined ? {} : { attributes: { other } }),
          }),
        ),
      fc.constant(block('divider', {})),
      code,
    ),
    { minLength: 2, maxLength: 3 },
  ),
);

const htmlTable = fc
  .tuple(
    fc.array(fc.tuple(cell, fc.integer(), fc.boolean(), target), { maxLength: 3 }),
    fc.boolean(),
    lineText,
  )
  .map(([rows, isCards, label]) =>
    table(
      [
        { title: 'A', type: 'text', textAlignment: 'left' },
        { title: '', type: 'number' },
        { title: 'x & <y>', type: 'checkbox' },
        { title: 'R', type: 'content-ref' },
        {
          title: 'S',
          type: 'select',
          multiple: false,
          options: [{ value: 'o1, o2', label: label.trim(), color: 'blue' }],
        },
        { title: 'I', type: 'image' },
        { title: 'F & <u>', titleHtml: '<strong>F</strong> &amp; &lt;u&gt;', type: 'files' },
        { title: 'U', type: 'users', multiple: true },
        { title: 'N', type: 'rating', max: 7 },
      ],
      rows.map(([nodes, count, isChecked, ref]) => [
        nodes,
        count,
        isChecked,
        url(ref),
        ['o1, o2', 'o3'],
        { ref: url(ref), objectFit: 'contain', ...(label.trim() ? { alt: label.trim() } : {}) },
        [ref, 'second.pdf'],
        ['user'],
        count,
      ]),
      isCards
        ? {
            type: 'cards',
            cardSize: 'large',
            targetDefinition: 'c4',
            coverDefinition: 'c6',
            coverDefinitionDark: 'c6',
            hiddenFrom: 4,
          }
        : { type: 'grid', hideHeader: true, columnWidths: { c1: 120.5 } },
    ),
  );

type AnyColumn = TableColumn extends infer Column
  ? Column extends TableColumn
    ? Omit<Column, 'id'>
    : never
  : never;
/** `hiddenFrom`: the number of the first column that is not shown. */
type AnyView = (Omit<GridView, 'columns'> | Omit<CardsView, 'columns'>) & { hiddenFrom?: number };

/** A text cell is given as its blocks. */
function table(
  columns: AnyColumn[],
  rows: (CellValue | Block[])[][],
  { hiddenFrom, ...view }: AnyView,
): Table {
  const ids = columns.map((_, i) => `c${i + 1}`);
  const fragments: TableCell[] = [];
  const records = rows.map((row, r) => ({
    orderIndex: `a${r}`,
    values: Object.fromEntries(
      row.map((value, c): [string, CellValue] => {
        if (!isBlocks(value)) return [ids[c]!, value];
        const name = `r${r + 1}-${ids[c]}`;
        fragments.push({ object: 'fragment', fragment: name, nodes: value });
        return [ids[c]!, name];
      }),
    ),
  }));
  const shown = hiddenFrom === undefined ? ids : ids.slice(0, hiddenFrom - 1);
  return block('table', {
    data: {
      view: { ...view, columns: shown },
      definition: Object.fromEntries(columns.map((column, i) => [ids[i]!, { id: ids[i]!, ...column }])),
      records: Object.fromEntries(records.map((record, i) => [`r${i + 1}`, record])),
    },
    fragments,
  });
}

const isBlocks = (value: CellValue | Block[]): value is Block[] =>
  Array.isArray(value) && typeof value[0] === 'object';

export const { blocks } = fc.letrec<{ blocks: Block[]; container: Block }>((tie) => {
  const some = tie('blocks');
  const items = fc.array(some, { minLength: 1, maxLength: 3 });
  const item = (nodes: Block[], data: ListItem['data'] = {}): ListItem => block('list-item', { data, nodes });
  const listable = fc
    .tuple(
      paragraph,
      some.filter((nodes) => nodes.length < 3),
    )
    .map(([first, rest]) => [first, ...rest]);
  const lists = fc.array(fc.oneof({ weight: 2, arbitrary: listable }, { weight: 1, arbitrary: some }), {
    minLength: 1,
    maxLength: 3,
  });
  return {
    blocks: fc.array(
      fc.oneof(
        { maxDepth: 3, depthSize: 'small' },
        { weight: 4, arbitrary: paragraph },
        { weight: 1, arbitrary: heading },
        { weight: 1, arbitrary: code },
        { weight: 1, arbitrary: images },
        { weight: 2, arbitrary: voids },
        { weight: 1, arbitrary: pipeTable },
        { weight: 1, arbitrary: htmlTable },
        { weight: 4, arbitrary: tie('container') },
      ),
      { minLength: 1, maxLength: 4 },
    ),
    container: fc.oneof(
      lists.map((all) => block('list-unordered', { nodes: all.map((nodes) => item(nodes)) })),
      fc.tuple(lists, fc.constantFrom(1, 0, 7)).map(([all, start]) =>
        block('list-ordered', {
          data: start === 1 ? {} : { start },
          nodes: all.map((nodes) => item(nodes)),
        }),
      ),
      fc
        .array(fc.tuple(listable, fc.boolean()), { minLength: 1, maxLength: 3 })
        .map((all) =>
          block('list-tasks', { nodes: all.map(([nodes, checked]) => item(nodes, { checked })) }),
        ),
      some.map((nodes) => block('blockquote', { nodes })),
      fc
        .tuple(some, fc.constantFrom('info', 'danger'), fc.option(word, { nil: undefined }))
        .map(([nodes, style, icon]) => block('hint', { data: { style, ...(icon ? { icon } : {}) }, nodes })),
      fc
        .tuple(items, lineText)
        .map(([all, title]) =>
          block('tabs', { nodes: all.map((nodes) => block('tabs-item', { data: { title }, nodes })) }),
        ),
      items.map((all) => block('stepper', { nodes: all.map((nodes) => block('stepper-step', { nodes })) })),
      items.map((all) =>
        block('columns', {
          nodes: all.map((nodes) =>
            block('column', {
              data: { width: { unit: '%', value: 33.3 }, verticalAlignment: 'middle' },
              nodes,
            }),
          ),
        }),
      ),
      items.map((all) =>
        block('updates', {
          data: { format: 'full' },
          nodes: all.map((nodes) =>
            block('update', {
              data: { date: '2026-04-29T00:00:00.000Z', tags: [{ kind: 'tag', tag: 'a' }] },
              nodes,
            }),
          ),
        }),
      ),
      some.map((nodes) => block('if', { data: { expression: 'visitor.claims.plan === "pro"' }, nodes })),
      fc.tuple(htmlParagraph, some, fc.boolean()).map(([title, nodes, isOpen]) =>
        block('expandable', {
          data: isOpen ? { defaultExpanded: true } : {},
          fragments: [fragment('expandable-title', [title]), fragment('expandable-body', nodes)],
        }),
      ),
      fc.tuple(plainLine, lineText).map(([line, description]) =>
        block('prompt', {
          data: { description },
          nodes: [block('code', { data: { syntax: 'text' }, nodes: [line] })],
        }),
      ),
    ),
  };
});

export const documentOf = (nodes: Block[]): JSONDocument => ({
  object: 'document',
  data: { schemaVersion: 14 },
  nodes,
});
