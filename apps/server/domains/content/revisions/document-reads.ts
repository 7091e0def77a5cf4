import { decodeSource } from '@lectern/content/facts/document-facts';
import type { DocumentReferences } from '@lectern/content/facts/references';
import type { ResolvedTarget } from '@lectern/content/references/resolve-target';
import { type Hash, hashOf } from '@lectern/content/tree/hash';
import type { Block } from '@lectern/markdown/document';
import type { Outcomes } from '@lectern/markdown/evaluate-document';
import { documentAsWritten } from '@lectern/markdown/parse-markdown';
import { drawOnce, drawRest } from '@lectern/render/drawn-pieces';
import { DRAWING_VERSION, unpackPieces } from '@lectern/render/packed-pieces';
import type { Pieces, WantedPieces } from '@lectern/render/pieces';
import { listDestinations, NO_REFERENCES, type References } from '@lectern/render/references';
import { type DescribeParts, listPictures, type PackedParts, sizeOfParts } from '@lectern/render/spec-parts';
import { blockNotFound, pageNotFound } from '../../../content/revisions/content-errors.ts';
import type { ContentStore, OpenRevision } from '../../../content/revisions/content-store.ts';
import { resolveSeenTarget, type SeenRevision } from '../../../content/revisions/visible-revision.ts';
import type { Context } from '../../../platform/context.ts';
import { defineError } from '../../../platform/http/errors.ts';
import { createPause } from '../../../platform/threads/pause.ts';
import { MAX_LENGTH_IN_PLACE } from '../../../platform/threads/run-by-size.ts';
import { ThreadLimitError } from '../../../platform/threads/thread-limit-error.ts';
import type { ThreadTask } from '../../../platform/threads/thread-task.ts';
import type { ThreadLane, Threads } from '../../../platform/threads/threads.ts';
import { withFoundAnchors } from '../links/resolution/load-anchors.ts';
import { MAX_DEPTH } from './dereference.ts';
import {
  type DocumentContent,
  type DocumentInput,
  type DocumentJson,
  type DocumentRead,
  type DocumentSource,
  drawPiecesTask,
  emptyDocument,
  listTargetsTask,
  type PlacedBlocks,
  type PlainInput,
  type PlainSource,
  type RenderedBlocks,
  readBlockHtml,
  readBlocks,
  readHtml,
  readMarkdown,
  readParts,
  readPlacedBlocks,
} from './document-tasks.ts';
import type { HtmlOptions, RenderedHtml } from './render-html.ts';

/** Where a document is: a stored one, or the blocks of a computed page. */
export interface DocumentPlace {
  /** Undefined: the page has no text, or is computed. */
  hash: Hash | undefined;
  path: string | undefined;
  blocks?: Block[] | undefined;
}

/** A document that somebody is writing. */
export interface UnsavedDocument {
  source: Buffer;
  path: string | undefined;
  /** The blocks that the source was written from; undefined if it was sent as Markdown. */
  sent: unknown[] | undefined;
  part: DocumentReferences;
  /** The stored document that it would replace, which shares most of its pictures of code and formulas. */
  stored: Hash | undefined;
}

export interface DocumentOptions {
  isDereferenced: boolean;
  /** The results of its expressions; undefined if they are not evaluated. */
  outcomes?: Outcomes | undefined;
}

export interface MarkdownOptions extends DocumentOptions {
  /** The form of targets in the Markdown: as in the source, or by id. */
  targets: 'relative' | 'stable';
}

const RETRY_SECONDS = 30;

export const tooBusyToRender = defineError({ status: 503, reason: 'too-busy-to-render' }, () => ({
  message:
    'The page could not be rendered in time. Try again later, or request its source with “format=markdown”.',
  headers: { 'retry-after': String(RETRY_SECONDS) },
}));

const DEADLINE_MS = 30_000;

/** Runs a task in a thread. One that takes too long can be requested again. */
export async function runInThread<Input, Output>(
  threads: Pick<Threads, 'run'>,
  task: ThreadTask<Input, Output>,
  input: Input,
  { lane = 'request', owner }: { lane?: ThreadLane; owner?: string } = {},
): Promise<Output> {
  try {
    return await threads.run(task, input, { lane, deadlineMs: DEADLINE_MS, owner });
  } catch (error) {
    if (error instanceof ThreadLimitError) throw tooBusyToRender();
    throw error;
  }
}

