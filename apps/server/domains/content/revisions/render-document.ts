import { createHash } from 'node:crypto';
import { decodeSource } from '@lectern/content/facts/document-facts';
import type { ResolvedTarget } from '@lectern/content/references/resolve-target';
import { stableTarget } from '@lectern/content/references/stable-targets';
import type { Block, JSONDocument } from '@lectern/markdown/document';
import { replaceTargets } from '@lectern/markdown/edit-markdown';
import type { Outcomes } from '@lectern/markdown/evaluate-document';
import { evaluateForVisitors, evaluateMarkdown } from '@lectern/markdown/evaluate-markdown';
import { parseAgain } from '@lectern/markdown/parse-again';
import { fillBlocks, type PreparedBlocks } from '@lectern/markdown/prepared-blocks';
import { resolveReferences } from '@lectern/markdown/resolve-references';
import { drawOnce, drawRest } from '@lectern/render/drawn-pieces';
import { unpackPieces } from '@lectern/render/packed-pieces';
import type { Pieces } from '@lectern/render/pieces';
import type { References } from '@lectern/render/references';
import type { SpecParts, WantedPart } from '@lectern/render/spec-parts';
import { HIDDEN_TARGET, resolveSeenTarget, type SeenRevision } from '../../../content/revisions/sight.ts';
import { defineError } from '../../../platform/http/errors.ts';
import { createPause } from '../../../platform/threads/pause.ts';
import { MAX_LENGTH_IN_PLACE } from '../../../platform/threads/run-by-size.ts';
import { ThreadLimitError } from '../../../platform/threads/thread-limit-error.ts';
import type { RunOptions, Threads } from '../../../platform/threads/threads.ts';
import { addressOf } from './published-markdown.ts';
import { listShownPieces, type RenderedHtml } from './render-html.ts';
import {
  type DocumentJson,
  drawPiecesTask,
  type HtmlInput,
  isHidden,
  listPartsTask,
  listTargetsTask,
  type MarkdownInput,
  type RenderInput,
  type ResolvedSource,
  renderDocumentTask,
  renderHtmlTask,
  renderMarkdownTask,
} from './render-tasks.ts';

/** The place of a source: the revision and the path from which its references are resolved. */
export interface SourcePlace extends SeenRevision {
  path: string | undefined;
}

const RETRY_SECONDS = 30;

export const tooBusyToRender = defineError({ status: 503, reason: 'too-busy-to-render' }, () => ({
  message:
    'The page could not be rendered in time. Try again later, or request its source with “format=markdown”.',
  headers: { 'retry-after': String(RETRY_SECONDS) },
}));

export const isRenderedInPlace = (source: Uint8Array): boolean => source.length <= MAX_LENGTH_IN_PLACE;

/** The blocks of a source, with its references resolved. */
export function renderDocument({ path, ...seen }: SourcePlace, source: Uint8Array): JSONDocument {
  const { document } = parseAgain(decodeSource(source).text);
  return resolveReferences(document, (raw) => resolveSeenTarget(seen, path, raw));
}

/** The blocks of a document as JSON, with its references resolved. */
export function fillDocument({ path, ...seen }: SourcePlace, blocks: PreparedBlocks): DocumentJson {
  const bytes = fillBlocks(blocks, (raw) => resolveSeenTarget(seen, path, raw));
  return { bytes, hash: createHash('sha256').update(bytes).digest('base64url') };
}

/** The whole source as text, with references by id in place of paths. */
export const renderStableMarkdown = ({ path, ...seen }: SourcePlace, source: string): string =>
  replaceTargets(source, ({ raw }) => stableTarget(resolveSeenTarget(seen, path, raw)));

/** Replaces the targets in a source by addresses. */
export const addressMarkdown = (
  { path, ...seen }: SourcePlace,
  source: string,
  references: References,
): string => replaceTargets(source, ({ raw }) => addressOf(resolveSeenTarget(seen, path, raw), references));

/** The source as the reader sees it: its conditions evaluated, without a trace of hidden pages. */
export function evaluateSource({ path, ...seen }: SourcePlace, source: string, outcomes: Outcomes): string {
  if (!seen.sight) return evaluateMarkdown(source, outcomes);
  return evaluateForVisitors(source, outcomes, {
    isHidden: (raw) => isHidden(resolveSeenTarget(seen, path, raw)),
    mask: HIDDEN_TARGET,
  });
}

/** The text of a source, made in a thread. */
export const renderText = (threads: Threads, input: MarkdownInput): Promise<string> =>
  inThread(() => threads.run(renderMarkdownTask, input, THREAD_OPTIONS));

/** The blocks of a source as JSON, made in a thread. */
export const renderJson = (threads: Threads, input: RenderInput): Promise<DocumentJson> =>
  inThread(() => threads.run(renderDocumentTask, input, THREAD_OPTIONS));

/** The HTML of a source or of a block of it, made in a thread. */
export const renderHtmlText = (threads: Threads, input: HtmlInput): Promise<RenderedHtml | undefined> =>
  inThread(() => threads.run(renderHtmlTask, input, THREAD_OPTIONS));

/** The parts of specs that a source shows, listed in a thread. */
export const listPartsOf = (threads: Threads, input: RenderInput): Promise<WantedPart[]> =>
  inThread(() => threads.run(listPartsTask, input, THREAD_OPTIONS));

/**
 * Gets the code, formulas and icons of blocks that are rendered in place. Pieces that are not in memory are read from
 * storage, or else drawn in a thread.
 */
export const drawPiecesOf = (
  threads: Pick<Threads, 'run'>,
  nodes: readonly Block[],
  { parts, readStored }: { parts?: SpecParts | undefined; readStored?: () => Promise<Uint8Array[]> } = {},
): Promise<Pieces> =>
  drawOnce(listShownPieces(nodes, parts), async (missing) => {
    const stored = unpackPieces((await readStored?.()) ?? []);
    return drawRest(missing, stored, (rest) =>
      inThread(() => threads.run(drawPiecesTask, rest, THREAD_OPTIONS)),
    );
  });

/** Icons that stand outside of documents, by their names; null: there is none of that name. */
export async function drawIcons(
  threads: Pick<Threads, 'run'>,
  icons: readonly string[],
): Promise<Pieces['icons']> {
  const drawn = await drawOnce({ code: [], math: [], icons: [...icons] }, (rest) =>
    inThread(() => threads.run(drawPiecesTask, rest, THREAD_OPTIONS)),
  );
  return drawn.icons;
}

/** Finds the meaning of each target of a source, which a thread lists. */
export async function resolveSource(
  threads: Threads,
  { path, ...seen }: SourcePlace,
  source: Uint8Array,
): Promise<ResolvedSource> {
  const listed = await inThread(() => threads.run(listTargetsTask, source, THREAD_OPTIONS));
  const targets = new Map<string, ResolvedTarget>();
  const pause = createPause();
  for (const raw of listed) {
    const target = resolveSeenTarget(seen, path, raw);
    if (target) targets.set(raw, target);
    await pause(1);
  }
  return { source, path, targets };
}

export const THREAD_OPTIONS: RunOptions = { lane: 'request', deadlineMs: 30_000 };

/** Waits for a thread; one that takes too long is the caller's to ask again. */
export async function inThread<Result>(run: () => Promise<Result>): Promise<Result> {
  try {
    return await run();
  } catch (error) {
    if (error instanceof ThreadLimitError) throw tooBusyToRender();
    throw error;
  }
}

/** The blocks of a page without a source. */
export const emptyDocument = (): JSONDocument => ({ object: 'document', data: {}, nodes: [] });
