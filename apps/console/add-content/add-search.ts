/** What the address of “Add content” names. */
export interface AddSearch {
  /** The look or import that is open. */
  import?: string | undefined;
  /** The space to which pages are added. */
  space?: string | undefined;
  /** The collection of new spaces. */
  parent?: string | undefined;
}

export const readAddSearch = (search: Record<string, unknown>): AddSearch => ({
  ...(typeof search.import === 'string' ? { import: search.import } : {}),
  ...(typeof search.space === 'string' ? { space: search.space } : {}),
  ...(typeof search.parent === 'string' ? { parent: search.parent } : {}),
});
