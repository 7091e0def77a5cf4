import { type MarkSpec, type NodeSpec, Schema } from 'prosemirror-model';
import { inlineSpecs } from './inline-specs.ts';
import { markSpecs } from './mark-specs.ts';
import { pictureRule } from './picture-rules.ts';
import { tableSpecs } from './table-specs.ts';

/**
 * The blocks of the document format, one to one. A node has the name of its type with underscores, and three
 * attributes: `key`, the handle by which it is named; `data`, and `more`: other fields that the format has for it.
 * What has no node here is a `source_block` or a `source_inline`: it is shown, and never changed.
 */
const ATTRS = { key: { default: null }, data: { default: {} }, more: { default: {} } };

/** Those of a block that is nothing without its data: the editor never makes one to fill a gap. */
const ATTRS_WITH_DATA = { ...ATTRS, data: {} };

type Draw = Pick<NodeSpec, 'toDOM' | 'parseDOM' | 'defining'>;

/** The blocks that are allowed anywhere, and those that are allowed in cells of tables, too. */
const BLOCK = 'block';
const CELL_BLOCK = 'block cell_block';

/** A block of text. */
const text = (draw: Draw): NodeSpec => ({ group: CELL_BLOCK, content: 'inline*', attrs: ATTRS, ...draw });
/** A block that contains others. */
const container = (content: string, more: NodeSpec = {}): NodeSpec => ({
  group: BLOCK,
  content,
  attrs: ATTRS,
  defining: true,
  ...more,
});
/** A part of another block. */
const part = (content: string, more: NodeSpec = {}): NodeSpec => ({
  content,
  attrs: ATTRS,
  defining: true,
  isolating: true,
  ...more,
});
/** A block without text. */
const atom = (more: NodeSpec = {}): NodeSpec => ({ group: BLOCK, atom: true, attrs: ATTRS, ...more });

/** A condition, with blocks or with the parts of the block that it is in. */
const condition = (content: string, more: NodeSpec = {}): NodeSpec =>
  container(content, { attrs: ATTRS_WITH_DATA, toDOM: () => ['div', { class: 'condition' }, 0], ...more });

const heading = (level: 1 | 2 | 3): NodeSpec =>
  text({
    // A heading that is pasted into an empty paragraph stays one.
    defining: true,
    toDOM: ({ attrs: { data } }) => [`h${level + 1}`, lookOf(data as { align?: string }), 0],
    // The title of a page is its first heading; headings in it begin one level below.
    parseDOM:
      level === 1
        ? [{ tag: 'h1' }, { tag: 'h2' }]
        : level === 2
          ? [{ tag: 'h3' }]
          : ['h4', 'h5', 'h6'].map((tag) => ({ tag })),
  });

/** The direction of each text is that of its words. */
const lookOf = ({ align }: { align?: string }): Record<string, string> => ({
  dir: 'auto',
  ...(align === undefined ? {} : { class: `align-${align}` }),
});

