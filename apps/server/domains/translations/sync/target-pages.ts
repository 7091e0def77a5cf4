import { decodeSource } from '@lectern/content/facts/document-facts';
import type { PageEntry, ReusableEntry } from '@lectern/content/tree/entries';
import { itemsOf } from '@lectern/content/tree/merkle-list';
import type { Snapshot } from '@lectern/content/tree/snapshot';
import type { PageTexts } from '@lectern/markdown/translation/page-texts';
import type { PageToTranslate } from '@lectern/markdown/translation/translate-page';
import type { ContentStore, OpenRevision } from '../../../content/revisions/content-store.ts';
import type { PageRow } from './targets.repository.ts';

type Entry = PageEntry | ReusableEntry;

/** A page or reusable content of the source, with its translation. */
export interface TargetPage {
  pageId: string;
  source: Entry;
  translation: Entry | undefined;
  row: PageRow | undefined;
}

/** All of them, in reading order. */
export function listTargetPages(
  source: Snapshot,
  target: Snapshot,
  rows: ReadonlyMap<string, PageRow>,
): TargetPage[] {
  const pages = [...source.pages.pages()].map(({ entry }) => ({
    source: entry,
    translation: target.pages.find(entry.id)?.entry,
  }));
  const reusables = [...itemsOf(source.reusables)].map((entry) => ({
    source: entry,
    translation: target.findReusable(entry.id),
  }));
  return [...pages, ...reusables].map((page) => ({
    ...page,
    pageId: page.source.id,
    row: rows.get(page.source.id),
  }));
}

export const documentOf = (entry: Entry | undefined): string =>
  (entry && 'document' in entry && entry.document) || '';

const linkTitleOf = (entry: Entry): string | undefined =>
  'linkTitle' in entry ? entry.linkTitle : undefined;

export const titlesOf = (entry: Entry) => ({ title: entry.title, linkTitle: linkTitleOf(entry) });

/** Whether the source, the translation and the recipe are unchanged, and nothing remains to be translated. */
export function isInStep({ source, translation, row }: TargetPage, recipe: string): boolean {
  if (!row || !translation || row.recipe !== recipe) return false;
  if (row.source_hash !== documentOf(source) || row.target_hash !== documentOf(translation)) return false;
  const isOpen = row.missing + row.failed > 0 || row.behind > 0;
  return (
    !isOpen && isSameTitles(row.texts.source, source) && isSameTitles(row.texts.translation, translation)
  );
}

const isSameTitles = (titles: { title: string; linkTitle?: string | undefined }, entry: Entry): boolean =>
  titles.title === entry.title && titles.linkTitle === linkTitleOf(entry);

/** Reads what translating a page needs. A document that is not text has nothing to translate. */
export async function readTargetPage(
  store: ContentStore,
  { space: { organizationId } }: Pick<OpenRevision, 'space'>,
  { source, translation, row }: TargetPage,
): Promise<Pick<PageToTranslate, 'before' | 'source' | 'translation'>> {
  const read = async (document: string): Promise<string | undefined> => {
    if (document === '') return undefined;
    const { text, isUtf8 } = decodeSource(await store.getSource(organizationId, document));
    return isUtf8 ? text : undefined;
  };
  const textsOf = async (entry: Entry): Promise<PageTexts> => ({
    ...titlesOf(entry),
    source: await read(documentOf(entry)),
  });
  return {
    source: await textsOf(source),
    translation: translation && (await textsOf(translation)),
    before: row && {
      source: { ...row.texts.source, source: await read(row.source_hash) },
      translation: { ...row.texts.translation, source: await read(row.target_hash) },
      tracked: row.tracked,
    },
  };
}
