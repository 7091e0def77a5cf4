/** Each way to read a document, as one pure function of its input. Which thread runs it is decided elsewhere. */
import { createHash } from 'node:crypto';
import { decodeSource } from '@lectern/content/facts/document-facts';
import type { ResolvedTarget } from '@lectern/content/references/resolve-target';
import { stableTarget } from '@lectern/content/references/stable-targets';
import type { Block, JSONDocument } from '@lectern/markdown/document';
import { replaceTargets } from '@lectern/markdown/edit-markdown';
import { evaluateDocument, type Outcomes } from '@lectern/markdown/evaluate-document';
import { evaluateForVisitors, evaluateMarkdown } from '@lectern/markdown/evaluate-markdown';
import { pairBlocks } from '@lectern/markdown/follow-keys';
import { findFrontMatter } from '@lectern/markdown/front-matter';
import { maskReferences } from '@lectern/markdown/mask-references';
import { withoutTitle } from '@lectern/markdown/page-title';
import { parseAgain } from '@lectern/markdown/parse-again';
import type { ParsedDocument } from '@lectern/markdown/parse-markdown';
import { placeBlocks } from '@lectern/markdown/place-blocks';
import { fillBlocks, type PreparedBlocks } from '@lectern/markdown/prepared-blocks';
import { receiveDocument } from '@lectern/markdown/receive/receive-document';
import { listReferences, resolveReferences } from '@lectern/markdown/resolve-references';
import { writeMarkdown } from '@lectern/markdown/write-markdown';
import { drawPieces } from '@lectern/render/drawing/draw-pieces';
import { drawOnce, drawRest } from '@lectern/render/drawn-pieces';
import { unpackPieces } from '@lectern/render/packed-pieces';
import type { Pieces, WantedPieces } from '@lectern/render/pieces';
import { createKnownReferences, type KnownReferences, type References } from '@lectern/render/references';
import { renderApart } from '@lectern/render/render-document';
import { listParts, type PackedParts, unpackParts, type WantedPart } from '@lectern/render/spec-parts';
import { HIDDEN_TARGET } from '../../../content/revisions/visible-revision.ts';
import {
  defineThreadTask,
  type ThreadTask,
  type ThreadTaskKind,
} from '../../../platform/threads/thread-task.ts';
import { dereferenceReusables } from './dereference.ts';
import { expandIncludes, relocateTarget, relocateTargets } from './expand-includes.ts';
import { expandParts } from './expand-parts.ts';
import { addressOf, presentMarkdown } from './published-markdown.ts';
import {
  type HtmlOptions,
  listShownPieces,
  type RenderedHtml,
  renderHtml,
  selectBlocks,
} from './render-html.ts';

/** The text of a document, or its blocks. `document`: blocks that are shown as they are. */
export type DocumentContent =
  | { source: Uint8Array }
  | { prepared: PreparedBlocks }
  | { document: JSONDocument };

/** A document, and what its targets lead to. */
export interface DocumentSource {
  content: DocumentContent;
  /** Its path in the repository, to which its targets are relative. */
  path: string | undefined;
  /** Resolves a target as it is written, for the reader. Undefined: it stays as it is written. */
  resolve(raw: string): ResolvedTarget | undefined;
}

/** A reusable content that a document includes. */
interface IncludedSource extends DocumentSource {
  targets: ReadonlyMap<string, ResolvedTarget>;
}

export interface DocumentInput {
  document: DocumentSource;
  /** The reusable contents that replace the references to them, by their ids; undefined if references stay. */
  reusables: ReadonlyMap<string, IncludedSource> | undefined;
  /** The results of the expressions; undefined if they are not evaluated. */
  outcomes: Outcomes | undefined;
  /** Whether the reader must not learn of hidden pages. */
  isForVisitor: boolean;
  /** The addresses of targets, for readers of HTML and Markdown. */
  references: References;
  draw(missing: WantedPieces): Promise<Pieces>;
}

/** A document as plain data, which threads can be given. */
export interface PlainSource extends Pick<DocumentSource, 'content' | 'path'> {
  /** Targets that are not in the map stay as they are written. */
  targets: ReadonlyMap<string, ResolvedTarget>;
}

