/** The texts of conflicts as readers see them. */
import { decodeSource } from '@lectern/content/facts/document-facts';
import type { DocumentReferences } from '@lectern/content/facts/references';
import type { BlockLocation, Conflict, Sides } from '@lectern/content/merge/conflicts';
import type { Hash } from '@lectern/content/tree/hash';
import { parseAgain } from '@lectern/markdown/parse-again';
import { inspectSources, MAX_BATCH_SOURCES } from '../../../../content/facts/inspect-sources.ts';
import type { OpenRevision } from '../../../../content/revisions/content-store.ts';
import { MAX_LENGTH_IN_PLACE } from '../../../../platform/threads/run-by-size.ts';
import type { EditingParts } from '../../../content/editing/editing-parts.ts';
import type { ContentReads } from '../../../content/revisions/content-reads.ts';

/** Longer texts are shown as they are written. */
const MAX_LENGTH = 100_000;

type DocumentConflict = Extract<Conflict, { kind: 'document' }>;

interface RenderParts extends Pick<EditingParts, 'context' | 'store'> {
  reads: Pick<ContentReads, 'unsavedHtml'>;
}

/** The revisions that a conflict is between, the change request first. */
export type ConflictingRevisions = Record<'ours' | 'theirs', OpenRevision>;

export interface ConflictText {
  conflict: Conflict;
  text: string;
}

/**
 * Renders texts of conflicts, each as it would look at its place in the page. Undefined for one that readers do not see
 * as such: a field of the front matter, the definition of a link.
 */
export async function renderConflictTexts(
  parts: RenderParts,
  revisions: ConflictingRevisions,
  texts: readonly ConflictText[],
): Promise<(string | undefined)[]> {
  const sources = new Map<string, { open: OpenRevision; path: string | undefined; markdown: string }>();
  const keys: (string | undefined)[] = [];
  for (const { conflict, text } of texts) {
    if (conflict.kind !== 'document' || !isReadable(conflict) || text.length > MAX_LENGTH) {
      keys.push(undefined);
      continue;
    }
    const { open, path } = findOwner(revisions, conflict.targetId);
    const markdown = await placeText(parts, revisions, conflict, text);
    const key = `${conflict.targetId}\n${markdown}`;
    sources.set(key, { open, path, markdown });
    keys.push(key);
  }
  const htmls = await renderSources(parts, sources);
  return keys.map((key, at) => {
    const html = key === undefined ? undefined : htmls.get(key);
    // A text that renders to nothing is shown as it is written.
    return html === '' && texts[at]?.text.trim() !== '' ? undefined : html;
  });
}

const UNREADABLE = new Set(['front-matter', 'line']);

const isReadable = ({ place }: DocumentConflict): boolean => !UNREADABLE.has(place.kind);

async function renderSources(
  { context: { threads }, reads }: RenderParts,
  sources: ReadonlyMap<string, { open: OpenRevision; path: string | undefined; markdown: string }>,
): Promise<Map<string, string | undefined>> {
  const htmls = new Map<string, string | undefined>();
  const waiting = [...sources];
  while (waiting.length > 0) {
    const batch = waiting.splice(0, MAX_BATCH_SOURCES);
    const bytes = batch.map(([, { markdown }]) => Buffer.from(markdown));
    const inspected = await inspectSources(threads, bytes, { lane: 'request' });
    for (const [at, [key, { open, path, markdown }]] of batch.entries()) {
      const source = bytes[at] as Buffer;
      const found = inspected[at];
      if (markdown.trim() === '' || !found || found.tooLarge !== undefined) {
        htmls.set(key, markdown.trim() === '' ? '' : undefined);
        continue;
      }
      const part = JSON.parse(found.texts.references) as DocumentReferences;
      const { blocks } = await reads.unsavedHtml(open, {
        source,
        path,
        part,
        sent: undefined,
        stored: undefined,
      });
      htmls.set(key, blocks.map(({ html }) => html).join(''));
    }
  }
  return htmls;
}

/** The revision that has a document, and its path there. */
function findOwner(
  { ours, theirs }: ConflictingRevisions,
  targetId: string,
): { open: OpenRevision; path: string | undefined } {
  const open = [ours, theirs].find((one) => entryIn(one, targetId)) ?? theirs;
  return { open, path: entryIn(open, targetId)?.path };
}

function entryIn(
  { snapshot }: OpenRevision,
  targetId: string,
): { hash: Hash | undefined; path: string | undefined } | undefined {
  const page = snapshot.pages.find(targetId)?.entry;
  const entry = page?.type === 'document' ? page : snapshot.findReusable(targetId);
  return entry && { hash: entry.document, path: entry.git?.path };
}

const LINE = /^[ \t]*(?:[*+-]|\d{1,9}[.)])[ \t]|^[ \t]*\||^[ \t]*<tr[\s>]/i;

/** Both texts of a conflict, ours first: items and rows follow each other, blocks are a blank line apart. */
export function joinBoth({ ours, theirs }: Sides<string>): string {
  const texts = [ours, theirs].filter((text) => text !== '');
  return texts.join(texts.every((text) => LINE.test(text)) ? '\n' : '\n\n');
}

/** The text with what it needs from around it: a row has the head of its table, and lines of code their language. */
async function placeText(
  parts: RenderParts,
  revisions: ConflictingRevisions,
  { targetId, place }: DocumentConflict,
  text: string,
): Promise<string> {
  if (place.kind !== 'block' || text.trim() === '') return text;
  const { blocks } = place;
  const isCode = typesOf(blocks).some((type) => type === 'code' || type === 'code-line');
  const isTable = typesOf(blocks).includes('table');
  if (!isCode && !isTable) return text;
  const around = await findAround(parts, revisions, targetId, blocks);
  if (around === undefined) return text;
  return isTable ? placeRow(around, text) : placeCode(around, text);
}

const typesOf = ({ ours, theirs }: Partial<Sides<BlockLocation>>): (string | undefined)[] => [
  ours?.type,
  theirs?.type,
];

/** The source of the block that holds a conflict, in one of the two revisions. */
async function findAround(
  { store }: RenderParts,
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

function placeRow(table: string, text: string): string {
  if (/^\s*<tr[\s>]/i.test(text)) {
    return `<table>${headOf(table)}<tbody>${text}</tbody></table>`;
  }
  const [head, delimiter] = table.split(/\r?\n/);
  const isRow = text.includes('|') && !text.includes(head ?? '') && !/^\s*</.test(text);
  return isRow && head !== undefined && /^[\s|:-]+$/.test(delimiter ?? '')
    ? `${head}\n${delimiter}\n${text}\n`
    : text;
}

const FENCE = /^(?:`{3,}|~{3,})/;

function placeCode(code: string, text: string): string {
  const lines = code.split(/\r?\n/).map((line) => line.trimStart());
  const fence = lines.find((line) => FENCE.test(line));
  const [marks] = FENCE.exec(fence ?? '') ?? [];
  if (fence === undefined || marks === undefined || /^(?:`{3}|~{3}|\{%)/.test(text.trimStart())) return text;
  const language = fence.slice(marks.length);
  return `${marks}${language}\n${text.replace(/\r?\n$/, '')}\n${marks}\n`;
}
