import {
  mapInParallel,
  type PageChange,
  readNodes,
  readSource,
  type SpaceContent,
} from '../replace/space-content.ts';
import type { BrokenLink } from './group-links.ts';
import { repairNodes } from './repair-nodes.ts';
import { type ChangedLine, repairSource } from './repair-source.ts';
import { type RepairPlace, type SelectedPlace, selectPlaces } from './select-places.ts';

/** A place whose links are repaired. */
interface RepairedPlace extends RepairPlace {
  lines: ChangedLine[];
  count: number;
  change: PageChange;
}

export interface Repair {
  places: RepairedPlace[];
  count: number;
  /** Places in which no such target was found. */
  missed: RepairPlace[];
}

/** Reads the places of broken links, and replaces the targets. Changes nothing in the space. */
export async function planRepair(
  content: Pick<SpaceContent, 'spaceId' | 'revisionId'>,
  links: readonly BrokenLink[],
  { target, onProgress, signal }: { target: string; onProgress: (done: number) => void; signal: AbortSignal },
): Promise<Repair> {
  const planned = await mapInParallel(selectPlaces(links), (place) => repairPlace(content, place, target), {
    onProgress,
    signal,
  });
  const places = planned.filter((place) => place.count > 0);
  return {
    places,
    count: places.reduce((sum, place) => sum + place.count, 0),
    missed: planned.filter((place) => place.count === 0),
  };
}

async function repairPlace(
  content: Pick<SpaceContent, 'spaceId' | 'revisionId'>,
  { wanted, ...place }: SelectedPlace,
  target: string,
): Promise<RepairedPlace> {
  const { id, title } = place;
  switch (place.kind) {
    case 'page': {
      const { markdown, lines, count } = repairSource(await readSource(content, id), wanted, target);
      const body = { operation: 'update_page', page: id, document: { markdown } };
      return { ...place, lines, count, change: { title, body } };
    }
    case 'entry': {
      const before = [...wanted.keys()];
      const body = { operation: 'update_page', page: id, target };
      return { ...place, lines: linesOf(before, target), count: before.length, change: { title, body } };
    }
    case 'reusable': {
      const { nodes, replaced } = repairNodes(await readNodes(content, id), new Set(wanted.keys()), target);
      const body = {
        operation: 'update_reusable_content',
        reusableContent: id,
        document: { document: { object: 'document', data: {}, nodes } },
      };
      return { ...place, lines: linesOf(replaced, target), count: replaced.length, change: { title, body } };
    }
  }
}

const linesOf = (targets: readonly string[], after: string): ChangedLine[] =>
  targets.map((before) => ({ line: undefined, before, after }));
