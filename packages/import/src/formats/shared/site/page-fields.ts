import { isRecord } from '@lectern/std/is-record';
import type { ImportedDocument, ImportedPage } from '../../../imported-content.ts';
import { iconName } from '../markup/write-containers.ts';
import { fileNameOf, folderOf, titleOfFileName } from '../paths.ts';
import type { ConvertedPage } from './convert-page.ts';

/** A value of front matter as text. */
export const textField = (value: unknown): string | undefined => {
  if (typeof value === 'number') return String(value);
  return typeof value === 'string' && value.trim() !== '' ? value.trim() : undefined;
};

/** Tags as a list, or in one text with commas; those that are records are named by their label. */
export function tagsOf(value: unknown): string[] | undefined {
  const list = Array.isArray(value) ? value : typeof value === 'string' ? value.split(',') : [];
  const tags = list.flatMap((tag) => textField(isRecord(tag) ? (tag.label ?? tag.name) : tag) ?? []);
  return tags.length > 0 ? [...new Set(tags)] : undefined;
}

const EMOJI = /^\p{Extended_Pictographic}/u;

/** An icon is one emoji, or the name of an icon. */
export function readIcon(icon: unknown): Pick<ImportedDocument, 'icon' | 'emoji'> {
  const text = textField(icon);
  if (text === undefined) return {};
  if (EMOJI.test(text)) return { emoji: text };
  const name = iconName(text);
  return name === undefined ? {} : { icon: name };
}

export interface PageTitles {
  /** The title that readers see above the page. */
  title?: string | undefined;
  /** The label in the table of contents. */
  label?: string | undefined;
}

/** Makes the document of a converted page. */
export function makeDocument(
  page: ConvertedPage,
  { title, label }: PageTitles,
  others: Partial<ImportedDocument> = {},
): ImportedDocument {
  const { frontMatter, heading, path, markdown } = page;
  const named = title ?? heading ?? textField(frontMatter.title) ?? label ?? nameOf(path);
  return {
    kind: 'document',
    path,
    title: named,
    ...(label !== undefined && label !== named ? { linkTitle: label } : {}),
    markdown,
    description: textField(frontMatter.description),
    tags: tagsOf(frontMatter.tags),
    ...readIcon(frontMatter.icon),
    children: [],
    ...others,
  };
}

function nameOf(path: string): string {
  const name = fileNameOf(path);
  const isFolderPage = /^(?:index|readme)\.\w+$/i.test(name) && folderOf(path) !== '';
  return titleOfFileName(isFolderPage ? fileNameOf(folderOf(path)) : name);
}

/** All pages of a tree. */
export function* allPages(pages: readonly ImportedPage[]): Generator<ImportedPage> {
  for (const page of pages) {
    yield page;
    yield* allPages(page.children);
  }
}
