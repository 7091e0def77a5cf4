import type { DecorationSet } from 'prosemirror-view';

/** A reference of the document format, as links, cells and blocks have it. */
export interface Ref {
  kind: string;
  [field: string]: unknown;
}

/** A possible target of a link or block. */
export interface LinkTarget {
  title: string;
  /** Its location, such as the pages above it. */
  detail: string;
  ref: Record<string, unknown>;
  /** Finds targets within it, such as the headings of a page. */
  findInside?: FindTargets;
}

/** Finds targets for what was typed. */
export type FindTargets = (query: string) => Promise<LinkTarget[]>;

/** The present target of a reference. */
export interface ResolvedTarget {
  state: 'ok' | 'unsure' | 'broken';
  /** The title of the page, the name of the file, or the address. */
  title: string;
  /** Why readers may not reach it. */
  reason?: string;
  pageId?: string;
  /** The address at which it can be opened. */
  url?: string;
}

/** The results of the link check, and their decorations. */
export interface Checks {
  decorations: DecorationSet;
  known: ReadonlyMap<string, ResolvedTarget>;
}

/** A change elsewhere that can affect references. */
export interface TargetChange {
  /** Pages whose headings may have changed. Undefined: any reference may be affected. */
  edited?: ReadonlySet<string>;
}

/** The possible targets of links in the space of a page. */
export interface LinkTargets {
  find: FindTargets;
  /** In one request, in the same order. */
  resolve(refs: readonly Ref[]): Promise<ResolvedTarget[]>;
  /** Subscribes to changes that can affect references. Returns a function that unsubscribes. */
  follow(listener: (change: TargetChange) => void): () => void;
  /** The page of the space that an address shows. */
  recognize(address: string): Promise<LinkTarget | undefined>;
}

/** A reference as it is written in Markdown. Undefined if it has no such form. */
export function targetOf(ref: Ref | undefined): string | undefined {
  switch (ref?.kind) {
    case 'url':
      return String(ref.url);
    case 'page':
      return ref.space === undefined ? `/pages/${ref.page}` : undefined;
    case 'anchor':
      if (ref.space !== undefined) return undefined;
      return `${ref.page === undefined ? '' : `/pages/${ref.page}`}#${ref.anchor}`;
    case 'file':
      return ref.space === undefined ? `/files/${ref.file}` : undefined;
    case 'reusable-content':
      return ref.space === undefined ? `/reusable-contents/${ref.reusableContent}` : undefined;
    default:
      return undefined;
  }
}

const ADDRESS = /^(?:https?:\/\/|mailto:|tel:)\S+$/i;
/** An address that is typed without its scheme. */
const HOST = /^(?!.*\.md(?:#|$))[\w-]+(?:\.[\w-]+)*\.[a-z]{2,}(?::\d+)?(?:[/?#]\S*)?$/i;
const MAIL = /^[^\s@/]+@[\w-]+(?:\.[\w-]+)+$/;
const PATH = /^(?:\.{0,2}\/|#)\S*$|^[^\s#?]+\.md(?:#\S*)?$/i;

/** The address outside the space that was typed. */
export function addressOf(query: string): string | undefined {
  if (ADDRESS.test(query)) return query;
  if (MAIL.test(query)) return `mailto:${query}`;
  return HOST.test(query) ? `https://${query}` : undefined;
}

/** Whether what was typed is a path, as in Markdown. */
export const isPath = (query: string): boolean => PATH.test(query);

/** The copied text, if it is a single URL. */
export const loneAddress = (text: string): string | undefined =>
  /^\s*(?:https?:\/\/|mailto:)\S+\s*$/i.test(text) ? text.trim() : undefined;
