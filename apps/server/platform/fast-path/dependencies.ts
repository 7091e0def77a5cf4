import { type Call, type Granted, grantFromMemory } from '../access/grant.ts';
import type { CacheEntry, PointerCache } from '../access/pointer-cache.ts';
import type { Pointers, PointersInMemory } from '../access/pointers.ts';
import type { VisitorGate } from '../access/visitor-gate.ts';

/** The cached values that a decision was made from. It is valid while all of them are current. */
export class Dependencies {
  readonly entries: readonly Readonly<CacheEntry<object>>[];

  constructor(entries: readonly Readonly<CacheEntry<object>>[]) {
    this.entries = entries;
  }

  get isCurrent(): boolean {
    for (const entry of this.entries) if (!entry.isCurrent) return false;
    return true;
  }
}

export const joinDependencies = (...bases: readonly Dependencies[]): Dependencies =>
  new Dependencies(bases.flatMap(({ entries }) => entries));

/**
 * Makes the decision once more from memory and notes each value that it reads, so that no one has to list what a
 * decision depends on. Undefined when something has changed since the call was granted, or is not in memory.
 */
export function findDependencies(
  { pointers, visitors }: { pointers: Pointers; visitors: Pick<VisitorGate, 'peek'> },
  call: Call,
  granted: Granted,
): Dependencies | undefined {
  if (granted.isTimed) return undefined;
  const entries: Readonly<CacheEntry<object>>[] = [];
  const note = <Value extends object>(cache: PointerCache<Value>): Pick<PointerCache<Value>, 'peek'> => ({
    peek(key) {
      const entry = cache.peekEntry(key);
      if (entry) entries.push(entry);
      return entry?.value;
    },
  });
  const noted: PointersInMemory = {
    tokens: note(pointers.tokens),
    actors: note(pointers.actors),
    organizations: note(pointers.organizations),
    memberships: note(pointers.memberships),
    spaces: note(pointers.spaces),
    collections: note(pointers.collections),
    sites: note(pointers.sites),
    siteAddresses: note(pointers.siteAddresses),
    specs: note(pointers.specs),
    translations: note(pointers.translations),
    maintenance: note(pointers.maintenance),
  };
  const decision = granted.visitor ? visitors.peek(call, noted) : grantFromMemory(noted, call);
  if (!decision || !('actor' in decision)) return undefined;
  const isSame =
    (granted.visitor ? decision.visitor === granted.visitor : decision.actor === granted.actor) &&
    decision.role === granted.role &&
    decision.space === granted.space &&
    decision.collection === granted.collection &&
    decision.site === granted.site;
  return isSame ? new Dependencies(entries) : undefined;
}
