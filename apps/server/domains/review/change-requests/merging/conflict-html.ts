/** The texts of conflicts as readers see them. */
import type { DocumentReferences } from '@lectern/content/facts/references';
import type { Conflict, Sides } from '@lectern/content/merge/conflicts';
import { inspectSources, MAX_BATCH_SOURCES } from '../../../../content/facts/inspect-sources.ts';
import type { OpenRevision } from '../../../../content/revisions/content-store.ts';
import type { EditingParts } from '../../../content/editing/editing-parts.ts';
import type { ContentReads } from '../../../content/revisions/content-reads.ts';
import { type ConflictingRevisions, findOwner, isReadable, placeText, sourceOf } from './place-conflict.ts';

/** Longer texts are shown as they are written. */
const MAX_LENGTH = 100_000;

interface RenderParts extends Pick<EditingParts, 'context' | 'store'> {
  reads: Pick<ContentReads, 'unsavedHtml'>;
}

export interface ConflictText {
  conflict: Conflict;
  text: string;
}

interface PlacedSource {
  open: OpenRevision;
  path: string | undefined;
  markdown: string;
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
  const sources = new Map<string, PlacedSource>();
  const keys: (string | undefined)[] = [];
  for (const { conflict, text } of texts) {
    if (conflict.kind !== 'document' || !isReadable(conflict) || text.length > MAX_LENGTH) {
      keys.push(undefined);
      continue;
    }
    const { open, path } = findOwner(revisions, conflict.targetId);
    const isEmpty = text.trim() === '';
    const markdown = isEmpty ? '' : sourceOf(await placeText(parts.store, revisions, conflict, text));
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

async function renderSources(
  { context: { threads }, reads }: RenderParts,
  sources: ReadonlyMap<string, PlacedSource>,
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
      if (markdown === '' || !found || found.tooLarge !== undefined) {
        htmls.set(key, markdown === '' ? '' : undefined);
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

const LINE = /^[ \t]*(?:[*+-]|\d{1,9}[.)])[ \t]|^[ \t]*\||^[ \t]*<tr[\s>]/i;

/** Both texts of a conflict, ours first: items and rows follow each other, blocks are a blank line apart. */
export function joinBoth({ ours, theirs }: Sides<string>): string {
  const texts = [ours, theirs].filter((text) => text !== '');
  return texts.join(texts.every((text) => LINE.test(text)) ? '\n' : '\n\n');
}
