import { alignSequences } from '@lectern/content/merge/align-sequences';
import { classesOf, type HtmlElement, type HtmlNode, isElement } from '@lectern/html/html-tree';
import { endTag } from '@lectern/html/write-html';
import { pairSimilar } from '../pair-similar.ts';
import { isWholeBlock } from './content-model.ts';
import { listPieces } from './inline-pieces.ts';
import { type Item, listItems, listLines } from './list-items.ts';
import { markInlines } from './mark-inlines.ts';
import type { Marking, Output, Side } from './marking.ts';
import { NO_COLUMNS, type PairedColumns, pairColumns } from './pair-columns.ts';
import { printInlines } from './print-inlines.ts';

/** Compares the nodes of a block in both versions, and writes them with what changed. */
export function markNodes(before: readonly HtmlNode[], after: readonly HtmlNode[], marking: Marking): Output {
  const writer = new BlockWriter(marking);
  writer.writeNodes(before, after);
  return writer.output;
}

/** Writes the nodes of a block that was added or removed. */
export function writeWhole(nodes: readonly HtmlNode[], side: Side, marking: Marking): string {
  const change = side === 'before' ? 'removed' : 'added';
  return listItems(nodes, marking)
    .map((item) => writeItem(item, side, change, marking) + item.gap)
    .join('');
}

/** A line of code that is an element by its change only. */
const lineOf = (change: string): [string, string] => [
  `<span class="line" data-change="${change}">`,
  '</span>',
];

function writeItem(
  { kind, element, inlines = [] }: Item,
  side: Side,
  change: 'added' | 'removed' | undefined,
  marking: Marking,
): string {
  if (element) return marking.write(element, side, change);
  if (kind === 'line' && change) {
    const [start, end] = lineOf(change);
    return start + inlines.map((node) => marking.write(node, side)).join('') + end;
  }
  const pieces = listPieces(inlines);
  return printInlines(
    pieces.map((piece) => ({ piece, side, change: piece.end > piece.start ? change : undefined })),
    marking,
  );
}

class BlockWriter {
  readonly output: Output = { before: [], after: [], merged: [] };
  readonly #marking: Marking;
  /** The columns of the table that is written. */
  #columns: PairedColumns = NO_COLUMNS;

  constructor(marking: Marking) {
    this.#marking = marking;
  }

  writeNodes(before: readonly HtmlNode[], after: readonly HtmlNode[]): void {
    this.#writeItems(listItems(before, this.#marking), listItems(after, this.#marking), { lineEnd: '' });
  }

