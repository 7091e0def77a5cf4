import type { Link } from './resolution/link.ts';
import { STATUS_CODES } from './resolution/space-links.ts';
import type { LinksView } from './view-links.ts';

/**
 * The indices of the links in a range that are broken in one revision and were not in an earlier one: broken since
 * then, or added.
 */
export function listBrokenSince(
  before: LinksView,
  after: LinksView,
  [from, to]: [from: number, to: number],
): ReadonlySet<number> {
  const broken = new Set<number>();
  for (const [position, { id, links }] of after.links.owners.entries()) {
    const start = after.links.starts[position] as number;
    if (start >= to) break;
    if (start + links.length <= from) continue;
    let known: Map<string, number> | undefined;
    for (const [n, link] of links.entries()) {
      if (after.statuses[start + n] !== STATUS_CODES.broken) continue;
      known ??= countBroken(before, id);
      const left = known.get(nameOf(link)) ?? 0;
      if (left > 0) known.set(nameOf(link), left - 1);
      else broken.add(start + n);
    }
  }
  return broken;
}

/** How many links with the same target are broken in a page or reusable content. */
function countBroken({ links, statuses }: LinksView, ownerId: string): Map<string, number> {
  const counts = new Map<string, number>();
  const position = links.positions.get(ownerId);
  if (position === undefined) return counts;
  const start = links.starts[position] as number;
  for (const [n, link] of (links.owners[position]?.links ?? []).entries())
    if (statuses[start + n] === STATUS_CODES.broken)
      counts.set(nameOf(link), (counts.get(nameOf(link)) ?? 0) + 1);
  return counts;
}

const nameOf = ({ kind, raw }: Link): string => `${kind} ${raw}`;
