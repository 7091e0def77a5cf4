import type { BrokenLink, Link } from './group-links.ts';

/** Where broken links are: in a page, in a reusable content, or in an entry of the table of contents that is a link. */
export interface RepairPlace {
  kind: 'page' | 'reusable' | 'entry';
  id: string;
  title: string;
}

/** A place, with the targets of its links and the kinds of links that have them. */
export interface SelectedPlace extends RepairPlace {
  wanted: Map<string, Set<Link['kind']>>;
}

/** The places of links, each once. */
export function selectPlaces(links: readonly BrokenLink[]): SelectedPlace[] {
  const places = new Map<string, SelectedPlace>();
  for (const link of links) {
    const place = placeOf(link);
    if (!place) continue;
    const key = `${place.kind} ${place.id}`;
    const selected = places.get(key) ?? { ...place, wanted: new Map() };
    const kinds = selected.wanted.get(link.target) ?? new Set();
    selected.wanted.set(link.target, kinds.add(link.kind));
    places.set(key, selected);
  }
  return [...places.values()];
}

function placeOf({ page, reusable, kind }: BrokenLink): RepairPlace | undefined {
  if (page) return { kind: kind === 'page-link' ? 'entry' : 'page', ...page };
  return reusable && { kind: 'reusable', ...reusable };
}
