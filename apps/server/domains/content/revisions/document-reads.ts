import { decodeSource } from '@lectern/content/facts/document-facts';
import type { ResolvedTarget } from '@lectern/content/references/resolve-target';
import type { Hash } from '@lectern/content/tree/hash';
import type { Block, JSONDocument } from '@lectern/markdown/document';
import { evaluateDocument, type Outcomes } from '@lectern/markdown/evaluate-document';
import { maskReferences } from '@lectern/markdown/mask-references';
import { documentAsWritten } from '@lectern/markdown/parse-markdown';
import { writeMarkdown } from '@lectern/markdown/write-markdown';
import { DRAWING_VERSION } from '@lectern/render/packed-pieces';
import { listDestinations, type References } from '@lectern/render/references';
import { type DescribeParts, listParts, type SpecParts, type WantedPart } from '@lectern/render/spec-parts';
import { blockNotFound } from '../../../content/revisions/content-errors.ts';
import type { ContentStore, OpenRevision } from '../../../content/revisions/content-store.ts';
import { HIDDEN_TARGET, resolveSeenTarget } from '../../../content/revisions/sight.ts';
import type { Context } from '../../../platform/context.ts';
import { MAX_DEPTH } from './dereference.ts';
import { expandParts } from './expand-parts.ts';
import { presentMarkdown } from './published-markdown.ts';
import {
  addressMarkdown,
  drawPiecesOf,
  emptyDocument,
  evaluateSource,
  fillDocument,
  isRenderedInPlace,
  listPartsOf,
  renderDocument,
  renderHtmlText,
  renderJson,
  renderStableMarkdown,
  renderText,
  resolveSource,
} from './render-document.ts';
import { type HtmlOptions, type RenderedHtml, renderHtml, selectBlocks } from './render-html.ts';
import type { DocumentJson, RenderInput, ResolvedSource } from './render-tasks.ts';

export interface DocumentOptions {
  isDereferenced: boolean;
  /** The results of its expressions; undefined if they are not evaluated. */
  outcomes?: Outcomes | undefined;
}

export interface MarkdownOptions extends DocumentOptions {
  references: 'relative' | 'stable';
}

/** Parses a document that is JSON. */
export const parseJson = ({ bytes }: DocumentJson): JSONDocument =>
  JSON.parse(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString()) as JSONDocument;

export const isJson = (document: JSONDocument | DocumentJson): document is DocumentJson =>
  'bytes' in document;

/**
 * Reads documents of revisions, with their references resolved: small ones in place, large ones in a thread. Without
 * `describeParts`, blocks of APIs show only their names.
 */