/** Whether a document is small enough to be read in place. Prepared blocks need not be parsed. */
export const isReadInPlace = (content: DocumentContent): boolean =>
  !('source' in content) || content.source.length <= MAX_LENGTH_IN_PLACE;

/** A document of a revision whose targets are resolved when they are needed. */
export const sourceIn = (
  revision: SeenRevision,
  { content, path }: Pick<DocumentSource, 'content' | 'path'>,
): DocumentSource => ({ content, path, resolve: (raw) => resolveSeenTarget(revision, path, raw) });

/** A document of a revision for a thread, with all of its targets resolved. */
export async function plainSourceIn(
  threads: Threads,
  revision: SeenRevision,
  { content, path }: Pick<DocumentSource, 'content' | 'path'>,
): Promise<PlainSource> {
  const targets = new Map<string, ResolvedTarget>();
  if (!('source' in content)) return { content, path, targets };
  const pause = createPause();
  for (const raw of await runInThread(threads, listTargetsTask, content.source)) {
    const target = resolveSeenTarget(revision, path, raw);
    if (target) targets.set(raw, target);
    await pause(1);
  }
  return { content, path, targets };
}

/** Icons outside of documents, by their names; null if there is none with that name. */
export async function drawIcons(
  threads: Pick<Threads, 'run'>,
  icons: readonly string[],
): Promise<Pieces['icons']> {
  const wanted: WantedPieces = { code: [], math: [], icons: [...icons] };
  return (await drawOnce(wanted, (missing) => runInThread(threads, drawPiecesTask, missing))).icons;
}

/** The size of the parts of specs up to which a document that shows them is read in place, in bytes. */
const MAX_PARTS_IN_PLACE = 200_000;
/** The size above which a document with such parts is read where others do not wait for it. */
const MAX_SMALL_PARTS = 1_000_000;

/** A document and its content. `hash`: that of the document whose pieces were drawn before. */
interface OpenedDocument {
  hash: Hash | undefined;
  path: string | undefined;
  content: DocumentContent;
}

/** How a document is read, beside the function that reads it. */
interface Reading extends Pick<DocumentOptions, 'outcomes'> {
  /** Whether the texts of reusable contents take the place of references to them. */
  isDereferenced: boolean;
  /** The addresses of targets, if the result has addresses. */
  references?: References;
  /** Whether code, formulas and icons are drawn. */
  isDrawn?: boolean;
}

/**
 * Reads documents of revisions as their readers see them. Without `describeParts`, blocks of APIs show only their
 * names.
 */
export class DocumentReads {
  readonly #threads: Threads;
  readonly #store: ContentStore;
  readonly #describeParts: DescribeParts | undefined;

  constructor({ threads }: Pick<Context, 'threads'>, store: ContentStore, describeParts?: DescribeParts) {
    this.#threads = threads;
    this.#store = store;
    this.#describeParts = describeParts;
  }

  /** Reads the blocks of a document as JSON. */
  async blocks(
    open: OpenRevision,
    { hash, path }: DocumentPlace,
    options: DocumentOptions,
  ): Promise<DocumentJson> {
    const { isDereferenced, outcomes } = options;
    const content = await this.#loadBlocks(open, hash, options);
    const input = await this.#inputOf(open, { hash, path, content }, { isDereferenced, outcomes });
    return this.#run(readBlocks, input, undefined);
  }

