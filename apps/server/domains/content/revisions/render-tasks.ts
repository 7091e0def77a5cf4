import { createHash } from 'node:crypto';
import { decodeSource } from '@lectern/content/facts/document-facts';
import type { ResolvedTarget } from '@lectern/content/references/resolve-target';
import { stableTarget } from '@lectern/content/references/stable-targets';
import type { JSONDocument } from '@lectern/markdown/document';
import { replaceTargets } from '@lectern/markdown/edit-markdown';
import { evaluateDocument, type Outcomes } from '@lectern/markdown/evaluate-document';
import { evaluateForVisitors, evaluateMarkdown } from '@lectern/markdown/evaluate-markdown';
import { findFrontMatter } from '@lectern/markdown/front-matter';
import { maskReferences } from '@lectern/markdown/mask-references';
import { parseAgain } from '@lectern/markdown/parse-again';
import type { ParsedDocument } from '@lectern/markdown/parse-markdown';
import { listReferences, resolveReferences } from '@lectern/markdown/resolve-references';
import { drawPieces } from '@lectern/render/drawing/draw-pieces';
import { drawOnce, drawRest } from '@lectern/render/drawn-pieces';
import { unpackPieces } from '@lectern/render/packed-pieces';
import type { WantedPieces } from '@lectern/render/pieces';
import { createKnownReferences, type KnownReferences } from '@lectern/render/references';
import { listParts, type SpecParts, type WantedPart } from '@lectern/render/spec-parts';
import { HIDDEN_TARGET } from '../../../content/revisions/sight.ts';
import { defineThreadTask } from '../../../platform/threads/thread-task.ts';
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

/** A source with its resolved targets. Targets that are not in the map stay as they are written. */
export interface ResolvedSource {
  source: Uint8Array;
  /** Its path in the repository, to which its targets are relative. */
  path: string | undefined;
  targets: ReadonlyMap<string, ResolvedTarget>;
}

/** A document as JSON. */
export interface DocumentJson {
  bytes: Uint8Array;
  /** The hash of the bytes. */
  hash: string;
}

const parse = (source: Uint8Array): ParsedDocument => parseAgain(decodeSource(source).text);

/** Lists the targets in a source, each once, as they are written. */
export const listTargetsTask = defineThreadTask('list-targets', (source: Uint8Array): string[] => {
  const { document, targets } = parse(source);
  return [...new Set([...listReferences(document), ...targets].map(({ raw }) => raw))];
});

export interface RenderInput {
  document: ResolvedSource;
  /** The reusable contents that replace the references to them, by their ids; undefined if references stay. */
  reusables: ReadonlyMap<string, ResolvedSource> | undefined;
  /** The results of the expressions; undefined if they are not evaluated. */
  outcomes: Outcomes | undefined;
  /** Whether the reader must not learn of hidden pages. */
  isForVisitor: boolean;
}

/** Renders the blocks of a source as JSON. */
export const renderDocumentTask = defineThreadTask(
  'render-document',
  async (input: RenderInput): Promise<DocumentJson> => {
    const bytes = Buffer.from(JSON.stringify(await renderWhole(input)));
    return { bytes, hash: createHash('sha256').update(bytes).digest('base64url') };
  },
);

async function renderWhole({
  document,
  reusables,
  outcomes,
  isForVisitor,
}: RenderInput): Promise<JSONDocument> {
  const render = (source: ResolvedSource): JSONDocument => {
    // The conditions of a source that exceeds the limits are unknown, so visitors see nothing of it.
    if (isForVisitor && parse(source.source).exceeded) return { object: 'document', data: {}, nodes: [] };
    const rendered = resolveParsed(source);
    const evaluated = outcomes ? evaluateDocument(rendered, outcomes) : rendered;
    return isForVisitor ? maskReferences(evaluated, HIDDEN_TARGET) : evaluated;
  };
  if (!reusables) return render(document);
  return dereferenceReusables(render(document), async (reusableId) => {
    const content = reusables.get(reusableId);
    return content && render(content);
  });
}

/** Returns the blocks of a source, with its references resolved. */
export const resolveParsed = ({ source, targets }: ResolvedSource): JSONDocument =>
  resolveReferences(parse(source).document, (raw) => targets.get(raw));

/** Draws code, formulas and icons for documents that are rendered in place, because drawing takes time and memory. */
export const drawPiecesTask = defineThreadTask('draw-pieces', (wanted: WantedPieces) => drawPieces(wanted));

export interface HtmlInput extends RenderInput, HtmlOptions {
  known: KnownReferences;
  parts: SpecParts | undefined;
  /** The pieces that were drawn before, of the document and the contents that it includes. */
  stored: readonly Uint8Array[];
}

