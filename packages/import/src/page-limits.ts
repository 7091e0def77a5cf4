/** Bytes of a page that is read as text: Markdown, HTML. docs/api/import-content.md names it. */
export const MAX_PAGE_BYTES = 5_000_000;
