import { createStore } from '../api/store.ts';

/** A page that is being named, before it exists. */
export interface Draft {
  type: 'document' | 'group' | 'link';
  /** The page that it will be below, or null for the top. */
  into: string | null;
  /** Its position among its siblings; the last one if there is none. */
  at?: number;
}

/** The row of the page tree in which a new page gets its title. */
export const draft = createStore<Draft | undefined>(undefined);

let madeId: string | undefined;

/** Notes a page that has just been made. */
export function noteMade(pageId: string): void {
  madeId = pageId;
}

/** Whether the page has just been made, so that its author goes on to its text. True once. */
export function takeMade(pageId: string): boolean {
  if (madeId !== pageId) return false;
  madeId = undefined;
  return true;
}

/** Asks for the title of a new page in the page tree, which then creates and opens it. */
export const startNewPage = (page: Draft): void => draft.set(page);