/** Lists the parts of specs that a source shows. */
export const listPartsTask = defineThreadTask(
  'list-spec-parts',
  async (input: RenderInput): Promise<WantedPart[]> => listParts((await renderWhole(input)).nodes),
);

/** Renders the HTML of a source, or of one of its blocks; undefined if it has no such block. */
export const renderHtmlTask = defineThreadTask(
  'render-html',
  async ({
    known,
    parts,
    stored,
    block,
    words,
    apiRequestHref,
    inStretches,
    ...input
  }: HtmlInput): Promise<RenderedHtml | undefined> => {
    const nodes = selectBlocks(await renderWhole(input), block);
    if (!nodes) return undefined;
    const pieces = await drawOnce(listShownPieces(nodes, parts), (missing) =>
      drawRest(missing, unpackPieces(stored), drawPieces),
    );
    return renderHtml(nodes, {
      references: createKnownReferences(known),
      pieces,
      parts,
      words,
      apiRequestHref,
      inStretches,
    });
  },
);

export interface MarkdownInput extends RenderInput {
  /** The form of targets: as in the source (`relative`), by id (`stable`), or addresses. */
  references: 'relative' | 'stable' | KnownReferences;
  /** For readers: the title that replaces the front matter. */
  title?: string;
  /** The parts of specs whose texts replace the blocks that show them. */
  parts?: SpecParts | undefined;
}

/** Renders the Markdown of a source, with the texts of `reusables` in place of references. */
export const renderMarkdownTask = defineThreadTask(
  'render-markdown',
  async ({ title, parts, ...input }: MarkdownInput): Promise<string> => {
    const text = await writeWhole({ ...input, parts });
    return title === undefined ? text : presentMarkdown(text, title);
  },
);

async function writeWhole({ document, reusables, ...how }: Omit<MarkdownInput, 'title'>): Promise<string> {
  const text = writeText(document, how);
  if (!reusables || reusables.size === 0) return text;
  const targets = targetsSeenFrom(document, reusables);
  return expandIncludes(text, {
    resolve: (raw) => {
      const target = targets.get(raw);
      return target?.kind === 'reusable-content' ? target.reusableContent : undefined;
    },
    read: async (reusableId) => {
      const content = reusables.get(reusableId);
      if (!content) return undefined;
      const included = writeText(content, how);
      const body = included.slice(findFrontMatter(included)?.end ?? 0);
      const { path: from } = content;
      const { path: to } = document;
      return from === undefined || to === undefined ? body : relocateTargets(body, { from, to });
    },
  });
}

/** Whether a target was replaced because the reader does not see its page. */
export const isHidden = (target: ResolvedTarget | undefined): boolean =>
  target?.kind === 'url' && target.url === HIDDEN_TARGET;

function writeText(
  { source, targets }: ResolvedSource,
  { references, outcomes, isForVisitor, parts }: Omit<MarkdownInput, 'document' | 'reusables' | 'title'>,
): string {
  const text = evaluateText(decodeSource(source).text, { targets, outcomes, isForVisitor });
  if (references === 'relative') return text;
  if (references === 'stable') return replaceTargets(text, ({ raw }) => stableTarget(targets.get(raw)));
  const known = createKnownReferences(references);
  return expandParts(text, {
    parts,
    resolve: (raw) => targets.get(raw),
    address: (held) => replaceTargets(held, ({ raw }) => addressOf(targets.get(raw), known)),
  });
}

function evaluateText(
  text: string,
  {
    targets,
    outcomes = new Map(),
    isForVisitor,
  }: Pick<ResolvedSource, 'targets'> & Pick<RenderInput, 'outcomes' | 'isForVisitor'>,
): string {
  if (!isForVisitor) return outcomes.size > 0 ? evaluateMarkdown(text, outcomes) : text;
  return evaluateForVisitors(text, outcomes, {
    isHidden: (raw) => isHidden(targets.get(raw)),
    mask: HIDDEN_TARGET,
  });
}

/** Collects the targets of a document and the contents that it may include, as written in the document, and by id. */
function targetsSeenFrom(
  { path: to, targets }: ResolvedSource,
  reusables: ReadonlyMap<string, ResolvedSource>,
): Map<string, ResolvedTarget> {
  const seen = new Map<string, ResolvedTarget>();
  const add = (raw: string, target: ResolvedTarget): void => {
    const stable = stableTarget(target);
    if (stable !== undefined) seen.set(stable, target);
    seen.set(raw, target);
  };
  for (const content of reusables.values()) {
    const { path: from } = content;
    for (const [raw, target] of content.targets)
      add(from === undefined || to === undefined ? raw : (relocateTarget(raw, { from, to }) ?? raw), target);
  }
  for (const [raw, target] of targets) add(raw, target);
  return seen;
}
