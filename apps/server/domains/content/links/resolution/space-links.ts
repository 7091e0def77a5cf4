import type { DocumentReferences } from '@lectern/content/facts/references';
import type { Snapshot } from '@lectern/content/tree/snapshot';
import { type Link, localStatus } from './link.ts';

/** A page or reusable content with its references. */
export interface LinkOwner {
  kind: 'page' | 'reusable-content';
  id: string;
  /** The path in the repository. */
  path: string | undefined;
  /** Changes with everything that the references follow from but the names of other things. */
  version: string;
  links: readonly Link[];
  /** The references of its document; undefined without one. */
  part: DocumentReferences | undefined;
  /** The spaces that its addresses inside the app name. */
  mentions: readonly string[];
  /** The specs that it shows parts of, by their slugs. */
  specs: readonly string[];
}

/** The encoding of `statuses`: one byte each. */
export const STATUS_CODES = { ok: 0, broken: 1, 'in-app': 2 } as const;
/** The status depends on the caller. */
export const DEPENDS = 3;

/** Every reference of a revision, resolved in it: those of pages in reading order, then those of reusable contents. */
export interface SpaceLinks {
  snapshot: Snapshot;
  owners: readonly LinkOwner[];
  /** The index of an owner in `owners`, by its id. */
  positions: ReadonlyMap<string, number>;
  /** For each owner, the number of links before it. */
  starts: Uint32Array;
  total: number;
  statuses: Uint8Array;
  /** The spaces that addresses inside the app name. */
  mentionedSpaces: readonly string[];
  /** The specs of which parts are shown, by their slugs. */
  mentionedSpecs: readonly string[];
  /** The approximate memory that they use. */
  bytes: number;
}

export interface PlacedLink {
  owner: LinkOwner;
  link: Link;
}

export function linkAt({ owners, starts }: SpaceLinks, index: number): PlacedLink {
  let low = 0;
  let high = owners.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if ((starts[middle] as number) <= index) low = middle;
    else high = middle - 1;
  }
  const owner = owners[low] as LinkOwner;
  return { owner, link: owner.links[index - (starts[low] as number)] as Link };
}

/** Returns the range of the links of one owner: first index, and the index after the last. */
export function rangeOfOwner(
  { owners, positions, starts }: SpaceLinks,
  ownerId: string,
): [from: number, to: number] {
  const position = positions.get(ownerId);
  if (position === undefined) return [0, 0];
  const from = starts[position] as number;
  return [from, from + (owners[position] as LinkOwner).links.length];
}

export const ownerOf = ({ owners, positions }: SpaceLinks, ownerId: string): LinkOwner | undefined =>
  owners[positions.get(ownerId) ?? -1];

/** Assembles the links of a revision, reusing those of unchanged owners in `previous`. */
export function assembleSpaceLinks(
  snapshot: Snapshot,
  owners: readonly LinkOwner[],
  previous: SpaceLinks | undefined,
): SpaceLinks {
  const starts = new Uint32Array(owners.length);
  const positions = new Map<string, number>();
  const mentioned = new Set<string>();
  const specs = new Set<string>();
  let total = 0;
  let bytes = 1024;
  for (const [position, owner] of owners.entries()) {
    const { id, links, part, mentions, specs: shown } = owner;
    starts[position] = total;
    positions.set(id, position);
    total += links.length;
    bytes += 500 + 350 * links.length + 120 * (part?.anchors.length ?? 0);
    for (const spaceId of mentions) mentioned.add(spaceId);
    for (const slug of shown) specs.add(slug);
  }
  const statuses = new Uint8Array(total);
  for (const [position, owner] of owners.entries()) {
    const start = starts[position] as number;
    const before = previous?.positions.get(owner.id);
    if (previous && before !== undefined && previous.owners[before] === owner) {
      const from = previous.starts[before] as number;
      statuses.set(previous.statuses.subarray(from, from + owner.links.length), start);
    } else {
      for (const [n, link] of owner.links.entries()) {
        const status = localStatus(link);
        statuses[start + n] = status === undefined ? DEPENDS : STATUS_CODES[status];
      }
    }
  }
  return {
    snapshot,
    owners,
    positions,
    starts,
    total,
    statuses,
    mentionedSpaces: [...mentioned],
    mentionedSpecs: [...specs],
    bytes,
  };
}
