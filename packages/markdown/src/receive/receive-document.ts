import { joinAlternatives } from '@lectern/std/alternatives';
import { isRecord } from '@lectern/std/is-record';
import { fieldsOfTag } from '../assemble/build-tags.ts';
import {
  type Block,
  type BlockType,
  type Fragment,
  type Inline,
  type InlineNode,
  type InlineType,
  type JSONDocument,
  MARK_ORDER,
  MAX_DEPTH,
  type Mark,
  type TextNode,
} from '../document.ts';
import { isAttributeName } from '../syntax/tag.ts';
import {
  flag,
  type JsonRecord,
  oneOf,
  optional,
  readList,
  record,
  recordOf,
  text,
  ValuePath,
} from './checks.ts';
import {
  BLOCK_RULES,
  type BlockChildren,
  type Children,
  CODE_INLINES,
  FLOW_BLOCKS,
  INLINE_RULES,
  type NodeRule,
} from './node-rules.ts';
import { checkTable } from './table.ts';

const color = record({ text, background: text });
const leafParts = record({ text, source: optional(text) });
/** The fields that a node of every kind may have. */
const nodeParts = record({ key: optional(text) });
const attributesOf = record({ attributes: optional(recordOf(text)) });
const anchor = record({
  id: optional(text),
  isExplicit: optional(flag),
});

/**
 * Checks a document that a caller sent, and returns it with the fields that callers may leave out: empty `data`, no
 * marks, `isVoid`. Fields that documents do not have are left out. Throws a `DocumentFault` that names the first fault.
 */
export function receiveDocument(value: unknown): JSONDocument {
  const place = new ValuePath();
  if (!isRecord(value)) return place.fail('must be an object');
  if (value.object !== 'document') place.at('object', () => place.fail('must be document'));
  const nodes = place.at('nodes', () => new Reader(place).readNodes(value.nodes, 'blocks'));
  return { object: 'document', data: isRecord(value.data) ? value.data : {}, nodes };
}

/** Whether a parent can have a block as its child. */
export const isAllowedIn = (children: BlockChildren, block: Block): boolean =>
  typesIn(children).includes(block.type) && !(children === 'lines' && isAligned(block));

const typesIn = (children: BlockChildren): readonly string[] => {
  if (children === 'blocks') return FLOW_BLOCKS;
  return children === 'lines' ? ['paragraph'] : children;
};

/** Whether a paragraph has an alignment other than the default. */
const isAligned = ({ data }: Block): boolean =>
  'align' in data && data.align !== undefined && data.align !== 'start';

/** Checks blocks that a caller sent for a parent whose depth is `depth`. */
export const receiveNodes = (
  value: unknown,
  { children, depth }: { children: BlockChildren; depth: number },
  place: ValuePath,
): Block[] => new Reader(place, depth).readNodes(value, children);

class Reader {
  readonly #place: ValuePath;
  #depth: number;
  /** Whether the reader is within a line of code. */
  #isInCode = false;

  constructor(place: ValuePath, depth = 0) {
    this.#place = place;
    this.#depth = depth;
  }

