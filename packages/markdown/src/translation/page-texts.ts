import type { ParsedDocument } from '../parse-markdown.ts';

/** The texts of an entry that readers see, with its document if it has one. */
export interface PageTexts {
  title: string;
  linkTitle?: string | undefined;
  /** Undefined: the page has no document. */
  source?: string | undefined;
}

/** The texts of a page that are not in its blocks. */
export const TEXT_NAMES = ['title', 'linkTitle', 'description'] as const;
export type TextName = (typeof TEXT_NAMES)[number];

export function descriptionOf({ frontMatter }: ParsedDocument): string | undefined {
  const value = frontMatter?.data.description;
  return typeof value === 'string' && value !== '' ? value : undefined;
}
