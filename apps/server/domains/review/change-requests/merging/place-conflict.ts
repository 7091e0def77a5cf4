/** Puts the text of a conflict into the context that the parser needs to read it as it is read in its page. */
import { decodeSource } from '@lectern/content/facts/document-facts';
import type { BlockLocation, Conflict, Sides } from '@lectern/content/merge/conflicts';
import type { Hash } from '@lectern/content/tree/hash';
import { parseAgain } from '@lectern/markdown/parse-again';
import type { ContentStore, OpenRevision } from '../../../../content/revisions/content-store.ts';
import { MAX_LENGTH_IN_PLACE } from '../../../../platform/threads/run-by-size.ts';

export type DocumentConflict = Extract<Conflict, { kind: 'document' }>;

/** The conflicting revisions, that of the change request first. */
export type ConflictingRevisions = Record<'ours' | 'theirs', OpenRevision>;

/** A text with the context that the parser needs. */
export interface PlacedText {
  before: string;
  text: string;
  after: string;
  /** The lines in `after` that define links and notes. */
  definitions?: string[];
  /** The indentation that was taken from each line of the text. */
  indent: string;
}

export const sourceOf = ({ before, text, after }: PlacedText): string => before + text + after;

/** The document of a conflict, in the first revision that has it. */
export interface ConflictOwner {
  open: OpenRevision;
  ownerId: string;
  hash: Hash | undefined;
  path: string | undefined;
}

export function findOwner({ ours, theirs }: ConflictingRevisions, ownerId: string): ConflictOwner {
  const open = [ours, theirs].find((one) => entryIn(one, ownerId)) ?? theirs;
  return { open, ownerId, hash: undefined, path: undefined, ...entryIn(open, ownerId) };
}

function entryIn(
  { snapshot }: OpenRevision,
  targetId: string,
): Pick<ConflictOwner, 'hash' | 'path'> | undefined {
  const page = snapshot.pages.find(targetId)?.entry;
  const entry = page?.type === 'document' ? page : snapshot.findReusable(targetId);
  return entry && { hash: entry.document, path: entry.git?.path };
}

const UNREADABLE = new Set(['front-matter', 'line']);

/** Whether readers see the texts of a conflict themselves. */
export const isReadable = ({ place }: DocumentConflict): boolean => !UNREADABLE.has(place.kind);

/** Without a heading before the text, its first heading would be the title of the page. */
const TITLE = '# x\n\n';

const ITEM = /^[ \t]+(?:[*+-]|\d{1,9}[.)])[ \t]/;

/** Adds context: a table head above a row, a language around lines of code. Nested items lose their indentation. */
export async function placeText(
  store: Pick<ContentStore, 'getSource'>,
  revisions: ConflictingRevisions,
  conflict: DocumentConflict,
  text: string,
): Promise<PlacedText> {
  const { before, after, ...placed } = await placeByKind(store, revisions, conflict, text);
  const { base, ours, theirs } = conflict;
  const isCrLf = [text, base, ours, theirs].some((one) => one.includes('\r\n'));
  const withEnds = (around: string): string => (isCrLf ? around.replace(/\r?\n/g, '\r\n') : around);
  return { ...placed, before: withEnds(before), after: withEnds(after) };
}

async function placeByKind(
  store: Pick<ContentStore, 'getSource'>,
  revisions: ConflictingRevisions,
  { targetId, place }: DocumentConflict,
  text: string,
): Promise<PlacedText> {
  if (place.kind === 'page' || place.kind === 'title') return { before: '', text, after: '', indent: '' };
  const alone: PlacedText = { before: TITLE, text, after: '', indent: '' };
  if (place.kind !== 'block' || text.trim() === '') return alone;
  const { blocks } = place;
  const types = [blocks.ours?.type, blocks.theirs?.type];
  const isCode = types.some((type) => type === 'code' || type === 'code-line');
  const isTable = types.includes('table');
  if (!isCode && !isTable) {
    const definitions = await findDefinitions(store, revisions, targetId, text);
    const after = definitions.length > 0 ? `\n\n${definitions.join('\n')}\n` : '';
    const defined = { ...alone, after, definitions };
    return ITEM.test(text) ? outdent(defined) : defined;
  }
  const around = await findAround(store, revisions, targetId, blocks);
  if (around === undefined) return alone;
  return isTable ? placeRow(around, alone) : placeCode(around, alone);
}

/** Removes the context from an edited source. Undefined if the context has changed. */
export function textIn(
  source: string,
  { before, text, after, indent, definitions = [] }: PlacedText,
): string | undefined {
  if (!source.startsWith(before)) return undefined;
  const rest = source.slice(before.length);
  if (definitions.length === 0 && !rest.endsWith(after)) return undefined;
  const written =
    definitions.length > 0
      ? withoutDefinitions(rest, definitions)
      : rest.slice(0, rest.length - after.length);
  const ended = /\n$/.test(text) ? written : withoutLastLineEnds(written);
  return indent === '' ? ended : ended.replace(/^(?=[^\r\n])/gm, indent);
}