/** The input as plain data. */
export interface PlainInput extends Pick<DocumentInput, 'outcomes' | 'isForVisitor'> {
  document: PlainSource;
  reusables: ReadonlyMap<string, PlainSource> | undefined;
  known: KnownReferences;
  /** The pieces that were drawn before, of the document and the contents that it includes. */
  stored: readonly Uint8Array[];
}

/** A way to read a document: the function, and the same function as a task for threads. */
export interface DocumentRead<Options, Output, Kind extends ThreadTaskKind = ThreadTaskKind> {
  read(input: DocumentInput, options: Options): Promise<Output>;
  task: ThreadTask<{ input: PlainInput; options: Options }, Output> & { kind: Kind };
}

const defineRead = <Kind extends ThreadTaskKind, Options, Output>(
  kind: Kind,
  read: (input: DocumentInput, options: Options) => Promise<Output>,
): DocumentRead<Options, Output, Kind> => ({
  read,
  task: defineThreadTask(kind, ({ input, options }: { input: PlainInput; options: Options }) =>
    read(openInput(input), options),
  ),
});

/** A document of which a thread knows the targets. */
export const openSource = (source: PlainSource): IncludedSource => ({
  ...source,
  resolve: (raw) => source.targets.get(raw),
});

const openInput = ({ document, reusables, known, stored, ...input }: PlainInput): DocumentInput => ({
  ...input,
  document: openSource(document),
  reusables: reusables && new Map([...reusables].map(([id, content]) => [id, openSource(content)])),
  references: createKnownReferences(known),
  draw: (missing) => drawRest(missing, unpackPieces(stored), drawPieces),
});

/** A document as JSON. */
export interface DocumentJson {
  bytes: Uint8Array;
  /** The hash of the bytes. */
  hash: string;
}

const toDocumentJson = (bytes: Uint8Array): DocumentJson => ({
  bytes,
  hash: createHash('sha256').update(bytes).digest('base64url'),
});

/** Reads the blocks of a document as JSON. */
export const readBlocks = defineRead('render-document', async (input): Promise<DocumentJson> => {
  const { content, resolve } = input.document;
  const isShownToAllAlike = input.outcomes === undefined && !input.isForVisitor && !input.reusables;
  // Prepared blocks are JSON already.
  if ('prepared' in content && isShownToAllAlike)
    return toDocumentJson(fillBlocks(content.prepared, resolve));
  return toDocumentJson(Buffer.from(JSON.stringify(await readWhole(input))));
});

/** The blocks of a document with their places in its source, and its front matter, as JSON. */
export interface PlacedBlocks {
  document: DocumentJson;
  frontMatter: DocumentJson;
}

/** Reads the blocks of a document for those who edit it: with their places in its source, and nothing evaluated. */
export const readPlacedBlocks = defineRead('place-blocks', async ({ document }): Promise<PlacedBlocks> => {
  const { content, resolve } = document;
  const toJson = (value: object): DocumentJson => toDocumentJson(Buffer.from(JSON.stringify(value)));
  if (!('source' in content)) return { document: toJson(blocksOf(document)), frontMatter: toJson({}) };
  const { text } = decodeSource(content.source);
  const parsed = parseAgain(text);
  return {
    document: toJson(resolveReferences(placeBlocks(text, parsed), resolve)),
    frontMatter: toJson(parsed.frontMatter?.data ?? {}),
  };
});

export interface MarkdownOptions {
  /** The form of targets: as in the source (`relative`), by id (`stable`), or addresses. */
  targets: 'relative' | 'stable' | 'addresses';
  /** For readers: the title that replaces the front matter. */
  title?: string | undefined;
  /** The parts of specs whose texts replace the blocks that show them. */
  parts?: PackedParts | undefined;
}

/** Reads the Markdown of a document. */
export const readMarkdown = defineRead(
  'render-markdown',
  async (input, options: MarkdownOptions): Promise<string> => {
    const text = await writeWhole(input, options);
    return options.title === undefined ? text : presentMarkdown(text, options.title);
  },
);

/** Lists the parts of specs that a document shows. */
export const readParts = defineRead(
  'list-spec-parts',
  async (input): Promise<WantedPart[]> => listParts((await readWhole(input)).nodes),
);

