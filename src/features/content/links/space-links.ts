import type { DocumentReferences } from '../facts/references.ts';
import type { Hash } from '../tree/hash.ts';
import type { Snapshot } from '../tree/snapshot.ts';
import { type Link, localStatus } from './link.ts';

/** The references of one page or reusable content. */
export interface LinkOwner {
  kind: 'page' | 'reusable-content';
  id: string;
  /** Changes with anything but names that the links follow from. */
  version: string;
  links: readonly Link[];
}

/** How `statuses` are written: one byte each. */
export const STATUS_CODES = { ok: 0, broken: 1, 'in-app': 2 } as const;
/** Not known without the caller. */
export const DEPENDS = 3;

/** Every reference of a revision, resolved in it: those of pages in reading order, then those of reusable contents. */
export interface SpaceLinks {
  snapshot: Snapshot;
  /** Only those that refer to something. */
  owners: readonly LinkOwner[];
  /** For each owner the number of links before it. */
  starts: Uint32Array;
  total: number;
  statuses: Uint8Array;
  /** The spaces that addresses inside the app name. */
  mentionedSpaces: readonly string[];
  /** What was loaded of the documents, for the revision that comes next. */
  parts: ReadonlyMap<Hash, DocumentReferences>;
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

/** From the first to before the last index of the links of one owner. */
export function rangeOfOwner({ owners, starts }: SpaceLinks, ownerId: string): [start: number, end: number] {
  const at = owners.findIndex(({ id }) => id === ownerId);
  const start = at < 0 ? 0 : (starts[at] as number);
  return [start, start + (owners[at]?.links.length ?? 0)];
}

/** Puts together what is listed of a revision. */
export function assembleSpaceLinks(
  snapshot: Snapshot,
  owners: readonly LinkOwner[],
  parts: SpaceLinks['parts'],
): SpaceLinks {
  const starts = new Uint32Array(owners.length);
  let total = 0;
  for (const [i, { links }] of owners.entries()) {
    starts[i] = total;
    total += links.length;
  }
  const statuses = new Uint8Array(total);
  const mentioned = new Set<string>();
  let index = 0;
  for (const { links } of owners) {
    for (const link of links) {
      const status = localStatus(link);
      statuses[index] = status === undefined ? DEPENDS : STATUS_CODES[status];
      index += 1;
      const { target } = link;
      if (target?.kind === 'in-app' && target.address.spaceId) mentioned.add(target.address.spaceId);
    }
  }
  return { snapshot, owners, starts, total, statuses, mentionedSpaces: [...mentioned], parts };
}

/** Roughly, what they take in memory. */
export function bytesOfSpaceLinks({ owners, parts, total }: SpaceLinks): number {
  let characters = 0;
  for (const { links } of owners)
    for (const { raw, anchor } of links) characters += raw.length + (anchor?.length ?? 0);
  let anchors = 0;
  for (const part of parts.values()) anchors += part.anchors.length;
  return 1024 + 300 * owners.length + 220 * total + characters + 120 * anchors;
}
