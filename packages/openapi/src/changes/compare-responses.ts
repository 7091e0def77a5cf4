import { isSame, type Json, recordOf, resolve } from '../resolve.ts';
import { below } from './change-list.ts';
import { compareContents, compareHeaders, namesOf } from './compare-contents.ts';
import type { Comparison, DirectedPosition } from './list-schema-changes.ts';

export function compareResponses(
  comparison: Comparison,
  before: Json,
  after: Json,
  position: DirectedPosition,
): void {
  const { list } = comparison;
  const [old, now] = [namesOf(before.responses), namesOf(after.responses)];
  for (const [key, status] of old) {
    const found = now.get(key);
    const there = { ...below(position, 'responses', found ?? status), direction: position.direction };
    if (found === undefined) {
      // An error that no longer happens breaks nobody.
      const isError = /^[45]/.test(status);
      list.add(isError ? 'non-breaking' : 'breaking', 'response-removed', there, status);
      continue;
    }
    const [one, other] = [
      resolve(comparison.before, recordOf(before.responses)[status]),
      resolve(comparison.after, recordOf(after.responses)[found]),
    ];
    for (const keyword of ['summary', 'description'])
      if (one[keyword] !== other[keyword])
        list.add('documentation', 'text-changed', below(there, keyword), status);
    compareHeaders(comparison, one, other, there);
    compareContents(comparison, one, other, there);
    compareLinks(comparison, one, other, there);
  }
  for (const [key, status] of now)
    if (!old.has(key))
      list.add('non-breaking', 'response-added', below(position, 'responses', status), status);
}

/** Compares links, which suggest further requests. They change neither requests nor responses. */
function compareLinks(comparison: Comparison, before: Json, after: Json, position: DirectedPosition): void {
  const { list } = comparison;
  const [old, now] = [recordOf(before.links), recordOf(after.links)];
  for (const name of new Set([...Object.keys(old), ...Object.keys(now)])) {
    const there = below(position, 'links', name);
    if (!Object.hasOwn(now, name)) list.add('non-breaking', 'link-removed', there, name);
    else if (!Object.hasOwn(old, name)) list.add('non-breaking', 'link-added', there, name);
    else {
      const { description, ...one } = resolve(comparison.before, old[name]);
      const { description: text, ...other } = resolve(comparison.after, now[name]);
      if (!isSame(one, other)) list.add('non-breaking', 'link-changed', there, name);
      if (description !== text) list.add('documentation', 'text-changed', below(there, 'description'), name);
    }
  }
}