function withoutLastLineEnds(text: string): string {
  let end = text.length;
  while (end > 0 && text[end - 1] === '\n') end -= text[end - 2] === '\r' ? 2 : 1;
  return text.slice(0, end);
}

/** Unused definitions are already removed, and new notes are defined after those of the page. */
function withoutDefinitions(source: string, definitions: readonly string[]): string {
  const lines = source.split('\n');
  for (let at = lines.length - 1; at >= 0; at--) {
    const line = (lines[at] as string).trimEnd();
    if (definitions.includes(line)) lines.splice(at, 1);
    else if (line !== '' && !/^ {0,3}\[[^\]]+\]:/.test(line)) break;
  }
  return lines.join('\n');
}

function outdent(placed: PlacedText): PlacedText {
  const lines = placed.text.split('\n');
  const indent = /^[ \t]*/.exec(lines[0] ?? '')?.[0] ?? '';
  const isIndented = lines.every((line) => line.trim() === '' || line.startsWith(indent));
  // Each line gets back exactly what was removed from it.
  const isExact = lines.every((line) => /^\r?$/.test(line) || line.trim() !== '');
  if (!isIndented || !isExact) return placed;
  const text = lines.map((line) => (line.startsWith(indent) ? line.slice(indent.length) : line)).join('\n');
  return { ...placed, text, indent };
}

const DEFINITION = /^ {0,3}(\[[^\]\n]+\]):[ \t]*\S.*$/gm;

/** The definitions, elsewhere on the page, of the links and notes that a text refers to. */
async function findDefinitions(
  store: Pick<ContentStore, 'getSource'>,
  revisions: ConflictingRevisions,
  targetId: string,
  text: string,
): Promise<string[]> {
  // Most texts have no brackets, or only inline links.
  if (!/\](?!\()/.test(text)) return [];
  const wanted = text.toLowerCase();
  const found = new Map<string, string>();
  for (const side of ['ours', 'theirs'] as const) {
    const open = revisions[side];
    const hash = entryIn(open, targetId)?.hash;
    if (hash === undefined) continue;
    const { text: page } = decodeSource(await store.getSource(open.space.organizationId, hash));
    for (const [line, label = ''] of page.matchAll(DEFINITION)) {
      const name = label.toLowerCase();
      const isOwn = wanted.includes(line.toLowerCase());
      if (!isOwn && wanted.includes(name) && !found.has(name)) found.set(name, line.trimEnd());
    }
  }
  return [...found.values()];
}

/** The source of the block that holds a conflict, in one of the two revisions. */
async function findAround(
  store: Pick<ContentStore, 'getSource'>,
  revisions: ConflictingRevisions,
  targetId: string,
  blocks: Partial<Sides<BlockLocation>>,
): Promise<string | undefined> {
  for (const side of ['ours', 'theirs'] as const) {
    const open = revisions[side];
    const hash = entryIn(open, targetId)?.hash;
    const block = blocks[side];
    if (hash === undefined || !block) continue;
    const { text } = decodeSource(await store.getSource(open.space.organizationId, hash));
    if (text.length > MAX_LENGTH_IN_PLACE) continue;
    const parsed = parseAgain(text);
    const range = parsed.blockRanges.get(block.key) ?? parsed.blocks[block.path[0] ?? 0];
    if (range) return text.slice(range.start, range.end);
  }
  return undefined;
}

function headOf(table: string): string {
  const from = table.search(/<thead[\s>]/i);
  if (from < 0) return '';
  const rest = table.slice(from);
  const end = /<\/thead\s*>/i.exec(rest);
  return end ? rest.slice(0, end.index + end[0].length) : '';
}

function placeRow(table: string, alone: PlacedText): PlacedText {
  const { text } = alone;
  if (/^\s*<tr[\s>]/i.test(text))
    return {
      ...alone,
      before: `${TITLE}<table>${headOf(table)}<tbody>`,
      after: '</tbody></table>',
    };
  const [head, delimiter] = table.split(/\r?\n/);
  const isRow = text.includes('|') && !text.includes(head ?? '') && !/^\s*</.test(text);
  return isRow && head !== undefined && /^[\s|:-]+$/.test(delimiter ?? '')
    ? { ...alone, before: `${TITLE}${head}\n${delimiter}\n`, after: '\n' }
    : alone;
}

const FENCE = /^(?:`{3,}|~{3,})/;

function placeCode(code: string, alone: PlacedText): PlacedText {
  const { text } = alone;
  const lines = code.split(/\r?\n/).map((line) => line.trimStart());
  const fence = lines.find((line) => FENCE.test(line));
  const [marks] = FENCE.exec(fence ?? '') ?? [];
  if (fence === undefined || marks === undefined || /^(?:`{3}|~{3}|\{%)/.test(text.trimStart())) return alone;
  const end = /\n$/.test(text) ? '' : '\n';
  return {
    ...alone,
    before: `${TITLE}${marks}${fence.slice(marks.length)}\n`,
    after: `${end}${marks}\n`,
  };
}
