import type { References } from '@lectern/render/references';
import type { Customization } from '../server/domains/publishing/site-settings/customization/customization.schemas.ts';
import { listSiteSpaces } from '../server/domains/publishing/sites/site-structure.ts';
import type { Reading, SiteReadings } from './site-readings.ts';

/** Pages in other spaces of the site to which links of its customization lead, as a visitor sees them. */
export interface LinksElsewhere {
  /** The addresses, by their targets. */
  hrefs: ReadonlyMap<string, string>;
  /** Whether the time decides what the visitor sees there. */
  isTimed: boolean;
}

type LinkTarget = Customization['footer']['groups'][number]['links'][number]['to'];
type PageTarget = Extract<LinkTarget, { kind: 'page' }> & { space: string };

const keyOf = ({ space, page }: Pick<PageTarget, 'space' | 'page'>): string => `${space} ${page}`;

const NONE: LinksElsewhere = { hrefs: new Map(), isTimed: false };

/** Finds the pages that the links around the pages of a space lead to in others. `headerLinks`: those that are shown. */
export async function findLinksElsewhere(
  { readIn }: Pick<SiteReadings, 'readIn'>,
  { resolved, place }: Reading,
  { footer, announcement }: Customization,
  headerLinks: Customization['header']['links'],
): Promise<LinksElsewhere> {
  const links = [
    ...headerLinks.flatMap((item) => [item, ...item.links]),
    ...footer.groups.flatMap((group) => group.links),
    ...(announcement?.enabled && announcement.link ? [announcement.link] : []),
  ];
  const targets = links.flatMap(({ to }) => (isElsewhere(to, place.spaceId) ? [to] : []));
  if (targets.length === 0) return NONE;
  const hrefs = new Map<string, string>();
  let isTimed = false;
  for (const spaceId of new Set(targets.map(({ space }) => space))) {
    const siteSpace = listSiteSpaces(place.shown).find((entry) => entry.spaceId === spaceId);
    const there = siteSpace && (await readIn(resolved, siteSpace));
    if (!there) continue;
    isTimed ||= there.place.contents.isTimed;
    for (const target of targets) {
      const isThere = target.space === spaceId && there.place.contents.find(target.page);
      if (isThere && isThere.entry.type === 'document')
        hrefs.set(keyOf(target), there.place.pageHref(target.page));
    }
  }
  return { hrefs, isTimed };
}

const isElsewhere = (to: LinkTarget | null, spaceId: string): to is PageTarget =>
  to?.kind === 'page' && to.space !== undefined && to.space !== spaceId;

/** References that also lead to those pages. */
export const withLinksElsewhere = (references: References, { hrefs }: LinksElsewhere): References => ({
  ...references,
  find(reference) {
    const isPage = reference.kind === 'page' && 'space' in reference && reference.space !== undefined;
    const href = isPage ? hrefs.get(keyOf(reference as PageTarget)) : undefined;
    // The link has a title of its own.
    return href === undefined ? references.find(reference) : { href, title: '' };
  },
});
