import { createHash } from 'node:crypto';
import type { JSONDocument } from '../../content/documents/document.ts';
import { replaceTargets } from '../../content/documents/edit-markdown.ts';
import { evaluateDocument, type Outcomes } from '../../content/documents/evaluate-document.ts';
import { evaluateForVisitors, evaluateMarkdown } from '../../content/documents/evaluate-markdown.ts';
import { findFrontMatter } from '../../content/documents/front-matter.ts';
import { maskReferences } from '../../content/documents/mask-references.ts';
import { parseAgain } from '../../content/documents/parse-again.ts';
import type { ParsedDocument } from '../../content/documents/parse-markdown.ts';
import { listReferences, resolveReferences } from '../../content/documents/resolve-references.ts';
import { decodeSource } from '../../content/facts/document-facts.ts';
import type { ResolvedTarget } from '../../content/references/resolve-target.ts';
import { stableTarget } from '../../content/references/stable-targets.ts';
import { HIDDEN_TARGET } from '../../content/revisions/sight.ts';
import { drawPieces } from '../../rendering/drawing/draw-pieces.ts';
import { drawOnce, drawRest } from '../../rendering/drawn-pieces.ts';
import { unpackPieces } from '../../rendering/packed-pieces.ts';
import type { WantedPieces } from '../../rendering/pieces.ts';
import { createKnownReferences, type KnownReferences } from '../../rendering/references.ts';
import { listParts, type SpecParts, type WantedPart } from '../../rendering/spec-parts.ts';
import { defineThreadTask } from '../../threads/thread-task.ts';
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

/** A source with the meaning of each of its targets. Targets that are not in the map stay as they are written. */
export interface ResolvedSource {
  source: Uint8Array;
  /** Its place in the repository, from which its relative targets are written. */
  path: string | undefined;
  targets: ReadonlyMap<string, ResolvedTarget>;
}

/** A document as JSON. */
export interface DocumentJson {
  bytes: Uint8Array;
  /** Names the bytes. */
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
  /** The reusable contents to put in place of the references to them, by their ids; undefined: none. */
  reusables: ReadonlyMap<string, ResolvedSource> | undefined;
  /** What the expressions come to; undefined: they stay as they are. */
  outcomes: Outcomes | undefined;
  /** Whether the reader must not learn of hidden pages. */
  isForVisitor: boolean;
}

/** The blocks of a source as JSON. */
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
    // The conditions of a source that is too large to be read are not known.
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

/** The blocks of a source, with its references resolved. */
export const resolveParsed = ({ source, targets }: ResolvedSource): JSONDocument =>
  resolveReferences(parse(source).document, (raw) => targets.get(raw));

/** Draws what takes time or much memory of a document that is rendered in place. */
export const drawPiecesTask = defineThreadTask('draw-pieces', (wanted: WantedPieces) => drawPieces(wanted));

export interface HtmlInput extends RenderInput, HtmlOptions {
  known: KnownReferences;
  parts: SpecParts | undefined;
  /** What was drawn before of the document and what it includes. */
  stored: readonly Uint8Array[];
}

/** The parts of specs that a source shows. */
export const listPartsTask = defineThreadTask(
  'list-spec-parts',
  async (input: RenderInput): Promise<WantedPart[]> => listParts((await renderWhole(input)).nodes),
);

/** The HTML of a source, or of a block of it; undefined if it has no such block. */
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
  /** How targets are written: as in the source, by id, or as the addresses of what they lead to. */
  references: 'relative' | 'stable' | KnownReferences;
  /** For readers: the text gets this title in place of its front matter. */
  title?: string;
  /** What is put in place of the blocks that show parts of specs. */
  parts?: SpecParts | undefined;
}

/** The text of a source, with the texts of the reusable contents given. */
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

/** Whether a target was replaced, because it leads to a page that the reader does not see. */
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

/** The targets of a document and of what it may include, as they are written in the document, and by id. */
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
