import type { Insertion } from '@lectern/html/html';
import type { Block, InlineNode } from '@lectern/markdown/document';
import type { Pieces } from './pieces.ts';
import type { References } from './references.ts';
import type { SpecParts } from './spec-parts.ts';
import type { DocumentWords } from './words.ts';

export interface OutlineEntry {
  id: string;
  title: string;
  level: 1 | 2 | 3;
}

/** Facts that are known only when the whole document has been rendered. */
interface Findings {
  outline: OutlineEntry[];
  isWide: boolean;
  hasDiagrams: boolean;
  /** Whether the page has the words of the forms for requests to APIs. */
  hasTryWords: boolean;
  /** The number of times that each id was requested. */
  ids: Map<string, number>;
  /** The anchors at which the fields of schemas were shown last, by the names of the schemas. */
  shownSchemas: Map<string, string>;
  pictures: number;
  /** The level of the previous heading for screen readers; 1 is the title of the page. */
  headingLevel: number;
}

/** The context in which blocks and inlines render themselves. */
export interface Rendering {
  references: References;
  pieces: Pieces;
  parts: SpecParts | undefined;
  /** The address to which readers send requests to the shown APIs; undefined if they cannot. */
  apiRequestHref: string | undefined;
  /** Whether readers can enter an API server of their own. */
  hasOwnServers: boolean;
  /** Whether the page has only this operation. */
  isOperationPage: boolean;
  words: DocumentWords;
  findings: Findings;
  /** The anchors of blocks in the whole document. */
  idsOfBlocks(): ReadonlySet<string>;
  /** The beginning of the anchors of fields: that of the operation, parameter or field that they are in. */
  fieldAnchor: string | undefined;
  /** Whether headings are listed in the outline of the page. */
  isOutlined: boolean;
  /** Whether headings have a link to themselves. */
  hasAnchors: boolean;
  /** Whether the place is within a link or a button, where no other link or button is allowed. */
  isInLink: boolean;
  /** Whether the place is within a note. */
  isInNote: boolean;
  renderBlocks(blocks: readonly Block[], rendering: Rendering): Insertion;
  renderInlines(nodes: readonly InlineNode[], rendering: Rendering): Insertion;
}

export const renderBlocks = (blocks: readonly Block[], rendering: Rendering): Insertion =>
  rendering.renderBlocks(blocks, rendering);

export const renderInlines = (nodes: readonly InlineNode[], rendering: Rendering): Insertion =>
  rendering.renderInlines(nodes, rendering);

export const withoutLinks = (rendering: Rendering): Rendering =>
  rendering.isInLink ? rendering : { ...rendering, isInLink: true };

/** The context of the fields below a name. */
export const withFields = (rendering: Rendering, name: string): Rendering => ({
  ...rendering,
  fieldAnchor: anchorOfField(rendering, name),
});

/** The anchor of a field: stable, because it consists of the names that lead to it. */
export function anchorOfField({ fieldAnchor }: Rendering, name: string): string {
  const own = name.trim().replace(/\s+/g, '-');
  return fieldAnchor === undefined ? own : `${fieldAnchor}.${own}`;
}

export const withoutOutline = (rendering: Rendering): Rendering =>
  rendering.isOutlined ? { ...rendering, isOutlined: false } : rendering;

/** Makes an id unique in the page: a page that includes the same content twice repeats its anchors. */
export function takeId({ findings: { ids } }: Rendering, wanted: string): string {
  let id = wanted;
  for (let taken = ids.get(id); taken !== undefined; taken = ids.get(id)) {
    ids.set(id, taken + 1);
    id = `${id}-${taken}`;
  }
  ids.set(id, 1);
  return id;
}

/** Notes that a block takes the full width of the page. */
export function noteWidth({ findings }: Rendering, { fullWidth }: { fullWidth?: boolean }): string | false {
  if (fullWidth !== true) return false;
  findings.isWide = true;
  return 'full-width';
}