  /** Reads the blocks of a document with their places in its source, and its front matter. */
  async placedBlocks(open: OpenRevision, { hash, path }: DocumentPlace): Promise<PlacedBlocks> {
    // Whoever is shown only some pages is not shown where the others are written.
    if (open.sight) throw pageNotFound();
    const content = await this.#load(open, { hash, path });
    const input = await this.#inputOf(
      open,
      { hash, path, content },
      { isDereferenced: false, outcomes: undefined },
    );
    return this.#run(readPlacedBlocks, input, undefined);
  }

  /** The same for a document that is not stored. */
  async unsavedBlocks(
    open: OpenRevision,
    { source, path }: Pick<UnsavedDocument, 'source' | 'path'>,
  ): Promise<PlacedBlocks> {
    const input = await this.#inputOf(
      open,
      { hash: undefined, path, content: { source } },
      { isDereferenced: false, outcomes: undefined },
    );
    return this.#run(readPlacedBlocks, input, undefined);
  }

  async markdown(
    open: OpenRevision,
    { hash, path }: DocumentPlace,
    { targets, ...options }: MarkdownOptions,
  ): Promise<string> {
    if (hash === undefined) return '';
    const source = await this.#store.getSource(open.space.organizationId, hash);
    const isUnchanged = options.outcomes === undefined && !open.sight && targets === 'relative';
    if (isUnchanged && !(options.isDereferenced && mayInclude({ source }))) return decodeSource(source).text;
    const content = open.sight ? await this.#checkSource(open, hash, source) : { source };
    const { isDereferenced, outcomes } = options;
    const input = await this.#inputOf(open, { hash, path, content }, { isDereferenced, outcomes });
    return this.#run(readMarkdown, input, { targets });
  }

  /**
   * Reads the Markdown of a page for its readers: it begins with the title, has no front matter, contains the reusable
   * contents that it includes, and its targets are the addresses in `references`.
   */
  async publishedMarkdown(
    open: OpenRevision,
    place: DocumentPlace,
    { title, outcomes }: { title: string; outcomes: Outcomes | undefined },
    references: References,
  ): Promise<string> {
    const content = await this.#load(open, place);
    const { input, parts } = await this.#inputWithParts(
      open,
      { ...place, content },
      { isDereferenced: true, outcomes, references: await this.#withAnchors(open, place, references) },
    );
    return this.#run(readMarkdown, input, { targets: 'addresses', title, parts }, ofParts(open, parts));
  }

  /** Reads the HTML of a document, or of one of its blocks. */
  async html(
    open: OpenRevision,
    place: DocumentPlace,
    { outcomes, ...options }: HtmlOptions & { outcomes?: Outcomes | undefined },
    references: References,
  ): Promise<RenderedHtml> {
    const content = await this.#load(open, place);
    const { input, parts } = await this.#inputWithParts(
      open,
      { ...place, content },
      {
        isDereferenced: true,
        outcomes,
        references: await this.#withAnchors(open, place, references),
        isDrawn: true,
      },
    );
    const html = await this.#run(readHtml, input, { ...options, parts }, ofParts(open, parts));
    if (html === undefined) throw blockNotFound();
    return html;
  }

  /** Reads the HTML of each block of a document by itself. Ids are unique in the document. */
  async htmlOfBlocks(
    open: OpenRevision,
    place: DocumentPlace,
    references: References,
  ): Promise<RenderedBlocks> {
    const content = await this.#load(open, place);
    const { input, parts: specs } = await this.#inputWithParts(
      open,
      { ...place, content },
      {
        isDereferenced: true,
        outcomes: undefined,
        references: await this.#withAnchors(open, place, references),
        isDrawn: true,
      },
    );
    return this.#run(readBlockHtml, input, { sent: undefined, specs }, ofParts(open, specs));
  }

  /** Reads the HTML of the blocks of a document that is not stored. `stored`: the document that it would replace. */
  async blockHtml(
    open: OpenRevision,
    { source, path, sent, part, stored }: UnsavedDocument,
    references: References,
  ): Promise<RenderedBlocks> {
    const content = { source };
    const own = { hash: hashOf(source), path, part };
    const { input, parts: specs } = await this.#inputWithParts(
      open,
      { hash: stored, path, content },
      {
        isDereferenced: true,
        outcomes: undefined,
        references: await withFoundAnchors(this.#store, open, own, references),
        isDrawn: true,
      },
    );
    return this.#run(readBlockHtml, input, { sent, specs }, ofParts(open, specs));
  }

  /** The only place that decides where a document is read: its input is plain data if a thread must have it. */
  #run<Options, Output>(
    { read, task }: DocumentRead<Options, Output>,
    input: DocumentInput | PlainInput,
    options: Options,
    { shown, owner }: { shown?: PackedParts | undefined; owner?: string } = {},
  ): Promise<Output> {
    if (!('known' in input)) return read(input, options);
    const lane = sizeOfParts(shown) > MAX_SMALL_PARTS ? 'large' : 'request';
    return runInThread(
      this.#threads,
      task,
      { input, options },
      { lane, ...(owner !== undefined && { owner }) },
    );
  }

  /** Small sources that include each other can expand to a very large document, so only a thread expands them. */
  async #inputOf(
    open: OpenRevision,
    opened: OpenedDocument,
    reading: Reading,
  ): Promise<DocumentInput | PlainInput> {
    const { hash, path, content } = opened;
    const { isDereferenced, outcomes, references } = reading;
    const isForVisitor = open.sight !== undefined;
    const isExpanded = isDereferenced && mayInclude(content);
    if (isReadInPlace(content) && !isExpanded) {
      const document = sourceIn(open, { content, path });
      const draw = (missing: WantedPieces) => this.#draw(open, hash, missing);
      return {
        document,
        reusables: undefined,
        outcomes,
        isForVisitor,
        references: references ?? NO_REFERENCES,
        draw,
      };
    }
    return this.#plainInputOf(open, opened, reading);
  }

  async #plainInputOf(
    open: OpenRevision,
    { hash, path, content }: OpenedDocument,
    { isDereferenced, outcomes, references, isDrawn = false }: Reading,
  ): Promise<PlainInput> {
    const isForVisitor = open.sight !== undefined;
    const document = await plainSourceIn(this.#threads, open, { content, path });
    const isExpanded = isDereferenced && mayInclude(content);
    const reusables = isExpanded ? await this.#resolveReusables(open, document) : undefined;
    const targets = [document, ...(reusables?.values() ?? [])].flatMap((one) => [...one.targets.values()]);
    // What blocks refer to is resolved already.
    const pictures = 'document' in content ? listPictures(content.document) : [];
    const included = [...(reusables?.keys() ?? [])].map((id) => open.snapshot.findReusable(id)?.document);
    return {
      document,
      reusables,
      outcomes,
      isForVisitor,
      known: listDestinations(references ? [...targets, ...pictures] : [], references ?? NO_REFERENCES),
      stored: isDrawn ? await this.#readStored(open, [hash, ...included]) : [],
    };
  }

  async #withAnchors(
    open: OpenRevision,
    { hash, path }: DocumentPlace,
    references: References,
  ): Promise<References> {
    return hash === undefined ? references : withFoundAnchors(this.#store, open, { hash, path }, references);
  }

  async #load(open: OpenRevision, { hash, blocks = [] }: DocumentPlace): Promise<DocumentContent> {
    if (hash === undefined) return { document: { ...emptyDocument(), nodes: blocks } };
    return this.#checkSource(open, hash, await this.#store.getSource(open.space.organizationId, hash));
  }

  async #loadBlocks(
    open: OpenRevision,
    hash: Hash | undefined,
    { isDereferenced }: DocumentOptions,
  ): Promise<DocumentContent> {
    // Only the source shows whether the document includes others.
    if (hash === undefined || isDereferenced) return this.#load(open, { hash, path: undefined });
    const stored = await this.#store.getBlocks(open.space.organizationId, hash);
    return 'blocks' in stored ? { prepared: stored.blocks } : this.#checkSource(open, hash, stored.source);
  }

  /** Returns the source, or a document that shows it as it is written if it cannot be parsed. */
  async #checkSource({ space, sight }: OpenRevision, hash: Hash, source: Buffer): Promise<DocumentContent> {
    if (isReadInPlace({ source })) return { source };
    const factsOf = await this.#store.facts.load(space.organizationId, 'facts', [hash]);
    if (!factsOf(hash)?.unreadable) return { source };
    // It is unknown which parts of the source visitors may see, so they see none.
    return { document: sight ? emptyDocument() : documentAsWritten(decodeSource(source).text) };
  }

  /** Resolves the reusable contents that a document includes, and those that they include. */
  async #resolveReusables(open: OpenRevision, document: PlainSource): Promise<Map<string, PlainSource>> {
    const found = new Map<string, PlainSource>();
    let wanted = includedIn([document]);
    for (let depth = 0; depth < MAX_DEPTH && wanted.size > 0; depth += 1) {
      const resolved: PlainSource[] = [];
      for (const reusableId of wanted) {
        const entry = open.snapshot.findReusable(reusableId);
        if (!entry) continue;
        const path = entry.git?.path;
        const content = await this.#load(open, { hash: entry.document, path });
        if ('document' in content) continue;
        const one = await plainSourceIn(this.#threads, open, { content, path });
        found.set(reusableId, one);
        resolved.push(one);
      }
      wanted = new Set([...includedIn(resolved)].filter((reusableId) => !found.has(reusableId)));
    }
    return found;
  }

  /** The input with the parts of specs that the document shows: with large ones, only a thread reads it. */
  async #inputWithParts(
    open: OpenRevision,
    opened: OpenedDocument,
    reading: Reading,
  ): Promise<{ input: DocumentInput | PlainInput; parts: PackedParts | undefined }> {
    const found = await this.#inputOf(open, opened, reading);
    const parts = await this.#partsOf(open, opened.content, found);
    const isLarge = sizeOfParts(parts) > MAX_PARTS_IN_PLACE;
    const input = isLarge && !('known' in found) ? await this.#plainInputOf(open, opened, reading) : found;
    if (!parts || !('known' in input)) return { input, parts };
    const shown = [...parts.values()].flatMap(({ pictures }) => pictures);
    const { pictures } = listDestinations(shown, reading.references ?? NO_REFERENCES);
    const known = { ...input.known, pictures: new Map([...input.known.pictures, ...pictures]) };
    return { input: { ...input, known }, parts };
  }

  /** Describes the parts of specs that a document shows. Only a document that may show some is read for it. */
  async #partsOf(
    open: OpenRevision,
    content: DocumentContent,
    input: DocumentInput | PlainInput,
  ): Promise<PackedParts | undefined> {
    if (!this.#describeParts || !mayShowSpecs(content)) return undefined;
    return this.#describeParts(open, await this.#run(readParts, input, undefined));
  }

  /** Takes the pieces that were drawn before for a document; a thread draws the rest. */
  async #draw(open: OpenRevision, hash: Hash | undefined, missing: WantedPieces): Promise<Pieces> {
    const stored = unpackPieces(await this.#readStored(open, [hash]));
    return drawRest(missing, stored, (rest) => runInThread(this.#threads, drawPiecesTask, rest));
  }

  /** Reads the pieces that were drawn before for documents. */
  #readStored({ space }: OpenRevision, hashes: readonly (Hash | undefined)[]): Promise<Buffer[]> {
    const named = hashes.filter((hash) => hash !== undefined);
    return this.#store.getPieces(space.organizationId, named, DRAWING_VERSION);
  }
}

/** Organizations take turns with documents that show large parts of specs. */
const ofParts = ({ space }: OpenRevision, shown: PackedParts | undefined) => ({
  shown,
  ...(shown && { owner: space.organizationId }),
});

/** Whether a document may have a block of an API, without parsing it. */
export const mayShowSpecs = (content: DocumentContent): boolean =>
  'source' in content
    ? includesText(content.source, 'openapi') || includesText(content.source, 'swagger')
    : true;

/** Whether a document may have a tag that includes content, without parsing it. Blocks that are complete have none. */
function mayInclude(content: DocumentContent): boolean {
  if (!('source' in content)) return false;
  const source = bufferOf(content.source);
  if (!source.includes('include')) return false;
  // The word alone is not enough, because it is frequent in code.
  for (let start = source.indexOf('{%'); start >= 0; start = source.indexOf('{%', start + 2)) {
    const end = source.indexOf('%}', start);
    if (end < 0) return false;
    if (source.subarray(start, end).includes('include')) return true;
    start = end;
  }
  return false;
}

const includesText = (source: Uint8Array, text: string): boolean => bufferOf(source).includes(text);

const bufferOf = ({ buffer, byteOffset, byteLength }: Uint8Array): Buffer =>
  Buffer.from(buffer, byteOffset, byteLength);

function includedIn(sources: readonly PlainSource[]): Set<string> {
  const included = new Set<string>();
  for (const { targets } of sources)
    for (const target of targets.values())
      if (target.kind === 'reusable-content') included.add(target.reusableContent);
  return included;
}
