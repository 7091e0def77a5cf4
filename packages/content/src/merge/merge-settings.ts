import type { RevisionSettings } from '../tree/entries.ts';
import type { ConflictReport } from './conflict-report.ts';
import type { Sides } from './conflicts.ts';
import { encode, mergeValue } from './merge-fields.ts';
import { mergeOrder } from './merge-order.ts';

type Setting = keyof RevisionSettings;

/** Merges the settings entry by entry: variables by name, tags by slug, redirects by the path they start from. */
export function mergeSettings(
  { base, ours, theirs }: Sides<RevisionSettings>,
  report: ConflictReport,
): RevisionSettings {
  if (encode(theirs) === encode(base) || encode(ours) === encode(theirs)) return ours;
  if (encode(ours) === encode(base)) return theirs;
  const merge = (setting: Setting, read: (settings: RevisionSettings) => Entry[]): Entry[] =>
    mergeEntries(setting, { base: read(base), ours: read(ours), theirs: read(theirs) }, report);
  const variables = merge('variables', (settings) => Object.entries(settings.variables));
  const tags = merge('tags', (settings) => settings.tags.map((tag) => [tag.slug, tag]));
  const redirects = merge('redirects', (settings) =>
    settings.redirects.map((redirect) => [redirect.from, redirect]),
  );
  const repository = merge('repository', (settings) => Object.entries(settings.repository ?? {}));
  const valuesOf = (entries: Entry[]): unknown[] => entries.map(([, value]) => value);
  return {
    variables: Object.fromEntries(variables) as RevisionSettings['variables'],
    tags: valuesOf(tags) as RevisionSettings['tags'],
    redirects: valuesOf(redirects) as RevisionSettings['redirects'],
    ...(repository.length === 0
      ? {}
      : { repository: Object.fromEntries(repository) as NonNullable<RevisionSettings['repository']> }),
  };
}

type Entry = [key: string, value: unknown];

function mergeEntries(setting: Setting, sides: Sides<Entry[]>, report: ConflictReport): Entry[] {
  const keyed = { base: byKey(sides.base), ours: byKey(sides.ours), theirs: byKey(sides.theirs) };
  const merged = new Map<string, unknown>();
  for (const key of new Set([...keyed.ours.keys(), ...keyed.theirs.keys()])) {
    const values = { base: keyed.base.get(key), ours: keyed.ours.get(key), theirs: keyed.theirs.get(key) };
    const value = mergeValue(values, (shown) =>
      report.resolve({ kind: 'setting', setting, key: nameOf(key), ...shown }),
    );
    if (value !== undefined) merged.set(key, value);
  }
  const order = mergeOrder(
    { base: [...keyed.base.keys()], ours: [...keyed.ours.keys()], theirs: [...keyed.theirs.keys()] },
    new Set(merged.keys()),
  );
  return order.map((key) => [nameOf(key), merged.get(key)]);
}

/** Keys may be repeated, as in redirects: the number makes each one unique. */
function byKey(entries: readonly Entry[]): Map<string, unknown> {
  const keyed = new Map<string, unknown>();
  const counts = new Map<string, number>();
  for (const [key, value] of entries) {
    const count = counts.get(key) ?? 0;
    counts.set(key, count + 1);
    keyed.set(`${key}\n${count}`, value);
  }
  return keyed;
}

const nameOf = (key: string): string => key.slice(0, key.lastIndexOf('\n'));
