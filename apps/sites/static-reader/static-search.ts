/** The search of a site that no service answers to: in files that the build has written. */

import { askOneByOne } from '../reader/search-ask.ts';
import { openDialog } from '../reader/search-dialog.ts';
import type { SearchResponse } from '../reader/search-response.ts';
import type { PlaceIndex } from './index-format.ts';
import { openIndex } from './open-index.ts';
import { type SearchedSpace, searchSpaces } from './search-spaces.ts';

/** The indexes by the place that they are searched from. A place that cannot be loaded is tried again. */
const places = new Map<string, Promise<OpenPlace>>();

interface OpenPlace {
  spaces: SearchedSpace[];
  sections: Pick<SearchResponse, 'sections'>;
}

/** `address`: the list of what is searched from the page; `page`: the page of the search. */
export function openSearch(address: string, page: string, query: string): void {
  openDialog(page, query, () => {
    // While the first word is typed.
    openPlace(address).catch(() => {});
    return askOneByOne(async ({ query: asked, section }) => {
      const { spaces, sections } = await openPlace(address);
      const searched = section === '' ? spaces : spaces.slice(Number(section), Number(section) + 1);
      return { ...(await searchSpaces(searched, asked)), ...sections };
    });
  });
}

function openPlace(address: string): Promise<OpenPlace> {
  const opening = places.get(address) ?? loadPlace(new URL(address, location.href));
  places.set(address, opening);
  opening.catch(() => places.delete(address));
  return opening;
}

async function loadPlace(address: URL): Promise<OpenPlace> {
  const { spaces, sections } = (await loadJson(address)) as PlaceIndex;
  const choices = sections?.map(({ title, space }) => ({ id: String(space), title }));
  const opened = spaces.map(async (space) => ({
    space,
    index: await openIndex((file) => loadJson(new URL(space.index + file, address))),
  }));
  return { spaces: await Promise.all(opened), sections: choices ? { sections: choices } : {} };
}

async function loadJson(url: URL): Promise<unknown> {
  const response = await fetch(url);
  if (!response.ok) throw new Error(String(response.status));
  return response.json();
}
