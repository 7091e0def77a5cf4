import { isRecord } from '@lectern/std/is-record';
import type { TagRef } from '../content-ref.ts';
import type { BlockType, InlineType } from '../document.ts';
import {
  check,
  type Fields,
  flag,
  listOf,
  number,
  oneOf,
  optional,
  record,
  recordOf,
  text,
} from './checks.ts';
import { reference } from './references.ts';

/** Blocks that are allowed anywhere, paragraphs without an alignment, or blocks of certain types. */
export type BlockChildren = 'blocks' | 'lines' | readonly BlockType[];

/** The nodes that a node may have. */
export type Children = 'inlines' | BlockChildren;

/** The fragments that a node may have, by their names. */
type Fragments = Readonly<Record<string, Children>>;

export interface NodeRule {
  data: Fields;
  /** Absent for a node whose content is in its data or its fragments. */
  nodes?: Children;
  fragments?: Fragments;
  /** Whether it has an anchor, which can be written or is always derived from its text. */
  anchor?: 'written' | 'derived';
  /** Whether its text is code, which has no marks, and no inlines but those of `CODE_INLINES`. */
  isCode?: true;
  /** Whether it is allowed only in blocks that name its type. */
  isPart?: true;
}

const lengthWithUnit = record({ unit: text, value: number });
const length = check({ anyOf: [number.schema, lengthWithUnit.schema] }, (value, place) =>
  isRecord(value) ? lengthWithUnit(value, place) : number(value, place),
);

/** Tags write them in a list with commas. */
const listedName = check(text.schema, (value, place) => {
  const name = text(value, place);
  return name.trim() === '' || name.includes(',') ? place.fail('must be a name without commas') : name;
});

const tag = reference('tag');
/** Tags write them in a list with commas, too. */
const ownTag = check(tag.schema, (value, place) => {
  const read = tag(value, place) as TagRef;
  place.at('tag', () => listedName(read.tag, place));
  if (read.space !== undefined)
    place.at('space', () => place.fail('cannot be set: it is a tag of the space itself'));
  return read;
});

const percentage = record({ unit: oneOf('%'), value: number });
/** A number is a percentage, too. */
const columnWidth = check({ anyOf: [number.schema, percentage.schema] }, (value, place) =>
  isRecord(value) ? percentage(value, place) : number(value, place),
);

/** Markdown has only texts here. */
const property = check({ type: ['string', 'number', 'boolean'] }, (value, place) =>
  typeof value === 'number' || typeof value === 'boolean'
    ? String(value)
    : typeof value === 'string'
      ? value
      : place.fail('must be a string, a number, true or false'),
);

const file = reference('url', 'file');
const icon = optional(text);
const fullWidth = optional(flag);
const line = optional(record({ text, url: optional(text) }));
const image: Fields = {
  ref: file,
  refDark: optional(file),
  alt: optional(text),
  width: optional(length),
  height: optional(length),
};
const caption: Fragments = { caption: 'blocks' };

const align = optional(oneOf('start', 'center', 'end'));
const heading: NodeRule = { data: { level: optional(number), align }, nodes: 'inlines', anchor: 'written' };
const spec = reference('openapi');

