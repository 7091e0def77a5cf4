import type { Snapshot } from '@lectern/content/tree/snapshot';
import type { Pause } from '../../../../platform/threads/pause.ts';
import { type AnchorLookup, createAnchorLookup } from './anchor-lookup.ts';
import type { Link } from './link.ts';
import type { LinkOwner } from './space-links.ts';

/** If more pages than this include a content, the rest are not searched for the headings that it names. */
const MAX_INCLUDERS = 50;

/**
 * Looks up the anchors that references name. `changed`: the changed owners, if the anchors and link targets of all
 * others are unchanged; undefined to look up all.
 */
export async function findAnchors(
  snapshot: Snapshot,
  owners: readonly LinkOwner[],
  changed: ReadonlySet<string> | undefined,
  pause: Pause,
): Promise<LinkOwner[]> {
  const byId = new Map(owners.map((owner) => [owner.id, owner]));
  const lookup = createAnchorLookup(snapshot, (id) => byId.get(id));
  // Any page may show a content that changed; a page is shown only by itself.
  const isPagesOnly = changed && [...changed].every((id) => byId.get(id)?.kind === 'page');
  const affected = isPagesOnly ? changed : undefined;
  let includers: Map<string, string[]> | undefined;
  const found: LinkOwner[] = [];
  for (const owner of owners) {
    // The headings that a content names may be those of a page that shows it.
    const isOpen = owner.kind === 'reusable-content' || affected?.has(owner.id);
    found.push(withAnchors(owner, isOpen ? undefined : affected, find));
    const pausing = pause(owner.links.length);
    if (pausing) await pausing;
  }
  return found;

  function find(owner: LinkOwner, id: string, wanted: string): string | undefined {
    const own = lookup.find(id, wanted);
    if (own !== undefined || id !== owner.id || owner.kind === 'page') return own;
    includers ??= listIncluders(owners);
    return findInIncluders(lookup, includers.get(id) ?? [], wanted);
  }
}

/** The owner with its anchors looked up, if given, only those in `affected`; the same object when nothing changed. */
function withAnchors(
  owner: LinkOwner,
  affected: ReadonlySet<string> | undefined,
  find: (owner: LinkOwner, id: string, wanted: string) => string | undefined,
): LinkOwner {
  let links: Link[] | undefined;
  for (let i = 0; i < owner.links.length; i += 1) {
    const link = owner.links[i] as Link;
    const { target } = link;
    if (!target || !('wanted' in target) || target.wanted === undefined) continue;
    if (affected && !affected.has(target.id)) continue;
    const found = find(owner, target.id, target.wanted);
    if (found === target.found) continue;
    links ??= [...owner.links];
    const { found: _, ...rest } = target;
    links[i] = { ...link, target: found === undefined ? rest : { ...rest, found } };
  }
  return links ? { ...owner, links } : owner;
}

function findInIncluders(
  lookup: AnchorLookup,
  includers: readonly string[],
  wanted: string,
): string | undefined {
  for (const includer of includers) {
    const shown = lookup.find(includer, wanted);
    if (shown !== undefined) return shown;
  }
  return undefined;
}

/** The first owners that include each reusable content. */
function listIncluders(owners: readonly LinkOwner[]): Map<string, string[]> {
  const includers = new Map<string, string[]>();
  for (const { id, links } of owners) {
    for (const { kind, target } of links) {
      if (kind !== 'include' || target?.kind !== 'reusable-content') continue;
      const known = includers.get(target.id);
      if (!known) includers.set(target.id, [id]);
      else if (known.length < MAX_INCLUDERS && known.at(-1) !== id) known.push(id);
    }
  }
  return includers;
}