export function createDocumentReads(
  { threads }: Pick<Context, 'threads'>,
  store: ContentStore,
  describeParts?: DescribeParts,
) {
  async function readDocument(
    open: OpenRevision,
    hash: Hash | undefined,
    path: string | undefined,
    { isDereferenced, outcomes }: DocumentOptions,
  ): Promise<JSONDocument | DocumentJson> {
    if (hash === undefined) return emptyDocument();
    // Only the source shows whether the document includes others.
    const stored = isDereferenced
      ? { source: await store.getSource(open.space.organizationId, hash) }
      : await store.getBlocks(open.space.organizationId, hash);
    if ('blocks' in stored) {
      const filled = fillDocument({ ...open, path }, stored.blocks);
      return outcomes || open.sight ? finish(open, parseJson(filled), outcomes) : filled;
    }
    const source = await checkSource(open, hash, stored.source);
    if ('object' in source) return source;
    // Small sources that include each other can expand to a very large document.
    const isExpanded = isDereferenced && mayInclude(source);
    if (isRenderedInPlace(source) && !isExpanded)
      return finish(open, renderDocument({ ...open, path }, source), outcomes);
    return renderJson(threads, await resolveInput(open, { path, source, isExpanded, outcomes }));
  }

  async function readMarkdown(
    open: OpenRevision,
    hash: Hash,
    path: string | undefined,
    { references, isDereferenced, outcomes }: MarkdownOptions,
  ): Promise<string> {
    const source = await store.getSource(open.space.organizationId, hash);
    const isExpanded = isDereferenced && mayInclude(source);
    const isChanged = outcomes !== undefined || open.sight !== undefined;
    if (references === 'relative' && !isExpanded && !isChanged) return decodeSource(source).text;
    if (open.sight && 'object' in (await checkSource(open, hash, source))) return '';
    if (isRenderedInPlace(source) && !isExpanded) {
      const { text } = decodeSource(source);
      const evaluated = isChanged ? evaluateSource({ ...open, path }, text, outcomes ?? new Map()) : text;
      return references === 'relative' ? evaluated : renderStableMarkdown({ ...open, path }, evaluated);
    }
    const input = await resolveInput(open, { path, source, isExpanded, outcomes });
    return renderText(threads, { ...input, references });
  }

  /**
   * Reads the Markdown of a page for its readers: it begins with the title, has no front matter, contains the reusable
   * contents that it includes, and its targets are the addresses in `references`.
   */
  async function readPublishedMarkdown(
    open: OpenRevision,
    { hash, blocks, path, outcomes, title }: PublishedMarkdown,
    references: References,
  ): Promise<string> {
    if (hash === undefined) {
      const parts = await describeParts?.(open, listParts(blocks ?? []));
      const text = expandParts(writeMarkdown(documentOf(blocks)), {
        parts,
        resolve: () => undefined,
        address: (held) => held,
      });
      return presentMarkdown(text, title);
    }
    const source = await store.getSource(open.space.organizationId, hash);
    if ('object' in (await checkSource(open, hash, source))) return presentMarkdown('', title);
    const isExpanded = mayInclude(source);
    if (isRenderedInPlace(source) && !isExpanded) {
      const { text } = decodeSource(source);
      const evaluated = evaluateSource({ ...open, path }, text, outcomes ?? new Map());
      const here = { ...open, path };
      const parts = await describePartsOf(open, source, async () =>
        listParts(finish(open, renderDocument(here, source), outcomes).nodes),
      );
      const expanded = expandParts(evaluated, {
        parts,
        resolve: (raw) => resolveSeenTarget(here, path, raw),
        address: (held) => addressMarkdown(here, held, references),
      });
      return presentMarkdown(expanded, title);
    }
    const input = await resolveInput(open, { path, source, isExpanded, outcomes });
    const known = listDestinations(listTargets(input), references);
    const parts = await describePartsOf(open, source, () => listPartsOf(threads, input));
    return renderText(threads, { ...input, references: known, title, parts });
  }

  /** Collects the input that a thread needs for rendering a source. */
  async function resolveInput(
    open: OpenRevision,
    { path, source, isExpanded, outcomes }: WantedInput,
  ): Promise<RenderInput> {
    const document = await resolveSource(threads, { ...open, path }, source);
    const reusables = isExpanded ? await resolveReusables(open, document) : undefined;
    return { document, reusables, outcomes, isForVisitor: open.sight !== undefined };
  }

  const readSource = async (open: OpenRevision, hash: Hash): Promise<Buffer | JSONDocument> =>
    checkSource(open, hash, await store.getSource(open.space.organizationId, hash));

  /** Returns the source, or a document that shows it as it is written if it cannot be parsed. */
  async function checkSource(
    { space, sight }: OpenRevision,
    hash: Hash,
    source: Buffer,
  ): Promise<Buffer | JSONDocument> {
    if (isRenderedInPlace(source)) return source;
    const factsOf = await store.facts.load(space.organizationId, 'facts', [hash]);
    if (!factsOf(hash)?.unreadable) return source;
    // It is unknown which parts of the source visitors may see, so they see none.
    return sight ? emptyDocument() : documentAsWritten(decodeSource(source).text);
  }

  /** Resolves the reusable contents that a document includes, and those that they include. */
  async function resolveReusables(
    open: OpenRevision,
    document: ResolvedSource,
  ): Promise<Map<string, ResolvedSource>> {
    const found = new Map<string, ResolvedSource>();
    let wanted = includedIn([document]);
    for (let depth = 0; depth < MAX_DEPTH && wanted.size > 0; depth += 1) {
      const resolved: ResolvedSource[] = [];
      for (const reusableId of wanted) {
        const content = open.snapshot.findReusable(reusableId);
        if (!content) continue;
        const source = await readSource(open, content.document);
        if ('object' in source) continue;
        const place = { ...open, path: content.git?.path };
        const one = await resolveSource(threads, place, source);
        found.set(reusableId, one);
        resolved.push(one);
      }
      wanted = new Set([...includedIn(resolved)].filter((reusableId) => !found.has(reusableId)));
    }
    return found;
  }

  /** Reads the HTML of a document, or of one of its blocks. */
  async function readHtml(
    open: OpenRevision,
    { hash, blocks, path, ...shown }: HtmlPlace & PageDocument,
    references: References,
  ): Promise<RenderedHtml> {
    const source = hash === undefined ? documentOf(blocks) : await readSource(open, hash);
    const html =
      'object' in source
        ? await renderInPlace(open, source, { hash, ...shown }, references)
        : await renderSource(open, { hash, source, path, ...shown }, references);
    if (html === undefined) throw blockNotFound();
    return html;
  }

  async function renderSource(
    open: OpenRevision,
    { source, hash, path, outcomes, ...options }: HtmlPlace & { source: Buffer; hash: Hash | undefined },
    references: References,
  ): Promise<RenderedHtml | undefined> {
    const isExpanded = mayInclude(source);
    if (isRenderedInPlace(source) && !isExpanded) {
      const document = renderDocument({ ...open, path }, source);
      return renderInPlace(open, finish(open, document, outcomes), { hash, ...options }, references);
    }
    const input = await resolveInput(open, { path, source, isExpanded, outcomes });
    const known = listDestinations(listTargets(input), references);
    const parts = await describePartsOf(open, source, () => listPartsOf(threads, input));
    const included = [...(input.reusables?.keys() ?? [])].map(
      (reusableId) => open.snapshot.findReusable(reusableId)?.document,
    );
    const stored = await readStored(open, [hash, ...included]);
    return renderHtmlText(threads, { ...input, ...options, known, parts, stored });
  }

  /** `list` is called only for sources that may show parts of specs. */
  async function describePartsOf(
    open: OpenRevision,
    source: Buffer,
    list: () => Promise<WantedPart[]>,
  ): Promise<SpecParts | undefined> {
    if (!describeParts || !mayShowSpecs(source)) return undefined;
    return describeParts(open, await list());
  }

  async function renderInPlace(
    open: OpenRevision,
    document: JSONDocument,
    { hash, block, ...options }: HtmlOptions & { hash: Hash | undefined },
    references: References,
  ): Promise<RenderedHtml | undefined> {
    const nodes = selectBlocks(document, block);
    if (!nodes) return undefined;
    const parts = await describeParts?.(open, listParts(nodes));
    const pieces = await drawPiecesOf(threads, nodes, {
      parts,
      readStored: () => readStored(open, [hash]),
    });
    return renderHtml(nodes, { ...options, references, pieces, parts });
  }

  /** Reads the pieces that were drawn before for documents. */
  function readStored({ space }: OpenRevision, hashes: readonly (Hash | undefined)[]): Promise<Buffer[]> {
    const named = hashes.filter((hash) => hash !== undefined);
    return store.getPieces(space.organizationId, named, DRAWING_VERSION);
  }

  return { readDocument, readMarkdown, readPublishedMarkdown, readHtml };
}