const BLOCKS: Record<string, NodeSpec> = {
  paragraph: text({
    toDOM: ({ attrs: { data } }) => ['p', lookOf(data as { align?: string }), 0],
    parseDOM: [{ tag: 'p' }],
  }),
  heading_1: heading(1),
  heading_2: heading(2),
  heading_3: heading(3),
  list_unordered: container('list_item+', {
    group: CELL_BLOCK,
    toDOM: () => ['ul', 0],
    parseDOM: [{ tag: 'ul' }],
  }),
  list_ordered: container('list_item+', {
    group: CELL_BLOCK,
    toDOM: ({ attrs: { data } }) => ['ol', startOf(data as { start?: number }), 0],
    parseDOM: [
      {
        tag: 'ol',
        getAttrs: (element) => {
          const start = element.getAttribute('start');
          return { data: start === null ? {} : { start: Number(start) } };
        },
      },
    ],
  }),
  list_tasks: container('list_item+', {
    group: CELL_BLOCK,
    toDOM: () => ['ul', { class: 'tasks' }, 0],
    parseDOM: [
      { tag: 'ul.tasks', priority: 60 },
      { tag: 'ul.contains-task-list', priority: 60 },
    ],
  }),
  list_item: part('block+', {
    isolating: false,
    toDOM: () => ['li', 0],
    parseDOM: [
      {
        tag: 'li',
        getAttrs: (element) => {
          const box = element.querySelector(
            ':scope > input[type="checkbox"], :scope > p > input[type="checkbox"]',
          );
          return { data: box ? { checked: box.hasAttribute('checked') } : {} };
        },
      },
    ],
  }),
  blockquote: container('block+', {
    group: CELL_BLOCK,
    toDOM: () => ['blockquote', 0],
    parseDOM: [{ tag: 'blockquote' }],
  }),
  divider: atom({ group: CELL_BLOCK, toDOM: () => ['hr'], parseDOM: [{ tag: 'hr' }] }),
  code_block: container('code_line+', {
    group: CELL_BLOCK,
    isolating: true,
    toDOM: () => ['pre', { dir: 'ltr' }, ['code', 0]],
    parseDOM: [
      {
        tag: 'pre',
        preserveWhitespace: 'full',
        getAttrs: ({ dataset: { syntax } }) => ({ data: syntax === undefined ? {} : { syntax } }),
      },
    ],
  }),
  code_line: part('text*', {
    marks: '',
    isolating: false,
    defining: false,
    whitespace: 'pre',
    toDOM: ({ attrs: { data } }) => [
      'div',
      { class: (data as { highlighted?: boolean }).highlighted === true ? 'line hl' : 'line' },
      0,
    ],
    parseDOM: [{ tag: 'div.line', context: 'code_block/' }],
  }),
  math: atom({ toDOM: () => ['div', { class: 'math' }] }),
  hint: container('block+', {
    group: CELL_BLOCK,
    attrs: ATTRS_WITH_DATA,
    toDOM: ({ attrs: { data } }) => [
      'aside',
      { class: `hint hint-${(data as { style?: string }).style ?? 'info'}` },
      ['div', { class: 'hint-body' }, 0],
    ],
    parseDOM: ['info', 'success', 'warning', 'danger'].map((style) => ({
      tag: `aside.hint-${style}`,
      attrs: { data: { style } },
      contentElement: '.hint-body',
    })),
  }),
  images: container('image*', {
    toDOM: ({ attrs: { data } }) => [
      'div',
      { class: `images pictures-${(data as { align?: string }).align ?? 'center'}` },
      0,
    ],
    parseDOM: [pictureRule],
  }),
  image: part('caption?', {
    attrs: ATTRS_WITH_DATA,
    selectable: true,
    toDOM: () => ['figure', { class: 'picture' }, 0],
  }),
  caption: part('(paragraph | source_block)+', {
    toDOM: () => ['figcaption', 0],
    parseDOM: [{ tag: 'figcaption' }],
  }),
  drawing: atom({ toDOM: () => ['figure', { class: 'picture' }] }),
  file: container('caption?', { attrs: ATTRS_WITH_DATA, toDOM: () => ['div', { class: 'file' }, 0] }),
  embed: container('caption?', { attrs: ATTRS_WITH_DATA, toDOM: () => ['div', { class: 'embed' }, 0] }),
  content_ref: atom({ toDOM: () => ['div', { class: 'link-card' }] }),
  reusable_content: atom({ toDOM: () => ['div', { class: 'reusable' }] }),
  tabs: container('(tabs_item | tabs_if)+', { toDOM: () => ['div', { class: 'tabs-block' }, 0] }),
  tabs_if: condition('(tabs_item | tabs_if)+', { group: '' }),
  tabs_item: part('block+', { toDOM: () => ['section', { class: 'tab' }, 0] }),
  expandable: container('expandable_title expandable_body', {
    toDOM: () => ['div', { class: 'expandable' }, 0],
    parseDOM: [{ tag: 'details' }],
  }),
  expandable_title: part('paragraph', {
    toDOM: () => ['div', { class: 'expandable-title' }, 0],
    parseDOM: [{ tag: 'summary' }],
  }),
  expandable_body: part('block+', { toDOM: () => ['div', { class: 'expandable-body' }, 0] }),
  stepper: container('(stepper_step | stepper_if)+', { toDOM: () => ['ol', { class: 'steps' }, 0] }),
  stepper_if: condition('(stepper_step | stepper_if)+', { group: '' }),
  stepper_step: part('block+', { toDOM: () => ['li', { class: 'step' }, 0] }),
  columns: container('(column | columns_if)+', { toDOM: () => ['div', { class: 'columns' }, 0] }),
  columns_if: condition('(column | columns_if)+', { group: '' }),
  column: part('block+', { toDOM: () => ['div', { class: 'column' }, 0] }),
  updates: container('(update | updates_if)+', {
    attrs: { ...ATTRS, data: { default: { format: 'full' } } },
    toDOM: () => ['div', { class: 'updates' }, 0],
  }),
  updates_if: condition('(update | updates_if)+', { group: '' }),
  update: part('block+', {
    attrs: { ...ATTRS, data: { default: { date: new Date().toISOString() } } },
    toDOM: () => ['section', { class: 'update' }, 0],
  }),
  prompt: container('code_block', {
    attrs: ATTRS_WITH_DATA,
    toDOM: () => ['div', { class: 'prompt' }, 0],
  }),
  if: condition('block+'),
  swagger: atom({ toDOM: () => ['div', { class: 'operation' }] }),
  openapi_operation: atom({ toDOM: () => ['div', { class: 'operation' }] }),
  openapi_webhook: atom({ toDOM: () => ['div', { class: 'operation' }] }),
  openapi_schemas: atom({ toDOM: () => ['div', { class: 'operation' }] }),
  integration: atom({ toDOM: () => ['div', { class: 'integration' }] }),
  /** A block that is shown by its source. `json`: the block as it came. `tag`: it begins or ends a pair of tags. */
  source_block: {
    group: CELL_BLOCK,
    atom: true,
    attrs: {
      key: { default: null },
      json: { default: null },
      source: { default: '' },
      tag: { default: null },
    },
    toDOM: ({ attrs: { source } }) => ['pre', ['code', String(source)]],
  },
};

const startOf = ({ start }: { start?: number }): Record<string, string> =>
  start === undefined ? {} : { start: String(start) };

const nodes: Record<string, NodeSpec> = {
  doc: { content: 'block+' },
  ...BLOCKS,
  ...tableSpecs(ATTRS),
  text: { group: 'inline' },
  ...inlineSpecs(ATTRS),
};

export const schema = new Schema({ nodes, marks: markSpecs() as Record<string, MarkSpec> });

const CONDITION = '_if';

/**
 * The node of a type of the document format, in a parent. `code` is a mark as well, and a condition in a block such as
 * tabs has parts of that block.
 */
export function nodeName(type: string, parent?: string): string {
  if (type === 'code') return 'code_block';
  if (type !== 'if' || parent === undefined) return type.replaceAll('-', '_');
  const within = parent.endsWith(CONDITION) ? parent : `${parent}${CONDITION}`;
  return within in nodes ? within : type;
}

export const typeName = (node: string): string =>
  node === 'code_block' ? 'code' : node.endsWith(CONDITION) ? 'if' : node.replaceAll('_', '-');
