import type { Reading, SiteReadings } from '../site-readings.ts';
import type { VisiblePage } from '../visible-page.ts';

/** A page in one of the languages of its section. `language`: as HTML names it; `x-default`: for all others. */
export interface LanguageVariant {
  language: string;
  href: string;
}

/** Variants of one section that have a language, if there is more than one language. */
export function listLanguageReadings(readings: readonly Reading[]): readonly Reading[] {
  const named = readings.filter(({ place }) => place.siteSpace.space.language !== null);
  const languages = new Set(named.map(({ place }) => place.siteSpace.space.language));
  return languages.size > 1 ? named : [];
}

/**
 * Lists the same page in the languages of its section, including itself: by its id, which copies keep, or otherwise by
 * its path. Empty if the page exists in only one language.
 */
export function listLanguageVariants(
  reading: Reading,
  page: VisiblePage,
  others: readonly Reading[],
): LanguageVariant[] {
  const path = reading.place.contents.pathOf(page.entry.id);
  const found: (LanguageVariant & { isDefault: boolean })[] = [];
  for (const { place } of others) {
    const isHere = place.siteSpace.siteSpaceId === reading.place.siteSpace.siteSpaceId;
    const same = isHere ? page : (place.contents.find(page.entry.id) ?? place.contents.findByPath(path));
    const { language } = place.siteSpace.space;
    if (same?.entry.type !== 'document' || language === null) continue;
    if (found.some((one) => one.language === language)) continue;
    found.push({ language, href: place.pageHref(same.entry.id), isDefault: place.siteSpace.isDefault });
  }
  if (found.length < 2) return [];
  const variants = found.map(({ language, href }) => ({ language, href }));
  const byDefault = found.find(({ isDefault }) => isDefault);
  return byDefault ? [...variants, { language: 'x-default', href: byDefault.href }] : variants;
}

/**
 * Lists the same page in the languages of its section, as the visitor sees them now. `isTimed`: the list depends on the
 * time.
 */
export async function readLanguageVariants(
  { readIn }: Pick<SiteReadings, 'readIn'>,
  reading: Reading,
  page: VisiblePage,
): Promise<{ variants: LanguageVariant[]; isTimed: boolean }> {
  const { place, resolved } = reading;
  const entries = (place.section?.siteSpaces ?? place.shown.siteSpaces).filter(
    ({ isHidden, space }) => !isHidden && space.language !== null,
  );
  if (new Set(entries.map(({ space }) => space.language)).size < 2) return { variants: [], isTimed: false };
  const others: Reading[] = [];
  for (const entry of entries) {
    const isHere = entry.siteSpaceId === place.siteSpace.siteSpaceId;
    const one = isHere ? reading : await readIn(resolved, entry);
    if (one) others.push(one);
  }
  return {
    variants: listLanguageVariants(reading, page, others),
    isTimed: others.some((other) => other.place.contents.isTimed),
  };
}
