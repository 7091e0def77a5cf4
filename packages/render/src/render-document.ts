import { type Html, html, type Insertion } from '@lectern/html/html';
import type { Block, BlockOf, BlockType, DocumentNode, JSONDocument } from '@lectern/markdown/document';
import { renderOpenApi } from './blocks/api/api-block.ts';
import { renderCode, renderCodeLine } from './blocks/code.ts';
import {
  renderColumn,
  renderColumns,
  renderExpandable,
  renderStep,
  renderStepper,
  renderTab,
  renderTabs,
} from './blocks/groups.ts';
import { renderHint } from './blocks/hint.ts';
import {
  renderContentRef,
  renderEmbed,
  renderFile,
  renderIntegration,
  renderReusable,
} from './blocks/link-cards.ts';
import { renderBullets, renderListItem, renderNumbers, renderTasks } from './blocks/lists.ts';
import { renderMathBlock } from './blocks/math.ts';
import { renderIf, renderPrompt } from './blocks/panels.ts';
import { renderDrawing, renderImage, renderImages } from './blocks/pictures.ts';
import { renderTable } from './blocks/table.ts';
import { renderDivider, renderHeading, renderParagraph, renderQuote } from './blocks/text.ts';
import { renderUpdate, renderUpdates } from './blocks/updates.ts';
import { type AlignedBlocks, findAligned } from './find-aligned.ts';
import { findStretches, type Stretch } from './find-stretches.ts';
import { renderInlineNodes } from './inlines/render-inline.ts';
import { NO_PIECES, type Pieces } from './pieces.ts';
import type { References } from './references.ts';
import type { OutlineEntry, Rendering } from './rendering.ts';
import type { SpecParts } from './spec-parts.ts';
import { type DocumentWords, ENGLISH_WORDS } from './words.ts';

export interface RenderTools {
  references: References;
  /** The code, formulas and icons that were drawn; without them, code has no colors. */
  pieces?: Pieces;
  /** The parts of specs that blocks show; without them, blocks only name what they would show. */
  parts?: SpecParts | undefined;
  words?: DocumentWords;
  apiRequestHref?: string | undefined;
  hasOwnServers?: boolean | undefined;
  /** The document is the page of one operation: the anchors of its fields need not name the operation. */
  isOperationPage?: boolean | undefined;
  /** For pages: a browser lays out only what is near the window of a long document, by the style sheet of the pages. */
  inStretches?: boolean | undefined;
  /** For readers elsewhere, who have no use for links from headings to themselves. */
  withoutAnchors?: boolean | undefined;
}

export interface RenderedDocument {
  html: Html;
  /** The headings of the page, without those in expandables and boxes. */
  outline: OutlineEntry[];
  /** Whether a block takes the full width of the page. */
  isWide: boolean;
  needs: { diagrams: boolean };
}

/** A document as HTML that is complete without scripts and style attributes. Its references decide what it loads. */
export function renderDocument(
  { nodes }: Pick<JSONDocument, 'nodes'>,
  { inStretches = false, ...tools }: RenderTools,
): RenderedDocument {
  const rendering = startRendering(nodes, tools);
  const rendered = html`${inStretches ? renderStretches(nodes, rendering) : renderBlockNodes(nodes, rendering)}`;
  return { html: rendered, ...findingsOf(rendering) };
}

export interface RenderedParts extends Omit<RenderedDocument, 'html'> {
  /** The HTML of each part, which can be shown by itself. */
  parts: Html[];
}

/** The same for the consecutive parts of a document, each by itself. Ids are unique in the document. */
export function renderApart(
  parts: readonly (readonly Block[])[],
  tools: Omit<RenderTools, 'inStretches'>,
): RenderedParts {
  const nodes = parts.flat();
  const rendering = startRendering(nodes, tools);
  const aligned = new Map<Block, AlignedBlocks['align']>();
  for (const part of findAligned(nodes))
    if ('align' in part) for (const block of part.blocks) aligned.set(block, part.align);
  const renderOne = (block: Block): Insertion => {
    const align = aligned.get(block);
    return renderPart(align === undefined ? block : { align, blocks: [block] }, rendering);
  };
  const rendered = parts.map((blocks) => html`${blocks.map(renderOne)}`);
  return { parts: rendered, ...findingsOf(rendering) };
}

function findingsOf({ findings }: Rendering): Omit<RenderedDocument, 'html'> {
  const { outline, isWide, hasDiagrams } = findings;
  return { outline, isWide, needs: { diagrams: hasDiagrams } };
}

