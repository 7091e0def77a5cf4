import { type BlockType, type InlineType, MARK_ORDER } from '../document.ts';
import { type JsonSchema, schemaOf } from './checks.ts';
import { BLOCK_RULES, type Children, FLOW_BLOCKS, INLINE_RULES, type NodeRule } from './node-rules.ts';
import { TABLE_SCHEMA } from './table.ts';

/**
 * JSON Schemas of documents, from the rules by which documents are received: of the document, of each block and inline,
 * and of what they consist of. `refTo` makes the reference from one to another. Fields that only responses have are in
 * them, and required is only what a request must have.
 */
export function documentSchemas(refTo: (name: string) => JsonSchema): Record<string, JsonSchema> {
  const anyOf = (names: readonly string[]): JsonSchema =>
    names.length === 1 ? refTo(names[0] as string) : { anyOf: names.map(refTo) };
  const childrenOf = (children: Children): JsonSchema => {
    if (children === 'inlines') return refTo('DocumentInline');
    if (children === 'lines') return refTo(nameOfBlock('paragraph'));
    return children === 'blocks' ? refTo('DocumentBlock') : anyOf(children.map(nameOfBlock));
  };
  const listOf = (items: JsonSchema): JsonSchema => ({ type: 'array', items });
  const fragment = (name: string, children: Children): JsonSchema =>
    objectOf(
      { object: { const: 'fragment' }, fragment: { const: name }, type: { const: name }, key: KEY },
      { nodes: listOf(childrenOf(children)) },
    );
  const node = (object: 'block' | 'inline', type: string, rule: NodeRule): JsonSchema => {
    const data = schemaOf(rule.data);
    const fragments = Object.entries(rule.fragments ?? {}).map(([name, children]) =>
      fragment(name, children),
    );
    return objectOf(
      {
        key: KEY,
        isVoid: { const: rule.nodes === undefined },
        ...(data.required ? {} : { data }),
        ...(rule.anchor ? { meta: ANCHORS[rule.anchor] } : {}),
        ...(fragments.length > 0
          ? {
              fragments: listOf(fragments.length === 1 ? (fragments[0] as JsonSchema) : { anyOf: fragments }),
            }
          : {}),
        ...(object === 'block' ? BLOCK_PARTS : {}),
        ...(type === 'expression' ? { marks: listOf(refTo('DocumentMark')) } : {}),
      },
      {
        object: { const: object },
        type: { const: type },
        ...(data.required ? { data } : {}),
        ...(rule.nodes ? { nodes: listOf(childrenOf(rule.nodes)) } : {}),
      },
    );
  };
  const cell = objectOf(
    { key: KEY },
    {
      object: { const: 'fragment' },
      fragment: { type: 'string', description: 'The name by which the value of a text cell refers to it.' },
      nodes: listOf(refTo('DocumentBlock')),
    },
  );
  const blocks = Object.entries(BLOCK_RULES).map(([type, rule]) => [
    nameOfBlock(type),
    node('block', type, type === 'if' ? { ...rule, nodes: IN_CONDITIONS } : rule),
  ]);
  const inlines = Object.entries(INLINE_RULES).map(([type, rule]) => [
    nameOfInline(type),
    node('inline', type, rule),
  ]);
  return {
    DocumentBlock: {
      description: 'A block that can stand anywhere.',
      examples: [EXAMPLE],
      ...anyOf(FLOW_BLOCKS.map(nameOfBlock)),
    },
    DocumentInline: {
      description: 'A node in a line of text.',
      ...anyOf(['DocumentText', ...Object.keys(INLINE_RULES).map(nameOfInline)]),
    },
    DocumentText: objectOf(
      { key: KEY },
      { object: { const: 'text' }, leaves: listOf(refTo('DocumentLeaf')) },
    ),
    DocumentLeaf: objectOf(
      {
        object: { const: 'leaf' },
        marks: listOf(refTo('DocumentMark')),
        source: {
          type: 'string',
          description:
            'The Markdown of something that is kept as it is written, such as a comment. `text` is what readers see of it. Send it back unchanged.',
        },
      },
      { text: { type: 'string' } },
    ),
    DocumentMark: objectOf(
      {
        object: { const: 'mark' },
        data: {
          ...objectOf({}, { text: { type: 'string' }, background: { type: 'string' } }),
          description: 'The colors, if the type is `color`.',
        },
      },
      { type: { enum: MARK_ORDER } },
    ),
    ...Object.fromEntries(blocks),
    DocumentBlockTable: objectOf(
      { key: KEY, isVoid: { const: true }, fragments: listOf(cell), ...BLOCK_PARTS },
      { object: { const: 'block' }, type: { const: 'table' }, data: TABLE_SCHEMA },
    ),
    ...Object.fromEntries(inlines),
  };
}

/** A condition contains what its own parent may contain. */
const IN_CONDITIONS: readonly BlockType[] = [
  ...(FLOW_BLOCKS as BlockType[]),
  'tabs-item',
  'stepper-step',
  'column',
  'update',
];

const EXAMPLE = {
  object: 'block',
  type: 'paragraph',
  isVoid: false,
  data: {},
  nodes: [{ object: 'text', leaves: [{ object: 'leaf', text: 'Run the installer.', marks: [] }] }],
};

const KEY: JsonSchema = {
  type: 'string',
  description: 'Names the node in this revision. Not necessary in requests.',
};

const ANCHORS: Record<NonNullable<NodeRule['anchor']>, JsonSchema> = {
  written: {
    type: 'object',
    properties: {
      id: { type: 'string', description: 'The anchor.' },
      isExplicit: {
        type: 'boolean',
        description: 'Whether the anchor is written, and does not follow from the text.',
      },
    },
  },
  derived: {
    type: 'object',
    properties: {
      id: { type: 'string', description: 'The anchor, which follows from the text. Ignored in requests.' },
    },
  },
};

const BLOCK_PARTS = {
  attributes: {
    type: 'object',
    additionalProperties: { type: 'string' },
    description:
      'Attributes of the tag of the block for which there is no field, as they are written. Send them back unchanged.',
  },
};

/** `isVoid`, `data` without required fields, `marks` and so on can be left out of requests. */
function objectOf(optional: Record<string, unknown>, required: Record<string, unknown>): JsonSchema {
  const names = Object.keys(required);
  return {
    type: 'object',
    properties: { ...required, ...optional },
    ...(names.length > 0 ? { required: names } : {}),
  };
}

const toPascalCase = (type: string): string =>
  type.replace(/(?:^|-)(.)/g, (_match, letter: string) => letter.toUpperCase());

const nameOfBlock = (type: BlockType | string): string => `DocumentBlock${toPascalCase(type)}`;
const nameOfInline = (type: InlineType | string): string => `DocumentInline${toPascalCase(type)}`;
