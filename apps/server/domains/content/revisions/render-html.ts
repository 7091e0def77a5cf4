import type { Block, DocumentNode, Fragment, JSONDocument } from '@lectern/markdown/document';
import { listPieces } from '@lectern/render/list-pieces';
import type { Pieces, WantedPieces } from '@lectern/render/pieces';
import type { References } from '@lectern/render/references';
import { type RenderedDocument, type RenderTools, renderDocument } from '@lectern/render/render-document';
import { listPartBlocks, type SpecParts } from '@lectern/render/spec-parts';
import type { DocumentWords } from '@lectern/render/words';

/** A rendered document as plain data. */
export interface RenderedHtml extends Omit<RenderedDocument, 'html'> {
  html: string;
}

/** The options for rendering a document, as plain data. */
export interface HtmlOptions {
  /** The key of the block to render; undefined for all blocks. */
  block?: string | undefined;
  /** The title that is shown above the document; a first heading that repeats it is left out. */
  title?: string | undefined;
  /** The labels that the document shows by itself; in English if undefined. */
  words?: DocumentWords | undefined;
  /** The address to which readers send requests to documented APIs; undefined if they cannot. */
  apiRequestHref?: string | undefined;
  /** Whether readers can enter an API server of their own. */
  hasOwnServers?: boolean | undefined;
  /** Divides long documents for pages, whose style sheet lets browsers lay out only the parts near the window. */
  inStretches?: boolean | undefined;
  /** Omits the links from headings to themselves, for readers outside of the site. */
  withoutAnchors?: boolean | undefined;
}

/** Selects the blocks to render: all of a document, or one by its key; undefined if no block has this key. */
export function selectBlocks({ nodes }: JSONDocument, block: string | undefined): Block[] | undefined {
  if (block === undefined) return nodes;
  const found = findBlock(nodes, block);
  return found && [found];
}

interface HtmlTools extends Omit<HtmlOptions, 'block' | 'title'>, Pick<RenderTools, 'isOperationPage'> {
  references: References;
  pieces: Pieces;
  parts: SpecParts | undefined;
}

/** Lists the pieces to draw for blocks, and for the parts of specs that they show. */
export const listShownPieces = (nodes: readonly Block[], parts: SpecParts | undefined): WantedPieces =>
  listPieces([...nodes, ...listPartBlocks(parts)]);

export function renderHtml(nodes: Block[], { words, ...tools }: HtmlTools): RenderedHtml {
  const rendered = renderDocument({ nodes }, { ...tools, ...(words ? { words } : {}) });
  return { ...rendered, html: String(rendered.html) };
}

function findBlock(nodes: readonly DocumentNode[], key: string): Block | undefined {
  for (const node of nodes) {
    if (node.object !== 'block') continue;
    if (node.key === key) return node;
    const within = [
      ...(node.nodes ?? []),
      ...((node.fragments ?? []) as Fragment[]).flatMap(({ nodes: parts }) => parts as DocumentNode[]),
    ];
    const found = findBlock(within, key);
    if (found) return found;
  }
  return undefined;
}
