import { isRecord } from '@lectern/std/is-record';
import { joinTexts } from '../canonical.ts';
import { type Block, type DocumentNode, isText, type Leaf, type Table } from '../document.ts';
import type { TableColumn } from '../table-data.ts';
import { asRead } from './name-tables.ts';
import { readGrid } from './table-rows.ts';

type Key = string | number;

/** Finds the first field in the data, the anchor or the attributes of a block that is lost. Returns the keys to it. */
export function findLostField(one: Block, other: Block): readonly Key[] | undefined {
  if (one.type === 'table' && other.type === 'table') return lostOfTable(one, other);
  return lostOfNode(one, other);
}

type FindLost = (wanted: readonly Block[], read: readonly Block[]) => readonly Key[] | undefined;

/** Finds what the inlines of a block lose. `findInBlocks` finds what the notes in them lose. */
export function findLostInInlines(
  wanted: readonly DocumentNode[],
  read: readonly DocumentNode[],
  findInBlocks: FindLost,
): readonly Key[] | undefined {
  const inlines = read.filter((node) => !isText(node));
  let position = 0;
  for (const [at, node] of wanted.entries()) {
    if (isText(node)) continue;
    const partner = inlines[position++];
    if (partner?.type !== node.type) return undefined;
    const lost =
      lostOfNode(node, partner) ??
      prefixed(['nodes'], findLostInInlines(node.nodes ?? [], partner.nodes ?? [], findInBlocks)) ??
      prefixed(
        ['fragments', 0, 'nodes'],
        findInBlocks(node.fragments?.[0]?.nodes ?? [], partner.fragments?.[0]?.nodes ?? []),
      );
    if (lost) return [at, ...lost];
  }
  return findLostMark(wanted, read);
}

type Node = Exclude<DocumentNode, { object: 'text' }>;

function lostOfNode(one: Node, other: Node): readonly Key[] | undefined {
  const fields = lostOfRecord(writtenData(one), other.data, one.type);
  if (fields) return ['data', ...fields];
  if (one.meta?.isExplicit && other.meta?.id !== one.meta.id) return ['meta', 'id'];
  return prefixed(['attributes'], lostOfRecord(one.attributes ?? {}, other.attributes ?? {}));
}

/** The data of a node that its source contains. That of an integration has only properties, also for its address. */
function writtenData(node: Node): object {
  if (node.type !== 'integration') return node.data;
  const { url: _, ...data } = node.data;
  return data;
}

const prefixed = (keys: readonly Key[], lost: readonly Key[] | undefined): readonly Key[] | undefined =>
  lost && [...keys, ...lost];

/**
 * Fields that say how something is spelled, or that follow from another field. The marks of an expression are not
 * compared either, because they are those of the text around it.
 */
const SPELLINGS = new Set([
  'level',
  'alert',
  'form',
  'line',
  'isWithoutTarget',
  'verbatim',
  'titleSource',
  'titleHtml',
]);

/** The value that a field has when it is not written. */
const DEFAULTS: Readonly<Record<string, unknown>> = {
  align: 'start',
  start: 1,
  textAlignment: 'left',
  titleSpan: 1,
};

function lostOfRecord(one: object, other: object, type?: string): readonly Key[] | undefined {
  const fields = other as Record<string, unknown>;
  const key = Object.entries(one).find(
    ([name, value]) =>
      !(type !== undefined && SPELLINGS.has(name)) && !isSameField(name, value, fields[name]),
  )?.[0];
  return key === undefined ? undefined : [key];
}

function isSameField(name: string, wanted: unknown, read: unknown): boolean {
  const value = normalize(wanted);
  return (
    value === undefined ||
    value === DEFAULTS[name] ||
    JSON.stringify(value) === JSON.stringify(normalize(read))
  );
}

/** The form that a value has after it is read: what is off or empty is not written, and spaces are written in many ways. */
function normalize(value: unknown): unknown {
  if (typeof value === 'string')
    return value.replaceAll('\0', '\u{fffd}').replace(/\s+/g, ' ').trim() || undefined;
  if (value === false || value === null) return undefined;
  if (Array.isArray(value)) return value.length === 0 ? undefined : value.map(normalize);
  if (!isRecord(value)) return value;
  const fields = Object.entries(value)
    .map(([name, inner]) => [name, normalize(inner)] as const)
    .filter(([, inner]) => inner !== undefined);
  return fields.length === 0 ? undefined : Object.fromEntries(fields.sort(([a], [b]) => (a < b ? -1 : 1)));
}

function lostOfTable(one: Table, other: Table): readonly Key[] | undefined {
  const [grid, written] = [readGrid(one), readGrid(other)];
  for (const [at, column] of grid.columns.entries()) {
    const { id: _, ...fields } = column;
    const lost = lostOfRecord(fields, written.columns[at] ?? {}, 'table');
    if (lost) return ['data', 'definition', column.id, ...lost];
  }
  for (const [at, row] of grid.rows.entries())
    for (const [position, { id, type }] of grid.columns.entries()) {
      const column = written.columns[position] as TableColumn;
      const isKept = type === 'text' || isSameField('', row.values[id], written.rows[at]?.values[column.id]);
      if (!isKept) return ['data', 'records', row.id, 'values', id];
    }
  // With the same names in both.
  const [named, read] = [asRead(one).data, asRead(other).data];
  const view = lostOfRecord(named.view, read.view, 'table');
  if (view) return ['data', 'view', ...view];
  // Merged and header cells follow the rows that operations move, and take another form then.
  const { view: _view, definition: _definition, records: _records, cellMerges: _merges, ...fields } = named;
  return prefixed(['data'], lostOfRecord(fields, read, 'table'));
}

/** Finds the first leaf whose marks are lost. Spaces lose their marks at the edge of a marked text. */
function findLostMark(
  wanted: readonly DocumentNode[],
  read: readonly DocumentNode[],
): readonly Key[] | undefined {
  const found = runsOf(read);
  let position = 0;
  let left = found[0]?.length ?? 0;
  for (const [at, node] of wanted.entries()) {
    if (!isText(node)) continue;
    for (const [index, leaf] of node.leaves.entries()) {
      const marks = marksOf(leaf);
      for (let length = lengthOf(leaf); length > 0; ) {
        while (left === 0 && position < found.length - 1) left = found[++position]?.length ?? 0;
        const run = found[position];
        if (!run || left === 0) return undefined;
        if (run.marks !== marks) return [at, 'leaves', index, 'marks'];
        const taken = Math.min(left, length);
        left -= taken;
        length -= taken;
      }
    }
  }
  return undefined;
}

interface Run {
  length: number;
  marks: string;
}

const runsOf = (nodes: readonly DocumentNode[]): Run[] =>
  joinTexts(nodes).flatMap((node) =>
    isText(node) ? node.leaves.map((leaf) => ({ length: lengthOf(leaf), marks: marksOf(leaf) })) : [],
  );

const lengthOf = ({ text, source }: Leaf): number => (source ?? text).replace(/\s/g, '').length;

const marksOf = ({ marks }: Leaf): string =>
  [...new Set(marks.map(({ type, data }) => JSON.stringify(normalize({ type, data }))))].sort().join();