/** Reads the HTML of a document, or of one of its blocks; undefined if it has no such block. */
export const readHtml = defineRead(
  'render-html',
  async (
    input,
    { block, title, parts: packed, ...options }: HtmlOptions & { parts: PackedParts | undefined },
  ): Promise<RenderedHtml | undefined> => {
    const selected = selectBlocks(await readWhole(input), block);
    if (!selected) return undefined;
    const nodes = title === undefined ? selected : withoutTitle(selected, title);
    const parts = unpackParts(packed);
    const pieces = await drawOnce(listShownPieces(nodes, parts), input.draw);
    return renderHtml(nodes, { ...options, parts, references: input.references, pieces });
  },
);

/** The blocks of a document that is not saved, as they would be published. */
export interface RenderedBlocks extends Pick<RenderedHtml, 'outline'> {
  /** One for each block at the top of the document, or of the sent blocks, in their order. */
  blocks: { key?: string; html: string }[];
}

/**
 * Reads the HTML of each block at the top of a document by itself. `sent`: the blocks that the document was written
 * from, if it was written from blocks; those that writing merges are shown by the first of them.
 */
export const readBlockHtml = defineRead(
  'render-blocks',
  async (
    input,
    { sent, specs: packed }: { sent: unknown[] | undefined; specs: PackedParts | undefined },
  ): Promise<RenderedBlocks> => {
    const specs = unpackParts(packed);
    const written = blocksSeen(input.document, input).nodes;
    const groups = (await dereferenced(columnsOf(written), input)).nodes.map(({ nodes }) => nodes as Block[]);
    const pieces = await drawOnce(listShownPieces(groups.flat(), specs), input.draw);
    const { references } = input;
    const { parts: htmls, outline } = renderApart(groups, { references, pieces, parts: specs });
    if (!sent) return { blocks: htmls.map((html, at) => withKey(written[at]?.key, String(html))), outline };
    const received = receiveDocument({ ...emptyDocument(), nodes: sent }).nodes;
    const shown = received.map(() => '');
    const pairs = pairBlocks(received, written, true);
    const positions = new Map(received.map((block, at) => [pairs.get(block), at]));
    let last = 0;
    for (const [at, block] of written.entries()) {
      last = positions.get(block) ?? last;
      if (received.length > 0) shown[last] += String(htmls[at]);
    }
    return { blocks: received.map(({ key }, at) => withKey(key, shown[at] ?? '')), outline };
  },
);

const withKey = (key: string | undefined, html: string): RenderedBlocks['blocks'][number] =>
  key === undefined ? { html } : { key, html };

/** Each block in a column of its own, so that it is known what takes its place. */
const columnsOf = (blocks: readonly Block[]): JSONDocument => ({
  ...emptyDocument(),
  nodes: blocks.map((block) => ({ object: 'block', type: 'column', data: {}, nodes: [block] }) as Block),
});

/** Lists the targets in a source, each once, as they are written. */
export const listTargetsTask = defineThreadTask('list-targets', (source: Uint8Array): string[] => {
  const { document, targets } = parse(source);
  return [...new Set([...listReferences(document), ...targets].map(({ raw }) => raw))];
});

/** Draws code, formulas and icons for documents that are rendered in place, because drawing takes time and memory. */
export const drawPiecesTask = defineThreadTask('draw-pieces', (wanted: WantedPieces) => drawPieces(wanted));

const parse = (source: Uint8Array): ParsedDocument => parseAgain(decodeSource(source).text);

/** The blocks of a page without a source. */
export const emptyDocument = (): JSONDocument => ({ object: 'document', data: {}, nodes: [] });

const NO_OUTCOMES: Outcomes = new Map();

/** The blocks as the reader sees them, with the reusable contents in place of references to them. */
function readWhole(input: DocumentInput): Promise<JSONDocument> | JSONDocument {
  return dereferenced(blocksSeen(input.document, input), input);
}

function dereferenced(whole: JSONDocument, input: DocumentInput): Promise<JSONDocument> | JSONDocument {
  const { reusables } = input;
  if (!reusables) return whole;
  return dereferenceReusables(whole, async (reusableId) => {
    const content = reusables.get(reusableId);
    return content && blocksSeen(content, input);
  });
}

