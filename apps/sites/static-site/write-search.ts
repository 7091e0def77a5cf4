import { listSearched } from '../../server/domains/publishing/site-search/search-scope.ts';
import { listSections, titleOfSiteSpace } from '../../server/domains/publishing/sites/site-structure.ts';
import { localize } from '../localize.ts';
import type { Reading } from '../site-readings.ts';
import type { PlaceIndex, SpaceIndex } from '../static-reader/index-format.ts';
import type { BaseUrl } from './base-url.ts';
import { listIndexedPages } from './list-indexed-pages.ts';
import type { OutputFolder } from './output-folder.ts';
import type { StaticParts } from './static-parts.ts';
import { writeSearchIndex } from './write-search-index.ts';

/** The folder of the indexes. Each has a subfolder that is named after the hash of its content. */
export const INDEXES_PATH = '~/index/';

/** Writes the index of a space. Spaces with equal pages share one. */
export async function writeSpaceIndex(
  { parts, base, output }: { parts: StaticParts; base: BaseUrl; output: OutputFolder },
  reading: Reading,
): Promise<SpaceIndex> {
  const { section, siteSpace, homeHref } = reading.place;
  const { hash, files } = await writeSearchIndex(await listIndexedPages(parts, reading));
  const folder = `${INDEXES_PATH}${hash}/`;
  if (!output.has(`${folder}index.json`))
    for (const { name, body } of files) await output.write(folder + name, body);
  return {
    index: base.path + folder,
    home: homeHref,
    title: section?.title ?? titleOfSiteSpace(siteSpace),
    language: siteSpace.space.language,
  };
}

/** Lists the indexes that are searched from a place, as in the search of the service. `indexes`: by site space. */
export function listPlaceIndex(
  { place }: Pick<Reading, 'place'>,
  indexes: ReadonlyMap<string, SpaceIndex>,
): PlaceIndex {
  const { siteSpaceId } = place.siteSpace;
  const searched = listSearched(place.shown, { mode: 'default', currentSiteSpace: siteSpaceId });
  const spaces = searched.filter((entry) => indexes.has(entry.siteSpaceId));
  const sections = listSections(place.shown).flatMap((section) => {
    const space = spaces.findIndex(({ sectionId }) => sectionId === section.siteSectionId);
    const { title, localizedTitles } = section;
    return space < 0
      ? []
      : [{ title: localize(title, localizedTitles, place.siteSpace.space.language ?? ''), space }];
  });
  return {
    spaces: spaces.map((entry) => indexes.get(entry.siteSpaceId) as SpaceIndex),
    ...(sections.length > 1 ? { sections } : {}),
  };
}
