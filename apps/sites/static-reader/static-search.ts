/** The search of a site that no service answers to: in files that the build has written. */

import { askOneByOne } from '../reader/search-ask.ts';
import { openDialog } from '../reader/search-dialog.ts';
import type { PlaceIndex } from './index-format.ts';
import { openIndex } from './open-index.ts';
import { type SearchedSpace, searchSpaces } from './search-spaces.ts';

/** The indexes by the place that they are searched from. A place that cannot be loaded is tried again. */
const places = new Map<string, Promise<SearchedSpace[]>>();

/** `address`: the list of what is searched from the page; `page`: the page of the search. */
export function openSearch(address: string, page: string, query: string): void {
  openDialog(page, query, () => {
    // While the first word is typed.
    openPlace(address).catch(() => {});
    return askOneByOne(async (asked) => searchSpaces(await openPlace(address), asked));
  });
}

function openPlace(address: string): Promise<SearchedSpace[]> {
  const opening = places.get(address) ?? loadPlace(new URL(address, location.href));
  places.set(address, opening);
  opening.catch(() => places.delete(address));
  return opening;
}

async function loadPlace(address: URL): Promise<SearchedSpace[]> {
  const { spaces } = (await loadJson(address)) as PlaceIndex;
  return Promise.all(
    spaces.map(async (space) => ({
      space,
      index: await openIndex((file) => loadJson(new URL(space.index + file, address))),
    })),
  );
}

async function loadJson(url: URL): Promise<unknown> {
  const response = await fetch(url);
  if (!response.ok) throw new Error(String(response.status));
  return response.json();
}
