import type { Block, DocumentNode, Fragment, JSONDocument } from '../../content/documents/document.ts';
import { listPieces } from '../../rendering/list-pieces.ts';
import type { Pieces, WantedPieces } from '../../rendering/pieces.ts';
import type { References } from '../../rendering/references.ts';
import { type RenderedDocument, renderDocument } from '../../rendering/render-document.ts';
import { listPartBlocks, type SpecParts } from '../../rendering/spec-parts.ts';
import type { DocumentWords } from '../../rendering/words.ts';

/** A rendered document as plain data. */
export interface RenderedHtml extends Omit<RenderedDocument, 'html'> {
  html: string;
}

/** How a document is rendered, as plain data. */
export interface HtmlOptions {
  /** The key of the block to render; undefined: all of them. */
  block?: string | undefined;
  /** What the document says by itself; undefined: in English. */
  words?: DocumentWords | undefined;
  /** Where readers send requests to the APIs that are shown; undefined: they cannot. */
  apiRequestHref?: string | undefined;
  /** For pages: a browser lays out only what is near the window of a long document, by the style sheet of the pages. */
  inStretches?: boolean | undefined;
  /** For readers elsewhere, who have no use for links from headings to themselves. */
  withoutAnchors?: boolean | undefined;
}

/** The blocks to render: those of a document, or one of them by its key; undefined if there is none of that key. */
export function selectBlocks({ nodes }: JSONDocument, block: string | undefined): Block[] | undefined {
  if (block === undefined) return nodes;
  const found = findBlock(nodes, block);
  return found && [found];
}

interface HtmlTools extends Omit<HtmlOptions, 'block'> {
  references: References;
  pieces: Pieces;
  parts: SpecParts | undefined;
}

/** What is to be drawn of blocks, and of the parts of specs that they show. */
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
