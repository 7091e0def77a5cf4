import type { Messages } from '../../messages/en.ts';
import { t } from '../../messages/messages.ts';
import type { DocumentNode } from '../convert/document-json.ts';
import { today } from '../input/parts.ts';
import type { BlockIcon } from './block-icons.ts';

/** A kind of block that a writer can insert. */
export interface BlockChoice {
  id: string;
  label: keyof Messages;
  /** Search keywords in English. */
  words: string;
  icon: BlockIcon;
  group: 'basic' | 'lists' | 'media' | 'structure' | 'inline' | 'more';
  /** Creates the new block. An inline is inserted into the text. */
  make(): DocumentNode;
  /** The choice that the writer makes first: a file, an operation, or a page. */
  asks?: 'image' | 'file' | 'page' | 'operation' | 'reusable-content' | 'icon' | 'emoji' | 'mention';
  /** Whether its properties are opened at once. */
  opens?: true;
}

const text = (value = ''): DocumentNode => ({
  object: 'text',
  leaves: [{ object: 'leaf', text: value, marks: [] }],
});
const block = (type: string, nodes?: DocumentNode[], data: Record<string, unknown> = {}): DocumentNode => ({
  object: 'block',
  type,
  data,
  ...(nodes ? { nodes, isVoid: false } : { isVoid: true }),
});
const paragraph = (): DocumentNode => block('paragraph', [text()]);
const fragment = (name: string, nodes: DocumentNode[]): DocumentNode => ({
  object: 'fragment',
  fragment: name,
  type: name,
  nodes,
});
const list = (type: string, data?: Record<string, unknown>): DocumentNode =>
  block(type, [block('list-item', [paragraph()], data)]);

const inline = (type: string, data: Record<string, unknown>): DocumentNode => ({
  object: 'inline',
  type,
  isVoid: true,
  data,
});

/** Cards with a title and text. */
function makeCards(count = 3): DocumentNode {
  const made = makeTable(2, count);
  const { view, ...data } = made.data as { view: object };
  return { ...made, data: { ...data, view: { ...view, type: 'cards', cardSize: 'medium' } } };
}

/** A table with a row of titles and two rows below it. */
function makeTable(columns = 3, rows = 2): DocumentNode {
  const ids = Array.from({ length: columns }, (_, index) => `column-${index + 1}`);
  const fragments: DocumentNode[] = [];
  const records = Object.fromEntries(
    Array.from({ length: rows }, (_, row) => {
      const values = Object.fromEntries(
        ids.map((id) => {
          const name = `${row}-${id}`;
          fragments.push({ object: 'fragment', fragment: name, nodes: [paragraph()] });
          return [id, name];
        }),
      );
      return [`row-${row + 1}`, { orderIndex: String(row).padStart(4, '0'), values }];
    }),
  );
  return {
    object: 'block',
    type: 'table',
    isVoid: true,
    data: {
      records,
      definition: Object.fromEntries(ids.map((id) => [id, { id, type: 'text', title: '' }])),
      view: { type: 'grid', columns: ids, hideHeader: false },
    },
    fragments,
  };
}

