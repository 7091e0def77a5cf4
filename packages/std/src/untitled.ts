const UNTITLED = 'Untitled';

/** The title, or “Untitled” for one that is absent or blank: a link to it needs a text. */
export const titleOrUntitled = (title: string | null | undefined): string =>
  title?.trim() ? title : UNTITLED;