/** The blocks of one document as the reader sees them: evaluated, without a trace of hidden pages. */
function blocksSeen(
  source: DocumentSource,
  { outcomes, isForVisitor }: Pick<DocumentInput, 'outcomes' | 'isForVisitor'>,
): JSONDocument {
  const { content } = source;
  if ('document' in content) return content.document;
  // The conditions of a source that exceeds the limits are unknown, so visitors see nothing of it.
  if (isForVisitor && 'source' in content && parse(content.source).exceeded) return emptyDocument();
  const blocks = blocksOf(source);
  if (isForVisitor) return maskReferences(evaluateDocument(blocks, outcomes ?? NO_OUTCOMES), HIDDEN_TARGET);
  return outcomes ? evaluateDocument(blocks, outcomes) : blocks;
}

/** The blocks of one document with its references resolved, as its writers see them. */
export function blocksOf({ content, resolve }: DocumentSource): JSONDocument {
  if ('document' in content) return content.document;
  if ('source' in content) return resolveReferences(parse(content.source).document, resolve);
  return JSON.parse(fillBlocks(content.prepared, resolve).toString()) as JSONDocument;
}

/** The Markdown as the reader sees it, with the texts of reusable contents in place of the tags that include them. */
async function writeWhole(input: DocumentInput, options: MarkdownOptions): Promise<string> {
  const { document, reusables } = input;
  const text = writeText(document, input, options);
  if (!reusables || reusables.size === 0) return text;
  const targets = targetsInContents(reusables, document.path);
  return expandIncludes(text, {
    resolve: (raw) => {
      const target = document.resolve(raw) ?? targets.get(raw);
      return target?.kind === 'reusable-content' ? target.reusableContent : undefined;
    },
    read: async (reusableId) => {
      const content = reusables.get(reusableId);
      if (!content) return undefined;
      const included = writeText(content, input, options);
      const body = included.slice(findFrontMatter(included)?.end ?? 0);
      const { path: from } = content;
      const { path: to } = document;
      return from === undefined || to === undefined ? body : relocateTargets(body, { from, to });
    },
  });
}

function writeText(
  source: DocumentSource,
  input: DocumentInput,
  { targets, parts }: MarkdownOptions,
): string {
  const { resolve } = source;
  const text = textSeen(source, input);
  if (targets === 'relative') return text;
  if (targets === 'stable') return replaceTargets(text, ({ raw }) => stableTarget(resolve(raw)));
  return expandParts(text, {
    parts,
    resolve,
    address: (held) => replaceTargets(held, ({ raw }) => addressOf(resolve(raw), input.references)),
  });
}

/** The Markdown of one document as the reader sees it: evaluated, without a trace of hidden pages. */
function textSeen(source: DocumentSource, input: DocumentInput): string {
  const { content, resolve } = source;
  const { outcomes, isForVisitor } = input;
  if (!('source' in content)) return writeMarkdown(blocksSeen(source, input));
  const { text } = decodeSource(content.source);
  if (!isForVisitor) return outcomes ? evaluateMarkdown(text, outcomes) : text;
  return evaluateForVisitors(text, outcomes ?? NO_OUTCOMES, {
    isHidden: (raw) => isHidden(resolve(raw)),
    mask: HIDDEN_TARGET,
  });
}

/** Whether a target was replaced because the reader does not see its page. */
const isHidden = (target: ResolvedTarget | undefined): boolean =>
  target?.kind === 'url' && target.url === HIDDEN_TARGET;

/** The targets in reusable contents, as they are written in the document that includes them, and by id. */
function targetsInContents(
  reusables: ReadonlyMap<string, IncludedSource>,
  to: string | undefined,
): Map<string, ResolvedTarget> {
  const found = new Map<string, ResolvedTarget>();
  for (const [reusableContent, { path: from, targets }] of reusables) {
    const own: ResolvedTarget = { kind: 'reusable-content', reusableContent };
    found.set(stableTarget(own) ?? '', own);
    for (const [raw, target] of targets)
      found.set(
        from === undefined || to === undefined ? raw : (relocateTarget(raw, { from, to }) ?? raw),
        target,
      );
  }
  return found;
}