/** Tables are checked by `checkTable`. */
export const BLOCK_RULES: Readonly<Record<Exclude<BlockType, 'table'>, NodeRule>> = {
  paragraph: { data: { align }, nodes: 'inlines' },
  'heading-1': heading,
  'heading-2': heading,
  'heading-3': heading,
  'list-ordered': { data: { start: optional(number) }, nodes: ['list-item'] },
  'list-unordered': { data: {}, nodes: ['list-item'] },
  'list-tasks': { data: {}, nodes: ['list-item'] },
  'list-item': { data: { checked: optional(flag) }, nodes: 'blocks', isPart: true },
  blockquote: { data: {}, nodes: 'blocks' },
  divider: { data: {} },
  code: {
    data: {
      syntax: optional(text),
      info: optional(text),
      title: optional(text),
      overflow: optional(oneOf('scroll', 'wrap')),
      lineNumbers: optional(flag),
      expandable: optional(flag),
      fullWidth,
      verbatim: optional(flag),
    },
    nodes: ['code-line'],
  },
  'code-line': { data: { highlighted: optional(flag) }, nodes: 'inlines', isCode: true, isPart: true },
  math: { data: { formula: text } },
  hint: {
    data: { style: oneOf('info', 'success', 'warning', 'danger'), icon, alert: optional(text) },
    nodes: 'blocks',
  },
  images: {
    data: {
      align: optional(oneOf('left', 'center', 'right')),
      fullWidth,
      withFrame: optional(flag),
    },
    nodes: ['image'],
  },
  image: { data: image, fragments: caption, isPart: true },
  drawing: { data: image },
  file: { data: { ref: file }, fragments: caption },
  embed: { data: { url: text, fullWidth }, fragments: caption },
  'content-ref': { data: { ref: reference(), form: optional(oneOf('page-ref')), line } },
  'reusable-content': { data: { ref: reference('url', 'reusable-content') } },
  tabs: { data: { fullWidth }, nodes: ['tabs-item', 'if'] },
  'tabs-item': { data: { title: optional(text), icon }, nodes: 'blocks', anchor: 'derived', isPart: true },
  expandable: {
    data: { defaultExpanded: optional(flag) },
    fragments: { 'expandable-title': 'lines', 'expandable-body': 'blocks' },
    anchor: 'derived',
  },
  stepper: { data: { fullWidth }, nodes: ['stepper-step', 'if'] },
  'stepper-step': { data: { icon }, nodes: 'blocks', isPart: true },
  columns: { data: { fullWidth, verbatim: optional(flag) }, nodes: ['column', 'if'] },
  column: {
    data: { width: optional(columnWidth), verticalAlignment: optional(oneOf('top', 'middle', 'bottom')) },
    nodes: 'blocks',
    isPart: true,
  },
  updates: { data: { format: oneOf('numeric', 'short', 'full') }, nodes: ['update', 'if'] },
  update: {
    data: { date: text, tags: optional(listOf(ownTag)) },
    nodes: 'blocks',
    isPart: true,
  },
  prompt: {
    data: {
      description: text,
      icon,
      openInAIProviders: optional(flag),
      defaultExpanded: optional(oneOf('hidden', 'partial', 'full')),
    },
    nodes: ['code'],
  },
  if: { data: { expression: text }, nodes: 'blocks' },
  swagger: {
    data: {
      ref: file,
      path: text,
      method: text,
      expanded: optional(flag),
      fullWidth,
      form: optional(oneOf('swagger')),
      line,
    },
    anchor: 'derived',
  },
  'openapi-operation': { data: { ref: spec, path: text, method: text, line }, anchor: 'derived' },
  'openapi-webhook': { data: { ref: spec, name: text, method: text, line }, anchor: 'derived' },
  'openapi-schemas': {
    data: { ref: spec, schemas: listOf(listedName), grouped: optional(flag), line },
    anchor: 'derived',
  },
  integration: {
    data: { integration: text, block: text, props: recordOf(property), url: optional(text) },
  },
};

/** The types of blocks that are allowed anywhere. */
export const FLOW_BLOCKS: readonly string[] = [
  ...Object.entries(BLOCK_RULES).flatMap(([type, { isPart }]) => (isPart ? [] : [type])),
  'table',
].sort();

/** A button has either a reference or an action, which is checked where it is read. */
const button: Fields = {
  label: text,
  kind: oneOf('primary', 'secondary'),
  size: optional(oneOf('small', 'medium', 'large')),
  icon,
  ref: optional(reference()),
  isWithoutTarget: optional(flag),
  action: optional(record({ action: oneOf('ask', 'search'), query: optional(text) })),
};

export const INLINE_RULES: Readonly<Record<InlineType, NodeRule>> = {
  link: { data: { ref: reference(), title: optional(text) }, nodes: 'inlines' },
  mention: { data: { ref: reference() } },
  button: { data: button },
  emoji: { data: { code: text } },
  icon: { data: { icon: text, color: optional(text) } },
  'inline-math': { data: { formula: text } },
  'inline-image': {
    data: { ...image, size: optional(oneOf('line', 'original')), caption: optional(text) },
  },
  expression: { data: { expression: text } },
  annotation: { data: {}, nodes: 'inlines', fragments: { 'annotation-body': 'lines' } },
};

/** The inlines that can be in a line of code. */
export const CODE_INLINES: readonly InlineType[] = ['annotation', 'expression'];
