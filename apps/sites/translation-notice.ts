import { listSiteSpaces } from '../server/domains/publishing/sites/site-structure.ts';
import type { Pointers, TranslationNotice } from '../server/platform/access/pointers.ts';
import type { Reading, SiteReadings } from './site-readings.ts';
import type { VisiblePage } from './visible-page.ts';

/** The notice for readers of a translated page. */
export interface PageNotice {
  kind: TranslationNotice;
  /** The same page in the language of the source; undefined if the visitor cannot see it on this site. */
  href: string | undefined;
}

/** Returns undefined for a page that is not a translation, or one without a notice. */
export async function readTranslationNotice(
  {
    pointers,
    readings,
  }: { pointers: Pick<Pointers, 'translations'>; readings: Pick<SiteReadings, 'readIn'> },
  { resolved, open, view }: Reading,
  page: VisiblePage,
): Promise<PageNotice | undefined> {
  // Notices describe only the current content.
  if (resolved.revision !== undefined || resolved.changeRequest !== undefined) return undefined;
  const translation = await pointers.translations.find(open.space.spaceId);
  const kind = translation?.notices.get(page.entry.id);
  if (kind === undefined) return undefined;
  const entry = listSiteSpaces(view.structure).find(
    ({ spaceId, isHidden }) => spaceId === translation?.sourceId && !isHidden,
  );
  const source = entry && (await readings.readIn(resolved, entry));
  const same = source?.place.contents.find(page.entry.id);
  return { kind, href: same?.entry.type === 'document' ? source?.place.pageHref(same.entry.id) : undefined };
}
