import { arrangeConditions, isInlineCondition } from '@lectern/markdown/arrange-conditions';
import type { Block, DocumentNode, Fragment, JSONDocument } from '@lectern/markdown/document';
import { listReferences } from '@lectern/markdown/resolve-references';
import { cutText } from '@lectern/std/cut-text';

/** The parts of a document that not all readers see alike. */
export interface AdaptiveFacts {
  /** The expressions of its conditions, each once, in its order. */
  conditions: string[];
  /** The expressions in its text. */
  shown: string[];
  /**
   * The targets that occur only inside conditions, each with the places where it occurs. A place lists its conditions,
   * as positions in `conditions`. A reader sees a target if all conditions of one of its places hold.
   */
  guarded: [raw: string, places: number[][]][];
}

/** The maximum number of different expressions of each kind in one document; further ones count as missing. */
const MAX_EXPRESSIONS = 500;
/** Longer texts are not evaluated as expressions: their value is missing in any case. */
const MAX_LENGTH = 2048;
/** The maximum number of recorded places of one target; further places do not make it visible. */
const MAX_PLACES = 20;

/** Returns undefined for a document that is the same for all readers. */
export function readAdaptiveFacts(document: JSONDocument): AdaptiveFacts | undefined {
  const { document: arranged, unclear } = arrangeConditions(document);
  if (unclear.length === 0 && arranged.nodes.every(isForAll)) return undefined;
  const conditions = new Map<string, number>();
  const shown = new Set<string>();
  const places = new Map<string, readonly number[]>();
  const lines = new Map<string, (readonly number[])[]>();

  function walk(nodes: readonly (DocumentNode | Fragment)[], within: readonly number[]): void {
    for (const node of nodes) {
      if (node.object === 'text') continue;
      if (node.object === 'fragment') {
        walk(node.nodes, within);
        continue;
      }
      if (within.length > 0) places.set(node.key ?? '', within);
      if (node.type === 'expression') addTo(shown, node.data.expression);
      // The line of a reference block can have a target of its own.
      if ('line' in node.data && node.data.line?.url !== undefined) add(lines, node.data.line.url, within);
      const isCondition = node.type === 'if' || isInlineCondition(node);
      walk(node.nodes ?? [], isCondition ? [...within, positionOf(node.data.expression)] : within);
      walk(node.fragments ?? [], within);
    }
  }

  /** Returns a negative position for conditions beyond the maximum, which never hold. The beginning of one that is too
   * long is listed in its place: that is no expression. */
  function positionOf(expression: string): number {
    const known = conditions.get(expression);
    if (known !== undefined) return known;
    if (conditions.size >= MAX_EXPRESSIONS) return NEVER;
    if (expression.length > MAX_LENGTH) return positionOf(`{% if ${cutText(expression, 100)}… %}`);
    conditions.set(expression, conditions.size);
    return conditions.size - 1;
  }

  walk(arranged.nodes, []);
  for (const written of unclear) positionOf(written);
  if (conditions.size === 0 && shown.size === 0) return undefined;
  const uses = new Map<string, (readonly number[])[]>();
  for (const { raw, key } of listReferences(document)) add(uses, raw, places.get(key) ?? []);
  for (const [raw, all] of lines) for (const within of all) add(uses, raw, within);
  return { conditions: [...conditions.keys()], shown: [...shown], guarded: listGuarded(uses) };
}

const NEVER = -1;

/** Blocks that are the same for all readers, which are most: after an edit, they are those before. */
const forAll = new WeakSet<Block>();

function isForAll(block: Block): boolean {
  if (forAll.has(block)) return true;
  if (isForSome(block)) return false;
  forAll.add(block);
  return true;
}

function isForSome(node: DocumentNode | Fragment): boolean {
  if (node.object === 'text') return false;
  if (node.object === 'fragment') return node.nodes.some(isForSome);
  if (node.type === 'if' || node.type === 'expression' || isInlineCondition(node)) return true;
  return (node.nodes ?? []).some(isForSome) || (node.fragments ?? []).some(isForSome);
}

function addTo(expressions: Set<string>, expression: string): void {
  if (expressions.size < MAX_EXPRESSIONS && expression.length <= MAX_LENGTH) expressions.add(expression);
}

function add<Value>(lists: Map<string, Value[]>, name: string, value: Value): void {
  const known = lists.get(name);
  if (known) known.push(value);
  else lists.set(name, [value]);
}

function listGuarded(uses: ReadonlyMap<string, readonly (readonly number[])[]>): AdaptiveFacts['guarded'] {
  const guarded: AdaptiveFacts['guarded'] = [];
  for (const [raw, all] of uses) {
    if (all.some((within) => within.length === 0)) continue;
    const different = new Map<string, number[]>();
    for (const within of all) {
      if (within.includes(NEVER) || different.size >= MAX_PLACES) continue;
      const sorted = [...new Set(within)].sort((left, right) => left - right);
      different.set(sorted.join(), sorted);
    }
    guarded.push([raw, [...different.values()]]);
  }
  return guarded;
}
