import { plainText } from '../documents/document.ts';
import type { ParsedDocument } from '../documents/parse-markdown.ts';

/** A piece of a page that search finds on its own: what stands under one heading. */
export interface Section {
  /** The anchor of the heading; absent before the first heading. */
  anchor?: string;
  title: string;
  /** The plain text below the heading. */
  text: string;
}

/** The sections of a document, in its order. */
export function readSections({ document }: ParsedDocument): Section[] {
  const sections: Section[] = [{ title: '', text: '' }];
  for (const block of document.nodes) {
    const text = plainText(block.nodes ?? []);
    if (block.type.startsWith('heading-'))
      sections.push({ ...(block.meta ? { anchor: block.meta.id } : {}), title: text, text: '' });
    else (sections.at(-1) as Section).text += `${text}\n`;
  }
  return sections;
}