export const BLOCK_CHOICES: readonly BlockChoice[] = [
  {
    id: 'paragraph',
    label: 'blockText',
    words: 'text paragraph plain',
    icon: 'text',
    group: 'basic',
    make: paragraph,
  },
  {
    id: 'heading-1',
    label: 'blockHeading1',
    words: 'heading title h1 h2 large',
    icon: 'heading-1',
    group: 'basic',
    make: () => block('heading-1', [text()]),
  },
  {
    id: 'heading-2',
    label: 'blockHeading2',
    words: 'heading subtitle h2 h3',
    icon: 'heading-2',
    group: 'basic',
    make: () => block('heading-2', [text()]),
  },
  {
    id: 'heading-3',
    label: 'blockHeading3',
    words: 'heading h3 h4 small',
    icon: 'heading-3',
    group: 'basic',
    make: () => block('heading-3', [text()]),
  },
  {
    id: 'list-unordered',
    label: 'blockBullets',
    words: 'bullet list unordered ul',
    icon: 'bulleted-list',
    group: 'lists',
    make: () => list('list-unordered'),
  },
  {
    id: 'list-ordered',
    label: 'blockNumbers',
    words: 'numbered list ordered ol',
    icon: 'numbered-list',
    group: 'lists',
    make: () => list('list-ordered'),
  },
  {
    id: 'list-tasks',
    label: 'blockTasks',
    words: 'task todo check list',
    icon: 'task-list',
    group: 'lists',
    make: () => list('list-tasks', { checked: false }),
  },
  {
    id: 'blockquote',
    label: 'blockQuote',
    words: 'quote blockquote',
    icon: 'quote',
    group: 'basic',
    make: () => block('blockquote', [paragraph()]),
  },
  {
    id: 'code',
    label: 'blockCode',
    words: 'code snippet fence program',
    icon: 'code-block',
    group: 'basic',
    make: () => block('code', [block('code-line', [text()])]),
  },
  {
    id: 'divider',
    label: 'blockDivider',
    words: 'divider line hr rule',
    icon: 'divider',
    group: 'basic',
    make: () => block('divider'),
  },
  {
    id: 'hint-info',
    label: 'blockInfo',
    words: 'hint info note callout admonition',
    icon: 'info',
    group: 'structure',
    make: () => block('hint', [paragraph()], { style: 'info' }),
  },
  {
    id: 'hint-success',
    label: 'blockSuccess',
    words: 'hint success tip callout',
    icon: 'success',
    group: 'structure',
    make: () => block('hint', [paragraph()], { style: 'success' }),
  },
  {
    id: 'hint-warning',
    label: 'blockWarning',
    words: 'hint warning caution callout',
    icon: 'warning',
    group: 'structure',
    make: () => block('hint', [paragraph()], { style: 'warning' }),
  },
  {
    id: 'hint-danger',
    label: 'blockDanger',
    words: 'hint danger error callout',
    icon: 'danger',
    group: 'structure',
    make: () => block('hint', [paragraph()], { style: 'danger' }),
  },
  {
    id: 'table',
    label: 'blockTable',
    words: 'table grid rows columns',
    icon: 'table',
    group: 'structure',
    make: () => makeTable(),
  },
  {
    id: 'tabs',
    label: 'blockTabs',
    words: 'tabs',
    icon: 'tabs',
    group: 'structure',
    make: () =>
      block('tabs', [
        block('tabs-item', [paragraph()], { title: `${t('blockTab')} 1` }),
        block('tabs-item', [paragraph()], { title: `${t('blockTab')} 2` }),
      ]),
  },
  {
    id: 'expandable',
    label: 'blockExpandable',
    words: 'expandable details toggle collapse accordion',
    icon: 'expandable',
    group: 'structure',
    make: () => ({
      ...block('expandable'),
      fragments: [fragment('expandable-title', [paragraph()]), fragment('expandable-body', [paragraph()])],
    }),
  },
  {
    id: 'stepper',
    label: 'blockStepper',
    words: 'stepper steps procedure',
    icon: 'stepper',
    group: 'structure',
    make: () =>
      block('stepper', [
        block('stepper-step', [block('heading-2', [text()]), paragraph()]),
        block('stepper-step', [block('heading-2', [text()]), paragraph()]),
      ]),
  },
  {
    id: 'columns',
    label: 'blockColumns',
    words: 'columns side layout',
    icon: 'columns',
    group: 'structure',
    make: () => block('columns', [block('column', [paragraph()]), block('column', [paragraph()])]),
  },
  {
    id: 'image',
    label: 'blockImage',
    words: 'image picture photo',
    icon: 'image',
    group: 'media',
    make: paragraph,
    asks: 'image',
  },
  {
    id: 'file',
    label: 'blockFile',
    words: 'file attachment download pdf',
    icon: 'file',
    group: 'media',
    make: paragraph,
    asks: 'file',
  },
  {
    id: 'embed',
    label: 'blockEmbed',
    words: 'embed video youtube url',
    icon: 'embed',
    group: 'media',
    make: () => block('embed', undefined, { url: '' }),
  },
  {
    id: 'content-ref',
    label: 'blockPageLink',
    words: 'page link card reference',
    icon: 'page-link',
    group: 'media',
    make: paragraph,
    asks: 'page',
  },
  {
    id: 'math',
    label: 'blockMath',
    words: 'math formula tex latex equation',
    icon: 'math',
    group: 'more',
    make: () => block('math', undefined, { formula: '' }),
    opens: true,
  },
  {
    id: 'mermaid',
    label: 'blockDiagram',
    words: 'mermaid diagram flowchart chart',
    icon: 'diagram',
    group: 'more',
    make: () =>
      block('code', [block('code-line', [text('flowchart LR')]), block('code-line', [text('  A --> B')])], {
        syntax: 'mermaid',
      }),
  },
  {
    id: 'openapi',
    label: 'blockOperation',
    words: 'openapi api operation endpoint swagger',
    icon: 'openapi',
    group: 'more',
    make: paragraph,
    asks: 'operation',
  },
  {
    id: 'reusable-content',
    label: 'blockReusable',
    words: 'reusable content include snippet',
    icon: 'reusable',
    group: 'more',
    make: paragraph,
    asks: 'reusable-content',
  },
  {
    id: 'cards',
    label: 'blockCards',
    words: 'cards grid tiles gallery links',
    icon: 'cards',
    group: 'structure',
    make: () => makeCards(),
  },
  {
    id: 'updates',
    label: 'blockUpdates',
    words: 'updates changelog news releases',
    icon: 'update',
    group: 'structure',
    make: () =>
      block('updates', [block('update', [block('heading-1', [text()]), paragraph()], { date: today() })], {
        format: 'full',
      }),
  },
  {
    id: 'if',
    label: 'blockCondition',
    words: 'condition if adaptive visitor show hide',
    icon: 'condition',
    group: 'more',
    make: () => block('if', [paragraph()], { expression: '' }),
  },
  {
    id: 'prompt',
    label: 'blockPrompt',
    words: 'prompt assistant ai llm',
    icon: 'prompt',
    group: 'more',
    make: () => block('prompt', [block('code', [block('code-line', [text()])])], { description: '' }),
  },
  {
    id: 'openapi-webhook',
    label: 'blockWebhook',
    words: 'openapi webhook api',
    icon: 'openapi',
    group: 'more',
    make: () =>
      block('openapi-webhook', undefined, { ref: { kind: 'openapi', spec: '' }, name: '', method: 'post' }),
    opens: true,
  },
  {
    id: 'openapi-schemas',
    label: 'blockSchemas',
    words: 'openapi schemas models api',
    icon: 'openapi',
    group: 'more',
    make: () => block('openapi-schemas', undefined, { ref: { kind: 'openapi', spec: '' }, schemas: [] }),
    opens: true,
  },
  {
    id: 'button',
    label: 'inlineButton',
    words: 'button call action',
    icon: 'button',
    group: 'inline',
    make: () =>
      inline('button', { label: t('inlineButton'), kind: 'primary', ref: { kind: 'url', url: '' } }),
    opens: true,
  },
  {
    id: 'icon',
    label: 'icon',
    words: 'icon symbol font awesome',
    icon: 'icon',
    group: 'inline',
    make: () => inline('icon', { icon: '' }),
    asks: 'icon',
  },
  {
    id: 'emoji',
    label: 'emoji',
    words: 'emoji smiley',
    icon: 'emoji',
    group: 'inline',
    make: paragraph,
    asks: 'emoji',
  },
  {
    id: 'mention',
    label: 'inlineMention',
    words: 'mention page reference',
    icon: 'mention',
    group: 'inline',
    make: () => inline('mention', {}),
    asks: 'mention',
  },
  {
    id: 'expression',
    label: 'inlineVariable',
    words: 'variable expression value',
    icon: 'variable',
    group: 'inline',
    make: () => inline('expression', { expression: '' }),
    opens: true,
  },
  {
    id: 'inline-math',
    label: 'inlineMath',
    words: 'formula math inline tex latex',
    icon: 'math',
    group: 'inline',
    make: () => inline('inline-math', { formula: '' }),
    opens: true,
  },
];