  #writeItems(
    before: readonly Item[],
    after: readonly Item[],
    { lineEnd, pairs: given }: ItemsOptions,
  ): void {
    const pairs =
      given ??
      alignSequences(
        before.map(({ signature }) => signature),
        after.map(({ signature }) => signature),
      );
    const separate = new Separator(this.output, lineEnd);
    let [left, right] = [0, 0];
    const close = (leftEnd: number, rightEnd: number): void => {
      this.#writeRun(before.slice(left, leftEnd), after.slice(right, rightEnd), separate);
      [left, right] = [leftEnd, rightEnd];
    };
    for (const [index, pair] of pairs.entries()) {
      if (pair < 0) continue;
      close(pair, index);
      this.#writePair(before[pair] as Item, after[index] as Item, separate);
      [left, right] = [pair + 1, index + 1];
    }
    close(before.length, after.length);
  }

  /** The items between two equal ones. */
  #writeRun(before: readonly Item[], after: readonly Item[], separate: Separator): void {
    let [left, right] = [0, 0];
    const passTo = (leftEnd: number, rightEnd: number): void => {
      for (const item of before.slice(left, leftEnd)) this.#writeOne(item, 'before', separate);
      for (const item of after.slice(right, rightEnd)) this.#writeOne(item, 'after', separate);
    };
    for (const [leftAt, rightAt] of pairSimilar(before, after)) {
      passTo(leftAt, rightAt);
      this.#writePair(before[leftAt] as Item, after[rightAt] as Item, separate);
      [left, right] = [leftAt + 1, rightAt + 1];
    }
    passTo(before.length, after.length);
  }

  #writeOne(item: Item, side: Side, separate: Separator): void {
    const change = side === 'before' ? 'removed' : 'added';
    separate.next(side, 'merged');
    const html = writeItem(item, side, change, this.#marking) + item.gap;
    this.output[side].push(html);
    this.output.merged.push(html);
  }

  #writePair(before: Item, after: Item, separate: Separator): void {
    const [old, current] = [before.element, after.element];
    const isEqual = before.signature === after.signature;
    if (!isEqual && old && current && isWholeBlock(current)) {
      this.#writeOne(before, 'before', separate);
      this.#writeOne(after, 'after', separate);
      return;
    }
    separate.next('before', 'after', 'merged');
    if (isEqual) {
      const html = writeItem(after, 'after', undefined, this.#marking);
      this.#add(writeItem(before, 'before', undefined, this.#marking), html, html);
    } else this.#writeChanged(before, after);
    this.#add(before.gap, after.gap, after.gap);
  }

  #writeChanged(before: Item, after: Item): void {
    const [old, current] = [before.element, after.element];
    const { signatures } = this.#marking;
    const isFormatted = old && current && signatures.ofTag(old) !== signatures.ofTag(current);
    const start = current
      ? this.#marking.startOf(current, 'after', isFormatted ? 'formatting' : undefined)
      : '';
    this.#add(old ? this.#marking.startOf(old, 'before') : '', start, start);
    if (before.inlines && after.inlines && !(current && codeOf(current)))
      this.#addOutput(
        markInlines(before.inlines, after.inlines, this.#marking, { isUnformatted: after.kind === 'line' }),
      );
    else this.#writeContent(old, current);
    const end = current ? endTag(current) : '';
    this.#add(old ? endTag(old) : '', end, end);
  }

  /** What is within two elements that are not both lines of text. */
  #writeContent(before: HtmlElement | undefined, after: HtmlElement | undefined): void {
    const [oldCode, code] = [before && codeOf(before), after && codeOf(after)];
    if (oldCode && code) {
      this.#writeCode(oldCode, code);
      return;
    }
    if (before?.tagName === 'table' && after?.tagName === 'table') this.#columns = pairColumns(before, after);
    const [old, current] = [before, after].map((element) =>
      listItems(element?.childNodes ?? [], this.#marking),
    ) as [Item[], Item[]];
    const isRow = before?.tagName === 'tr' && after?.tagName === 'tr';
    this.#writeItems(old, current, { lineEnd: '', pairs: isRow ? this.#pairCells(old, current) : undefined });
  }

  #writeCode(before: HtmlElement, after: HtmlElement): void {
    const start = this.#marking.startOf(after, 'after');
    this.#add(this.#marking.startOf(before, 'before'), start, start);
    const [old, current] = [before, after].map(({ childNodes }) => listLines(childNodes, this.#marking)) as [
      Item[],
      Item[],
    ];
    this.#writeItems(old, current, { lineEnd: '\n' });
    this.#add(endTag(before), endTag(after), endTag(after));
  }

  /** The cells of two rows by their columns; undefined if the cells themselves have to tell. */
  #pairCells(before: readonly Item[], after: readonly Item[]): readonly number[] | undefined {
    if (before.length === after.length) return [...after.keys()];
    const { count, pairs } = this.#columns;
    return count === before.length && pairs.length === after.length ? pairs : undefined;
  }

  #add(before: string, after: string, merged: string): void {
    this.output.before.push(before);
    this.output.after.push(after);
    this.output.merged.push(merged);
  }

  #addOutput({ before, after, merged }: Output): void {
    this.#add(before.join(''), after.join(''), merged.join(''));
  }
}

interface ItemsOptions {
  /** What stands between two items. */
  lineEnd: string;
  /** For each item of the new version its old one, or -1; by default those that are equal. */
  pairs?: readonly number[] | undefined;
}

/** Writes what stands between items before each of them but the first. */
class Separator {
  readonly #output: Output;
  readonly #lineEnd: string;
  readonly #begun = new Set<keyof Output>();

  constructor(output: Output, lineEnd: string) {
    this.#output = output;
    this.#lineEnd = lineEnd;
  }

  next(...names: (keyof Output)[]): void {
    for (const name of names) {
      if (this.#begun.has(name)) this.#output[name].push(this.#lineEnd);
      this.#begun.add(name);
    }
  }
}

/** The code in an element that holds nothing else. */
function codeOf({ tagName, childNodes }: HtmlElement): HtmlElement | undefined {
  const [only] = childNodes;
  if (tagName !== 'pre' || childNodes.length !== 1 || !only || !isElement(only)) return undefined;
  return only.tagName === 'code' && !classesOf(only).includes('math-source') ? only : undefined;
}