  readNodes(value: unknown, children: BlockChildren): Block[];
  readNodes(value: unknown, children: Children): (Block | InlineNode)[];
  readNodes(value: unknown, children: Children): (Block | InlineNode)[] {
    const place = this.#place;
    if (value === undefined) place.fail('is required');
    this.#depth += 1;
    if (this.#depth > MAX_DEPTH) place.fail(`is nested more than ${MAX_DEPTH} levels deep`);
    const readNode = (node: unknown): Block | InlineNode =>
      children === 'inlines' ? this.#readInline(node) : this.#readBlock(node, children);
    const nodes = readList(value, place, readNode);
    this.#depth -= 1;
    return nodes;
  }

  #readBlock(node: unknown, allowed: BlockChildren): Block {
    const type = this.#readType(node, 'block', typesIn(allowed));
    const value = node as JsonRecord;
    if (type === 'table') return this.#readTable(value);
    const rule = BLOCK_RULES[type as Exclude<BlockType, 'table'>];
    const block = this.#readNode(
      'block',
      type,
      value,
      // Within tabs, a condition holds tabs.
      type === 'if' ? { ...rule, nodes: allowed } : rule,
    ) as unknown as Block;
    if (allowed === 'lines' && isAligned(block))
      this.#place.at('data', () =>
        this.#refuse('align', 'cannot be set: the text is written without an alignment'),
      );
    this.#refuseAttributesOfHtml(block);
    // The types of clients allow it in every list.
    if (block.type === 'list-ordered' || block.type === 'list-unordered')
      for (const { data } of block.nodes) delete data.checked;
    return block;
  }

  /** Runs a read with `isInCode` set, and restores it afterwards. */
  #readInCode<T>(isInCode: boolean, read: () => T): T {
    const before = this.#isInCode;
    this.#isInCode = isInCode;
    const value = read();
    this.#isInCode = before;
    return value;
  }

  #readInline(node: unknown): InlineNode {
    if (isRecord(node) && node.object === 'text') return this.#readText(node);
    const type = this.#readType(node, 'inline', Object.keys(INLINE_RULES)) as InlineType;
    const value = node as JsonRecord;
    if (this.#isInCode && !CODE_INLINES.includes(type))
      this.#refuse('type', 'cannot be in a line of code: it has only text, annotations and expressions');
    const inline = this.#readNode('inline', type, value, INLINE_RULES[type]);
    const { ref, action } = inline.data as JsonRecord;
    if (type === 'button' && (ref === undefined) === (action === undefined))
      this.#place.at('data', () => this.#place.fail('must have either ref or action'));
    const marks = type === 'expression' ? this.#readMarks(value) : [];
    return { ...inline, ...(marks.length > 0 ? { marks } : {}) } as unknown as Inline;
  }

  #readType(node: unknown, object: 'block' | 'inline', allowed: readonly string[]): string {
    const place = this.#place;
    if (!isRecord(node)) return place.fail('must be an object');
    if (node.object !== object)
      place.at('object', () => place.fail(`must be ${object === 'block' ? object : 'text or inline'}`));
    return place.at('type', () => oneOf(...allowed)(node.type, place));
  }

  #readNode(object: 'block' | 'inline', type: string, value: JsonRecord, rule: NodeRule): JsonRecord {
    const place = this.#place;
    const { nodes: children, fragments: parts } = rule;
    const readNodes = () => children && place.at('nodes', () => this.readNodes(value.nodes, children));
    const nodes = rule.isCode ? this.#readInCode(true, readNodes) : readNodes();
    const fragments =
      parts && value.fragments != null
        ? place.at('fragments', () =>
            this.#refuseRepeated(readList(value.fragments, place, (part) => this.#readFragment(part, parts))),
          )
        : undefined;
    return {
      object,
      type,
      isVoid: children === undefined,
      ...nodeParts(value, place),
      ...(object === 'block' ? this.#readAttributes(value, type as BlockType) : {}),
      data: place.at('data', () => record(rule.data)(value.data ?? {}, place)),
      ...(rule.anchor ? this.#readAnchor(value, rule.anchor) : {}),
      ...(nodes ? { nodes } : {}),
      ...(fragments ? { fragments } : {}),
    };
  }

  /** Found by `fragment` or by `type`, because clients send either. */
  #readFragment(part: unknown, parts: Readonly<Record<string, Children>>): JsonRecord {
    const place = this.#place;
    if (!isRecord(part)) return place.fail('must be an object');
    const names = Object.keys(parts);
    const name = names.find((one) => one === part.type || one === part.fragment);
    if (name === undefined) return place.at('type', () => place.fail(`must be ${joinAlternatives(names)}`));
    // The note of an annotated word in code is not code.
    const nodes = place.at('nodes', () =>
      this.#readInCode(false, () => this.readNodes(part.nodes, parts[name] as BlockChildren)),
    );
    return { object: 'fragment', ...nodeParts(part, place), fragment: name, type: name, nodes };
  }

  /** Refuses two fragments with the same name: only one would be written. */
  #refuseRepeated(fragments: JsonRecord[]): JsonRecord[] {
    const seen = new Set<unknown>();
    for (const [index, { fragment }] of fragments.entries()) {
      if (seen.has(fragment))
        this.#place.at(index, () => this.#refuse('fragment', `is there twice: “${fragment}”`));
      seen.add(fragment);
    }
    return fragments;
  }

  #readTable(value: JsonRecord): Block {
    const place = this.#place;
    // A fragment without a name is the content of no cell.
    const readCell = (part: unknown): Fragment | undefined => {
      if (!isRecord(part)) return place.fail('must be an object');
      if (part.fragment == null) return undefined;
      const fragment = place.at('fragment', () => text(part.fragment, place));
      const nodes = place.at('nodes', () => this.readNodes(part.nodes, 'blocks'));
      return { object: 'fragment', ...nodeParts(part, place), fragment, nodes };
    };
    const fragments = place
      .at('fragments', () => readList(value.fragments ?? [], place, readCell))
      .filter((cell) => cell !== undefined);
    const names = new Set(fragments.map(({ fragment }) => fragment));
    const data = place.at('data', () => checkTable(value.data, names, place));
    return {
      object: 'block',
      type: 'table',
      isVoid: true,
      ...nodeParts(value, place),
      ...this.#readAttributes(value, 'table'),
      data,
      fragments,
    } as unknown as Block;
  }

  /** A text without leaves is an empty text. */
  #readText(value: JsonRecord): TextNode {
    const place = this.#place;
    const leaves = place.at('leaves', () =>
      readList(value.leaves, place, (leaf) => ({
        object: 'leaf' as const,
        ...this.#readLeafParts(leaf),
        marks: this.#readMarks(leaf as JsonRecord),
      })),
    );
    if (leaves.length === 0) leaves.push({ object: 'leaf', text: '', marks: [] });
    return { object: 'text', ...nodeParts(value, place), leaves };
  }

  #readLeafParts(leaf: unknown): { text: string } {
    const parts = leafParts(leaf, this.#place) as { text: string; source?: string };
    if (this.#isInCode && parts.source !== undefined) this.#refuse('source', 'cannot be in a line of code');
    return parts;
  }

  /** The types of clients allow marks in lines of code, which Markdown does not have there. They are left out. */
  #readMarks({ marks }: JsonRecord): Mark[] {
    const read = this.#place.at('marks', () => readList(marks ?? [], this.#place, checkMark));
    return this.#isInCode ? [] : read;
  }

  /** Reads the attributes of the tag that a block is written with. */
  #readAttributes(value: JsonRecord, type: BlockType): JsonRecord {
    const read = attributesOf(value, this.#place) as { attributes?: Record<string, string> };
    const names = Object.keys(read.attributes ?? {});
    if (names.length === 0 || type === 'table') return read;
    if (type === 'integration')
      this.#refuse('attributes', 'cannot be set: set them in the props of its data');
    const fields = fieldsOfTag(type);
    if (!fields) this.#refuse('attributes', 'cannot be set: a block of this type is written without a tag');
    for (const name of names)
      this.#place.at('attributes', () => {
        if (fields?.includes(name)) this.#refuse(name, 'cannot be set: it is a field of the data');
        if (type !== 'hint' && !isAttributeName(name))
          this.#refuse(name, 'is not a name that an attribute can have');
      });
    return read;
  }

  /** Code with more than text is written as HTML, which keeps no further attributes. */
  #refuseAttributesOfHtml(block: Block): void {
    if (block.type !== 'code' || Object.keys(block.attributes ?? {}).length === 0) return;
    const { syntax, info = '' } = block.data;
    const isRich = block.nodes.some(
      ({ data, nodes }) => data.highlighted === true || nodes.some(({ object }) => object !== 'text'),
    );
    if (isRich || (syntax === undefined && info.trim() !== ''))
      this.#refuse('attributes', 'cannot be set: code with this content is written as HTML, which has none');
  }

  #readAnchor({ meta }: JsonRecord, kind: NonNullable<NodeRule['anchor']>): JsonRecord {
    const place = this.#place;
    if (!isRecord(meta) || meta.id == null) return {};
    return {
      meta: place.at('meta', () => {
        const read = anchor(meta, place);
        if (kind === 'derived' && read.isExplicit)
          this.#refuse('isExplicit', 'cannot be true: the anchor of this block follows from its text');
        return read;
      }),
    };
  }

  #refuse(field: string, issue: string): never {
    return this.#place.at(field, () => this.#place.fail(issue));
  }
}

function checkMark(value: unknown, place: ValuePath): Mark {
  if (!isRecord(value)) return place.fail('must be an object');
  const type = place.at('type', () => oneOf(...MARK_ORDER)(value.type, place));
  if (type !== 'color') return { object: 'mark', type };
  const data = place.at('data', () => color(value.data ?? {}, place)) as { text: string; background: string };
  return { object: 'mark', type, data };
}
