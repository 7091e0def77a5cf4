import { joinAlternatives } from '@lectern/std/alternatives';
import { isRecord } from '@lectern/std/is-record';
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
  FLOW_BLOCKS,
  INLINE_RULES,
  type NodeRule,
} from './node-rules.ts';
import { checkTable } from './table.ts';

const color = record({ text, background: text });
const leafParts = record({ text, source: optional(text) });
/** The fields that a node of every kind may have. */
const nodeParts = record({ key: optional(text) });
const blockParts = record({ key: optional(text), attributes: optional(recordOf(text)) });
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

/** Whether a block of this type can be part of a page, and not only of certain blocks. */
export const isFlowBlock = (type: BlockType): boolean => FLOW_BLOCKS.includes(type);

/** Checks blocks that a caller sent for a parent whose depth is `depth`. */
export const receiveNodes = (
  value: unknown,
  { children, depth }: { children: BlockChildren; depth: number },
  place: ValuePath,
): Block[] => new Reader(place, depth).readNodes(value, children);

class Reader {
  readonly #place: ValuePath;
  #depth: number;

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
    const type = this.#readType(node, 'block', allowed === 'blocks' ? FLOW_BLOCKS : allowed);
    const value = node as JsonRecord;
    if (type === 'table') return this.#readTable(value);
    const rule = BLOCK_RULES[type as Exclude<BlockType, 'table'>];
    // Within tabs, a condition holds tabs.
    return this.#readNode(
      'block',
      type,
      value,
      type === 'if' ? { ...rule, nodes: allowed } : rule,
    ) as unknown as Block;
  }

  #readInline(node: unknown): InlineNode {
    if (isRecord(node) && node.object === 'text') return this.#readText(node);
    const type = this.#readType(node, 'inline', Object.keys(INLINE_RULES)) as InlineType;
    const value = node as JsonRecord;
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
    const nodes = children && place.at('nodes', () => this.readNodes(value.nodes, children));
    const fragments =
      parts && value.fragments != null
        ? place.at('fragments', () =>
            readList(value.fragments, place, (part) => this.#readFragment(part, parts)),
          )
        : undefined;
    return {
      object,
      type,
      isVoid: children === undefined,
      ...(object === 'block' ? blockParts : nodeParts)(value, place),
      data: place.at('data', () => record(rule.data)(value.data ?? {}, place)),
      ...(rule.hasAnchor ? this.#readAnchor(value) : {}),
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
    const nodes = place.at('nodes', () => this.readNodes(part.nodes, parts[name] as Children));
    return { object: 'fragment', ...nodeParts(part, place), fragment: name, type: name, nodes };
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
      ...blockParts(value, place),
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
        ...(leafParts(leaf, place) as { text: string }),
        marks: this.#readMarks(leaf as JsonRecord),
      })),
    );
    if (leaves.length === 0) leaves.push({ object: 'leaf', text: '', marks: [] });
    return { object: 'text', ...nodeParts(value, place), leaves };
  }

  #readMarks({ marks }: JsonRecord): Mark[] {
    return this.#place.at('marks', () => readList(marks ?? [], this.#place, checkMark));
  }

  #readAnchor({ meta }: JsonRecord): JsonRecord {
    if (!isRecord(meta) || meta.id == null) return {};
    return { meta: this.#place.at('meta', () => anchor(meta, this.#place)) };
  }
}

function checkMark(value: unknown, place: ValuePath): Mark {
  if (!isRecord(value)) return place.fail('must be an object');
  const type = place.at('type', () => oneOf(...MARK_ORDER)(value.type, place));
  if (type !== 'color') return { object: 'mark', type };
  const data = place.at('data', () => color(value.data ?? {}, place)) as { text: string; background: string };
  return { object: 'mark', type, data };
}