function startRendering(
  nodes: readonly Block[],
  {
    references,
    pieces = NO_PIECES,
    parts,
    words = ENGLISH_WORDS,
    apiRequestHref,
    hasOwnServers = false,
    isOperationPage = false,
    withoutAnchors = false,
  }: Omit<RenderTools, 'inStretches'>,
): Rendering {
  const findings: Rendering['findings'] = {
    outline: [],
    isWide: false,
    hasDiagrams: false,
    hasTryWords: false,
    ids: new Map(),
    shownSchemas: new Map(),
    pictures: 0,
    headingLevel: 1,
  };
  let ids: Set<string> | undefined;
  return {
    references,
    pieces,
    parts,
    apiRequestHref,
    hasOwnServers,
    isOperationPage,
    words,
    findings,
    fieldAnchor: undefined,
    isOutlined: true,
    hasAnchors: !withoutAnchors,
    isInLink: false,
    isInNote: false,
    idsOfBlocks: () => {
      ids ??= new Set(listBlockIds(nodes));
      return ids;
    },
    renderBlocks: renderBlockNodes,
    renderInlines: renderInlineNodes,
  };
}

function listBlockIds(nodes: readonly DocumentNode[], ids: string[] = []): string[] {
  for (const node of nodes) {
    if (node.object !== 'block') continue;
    if (node.meta?.id !== undefined) ids.push(node.meta.id);
    listBlockIds(node.nodes ?? [], ids);
    for (const { nodes: part } of node.fragments ?? []) listBlockIds(part, ids);
  }
  return ids;
}

/** The guesses of heights that the style sheet has, in rem. */
const HEIGHTS = [
  20, 30, 40, 50, 60, 70, 80, 90, 100, 110, 120, 140, 160, 180, 200, 250, 300, 400, 500, 700, 1000, 1500,
];

const renderStretches = (blocks: readonly Block[], rendering: Rendering): Insertion =>
  findStretches(findAligned(blocks)).map((part) =>
    'height' in part ? renderStretch(part, rendering) : renderPart(part, rendering),
  );

function renderStretch({ blocks, height }: Stretch, rendering: Rendering): Html {
  const guess = HEIGHTS.reduce((best, one) =>
    Math.abs(one - height) < Math.abs(best - height) ? one : best,
  );
  return html`<div class="stretch rem-${guess}">\n${renderBlockNodes(blocks, rendering)}</div>\n`;
}

type Components = { [Type in BlockType]: (block: BlockOf<Type>, rendering: Rendering) => Insertion };

const COMPONENTS: Components = {
  paragraph: renderParagraph,
  'heading-1': renderHeading,
  'heading-2': renderHeading,
  'heading-3': renderHeading,
  'list-unordered': renderBullets,
  'list-ordered': renderNumbers,
  'list-tasks': renderTasks,
  'list-item': renderListItem,
  blockquote: renderQuote,
  divider: renderDivider,
  code: renderCode,
  'code-line': renderCodeLine,
  math: renderMathBlock,
  hint: renderHint,
  images: renderImages,
  image: renderImage,
  drawing: renderDrawing,
  file: renderFile,
  embed: renderEmbed,
  'content-ref': renderContentRef,
  'reusable-content': renderReusable,
  table: renderTable,
  tabs: renderTabs,
  'tabs-item': renderTab,
  expandable: renderExpandable,
  stepper: renderStepper,
  'stepper-step': renderStep,
  columns: renderColumns,
  column: renderColumn,
  updates: renderUpdates,
  update: renderUpdate,
  prompt: renderPrompt,
  if: renderIf,
  swagger: renderOpenApi,
  'openapi-operation': renderOpenApi,
  'openapi-webhook': renderOpenApi,
  'openapi-schemas': renderOpenApi,
  integration: renderIntegration,
};

const renderBlockNodes = (blocks: readonly Block[], rendering: Rendering): Insertion =>
  findAligned(blocks).map((part) => renderPart(part, rendering));

const renderPart = (part: Block | AlignedBlocks, rendering: Rendering): Insertion =>
  'align' in part
    ? html`<div class="align-${part.align}">\n${part.blocks.map((block) => renderBlock(block, rendering))}</div>\n`
    : renderBlock(part, rendering);

const renderBlock = <Type extends BlockType>(
  block: Block & { type: Type },
  rendering: Rendering,
): Insertion => COMPONENTS[block.type](block as BlockOf<Type>, rendering);