/** The document of a page: a stored one, or the blocks of a computed page. */
interface PageDocument {
  hash: Hash | undefined;
  blocks?: Block[] | undefined;
}

const documentOf = (blocks: Block[] = []): JSONDocument => ({ ...emptyDocument(), nodes: blocks });

interface PublishedMarkdown extends PageDocument {
  path: string | undefined;
  outcomes: Outcomes | undefined;
  title: string;
}

interface HtmlPlace extends HtmlOptions {
  path: string | undefined;
  outcomes?: Outcomes | undefined;
}

interface WantedInput {
  path: string | undefined;
  source: Buffer;
  isExpanded: boolean;
  outcomes: Outcomes | undefined;
}

const listTargets = ({ document, reusables }: RenderInput): ResolvedTarget[] =>
  [document, ...(reusables?.values() ?? [])].flatMap(({ targets }) => [...targets.values()]);

function finish(
  { sight }: OpenRevision,
  document: JSONDocument,
  outcomes: Outcomes | undefined,
): JSONDocument {
  const evaluated = outcomes ? evaluateDocument(document, outcomes) : document;
  return sight ? maskReferences(evaluated, HIDDEN_TARGET) : evaluated;
}

/** Whether the source may have a block of an API, without parsing it. */
const mayShowSpecs = (source: Buffer): boolean => source.includes('openapi') || source.includes('swagger');

/** Whether the source may have a tag that includes content, without parsing it. */
function mayInclude(source: Buffer): boolean {
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

function includedIn(sources: readonly ResolvedSource[]): Set<string> {
  const included = new Set<string>();
  for (const { targets } of sources)
    for (const target of targets.values())
      if (target.kind === 'reusable-content') included.add(target.reusableContent);
  return included;
}
