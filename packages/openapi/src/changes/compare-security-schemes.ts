import { writeJson } from '../numbers/json-text.ts';
import { isSame, type Json, recordOf, resolve, withSortedKeys } from '../resolve.ts';
import { below, type ChangeList } from './change-list.ts';
import { pairByLikeness } from './pair-by-likeness.ts';

const schemesOf = (spec: Json): Map<string, Json> =>
  new Map(
    Object.entries(recordOf(recordOf(spec.components).securitySchemes)).map(([name, scheme]) => [
      name,
      resolve(spec, scheme),
    ]),
  );

/** Finds the schemes that have another name in the later version. */
export function findRenamedSchemes(before: Json, after: Json): ReadonlyMap<string, string> {
  const [old, now] = [schemesOf(before), schemesOf(after)];
  const listOthers = (schemes: Map<string, Json>, others: Map<string, Json>) =>
    [...schemes].filter(([name]) => !others.has(name));
  const contentOf = ([, scheme]: [string, Json]): string[] => [writeJson(withSortedKeys(scheme))];
  const { pairs } = pairByLikeness(listOthers(old, now), listOthers(now, old), [[contentOf, contentOf]]);
  return new Map(pairs.map(([[name], [newName]]) => [name, newName]));
}

export function compareSecuritySchemes(
  list: ChangeList,
  before: Json,
  after: Json,
  renamed: ReadonlyMap<string, string>,
): void {
  const [old, now] = [schemesOf(before), schemesOf(after)];
  const known = new Set([...old.keys(), ...renamed.values()]);
  const placeOf = (name: string) => ({ path: ['components', 'securitySchemes', name] });
  for (const [name, scheme] of old) {
    const found = now.get(name);
    if (found) compareScheme(list, scheme, found, name);
    else if (!renamed.has(name)) list.add('breaking', 'security-scheme-removed', placeOf(name), name);
  }
  for (const name of now.keys())
    if (!known.has(name)) list.add('non-breaking', 'security-scheme-added', placeOf(name), name);
}

function compareScheme(list: ChangeList, before: Json, after: Json, name: string): void {
  const position = { path: ['components', 'securitySchemes', name] };
  if (!isSame(withoutText(before), withoutText(after)))
    list.add('breaking', 'security-scheme-changed', position, name);
  for (const keyword of ['description', 'bearerFormat'])
    if (before[keyword] !== after[keyword])
      list.add('documentation', 'text-changed', below(position, keyword), name);
  const [old, now] = [recordOf(before.flows), recordOf(after.flows)];
  for (const flow of new Set([...Object.keys(old), ...Object.keys(now)])) {
    const there = below(position, 'flows', flow);
    const [one, other] = [recordOf(old[flow]), recordOf(now[flow])];
    if (!Object.hasOwn(now, flow)) list.add('breaking', 'security-scheme-changed', there, name);
    else if (!Object.hasOwn(old, flow)) list.add('non-breaking', 'security-scheme-changed', there, name);
    else {
      const { scopes, ...urls } = one;
      const { scopes: otherScopes, ...otherUrls } = other;
      if (!isSame(urls, otherUrls)) list.add('breaking', 'security-scheme-changed', there, name);
      compareScopes(list, recordOf(scopes), recordOf(otherScopes), below(there, 'scopes'));
    }
  }
}

/** A scheme without its flows and texts; names of HTTP schemes have no case. */
function withoutText({ description: _, bearerFormat: __, flows: ___, scheme, ...rest }: Json): Json {
  return { ...rest, ...(scheme !== undefined && { scheme: String(scheme).toLowerCase() }) };
}

function compareScopes(
  list: ChangeList,
  before: Json,
  after: Json,
  position: { path: readonly string[] },
): void {
  for (const scope of new Set([...Object.keys(before), ...Object.keys(after)])) {
    const there = below(position, scope);
    if (!Object.hasOwn(after, scope)) list.add('breaking', 'scope-removed', there, scope);
    else if (!Object.hasOwn(before, scope)) list.add('non-breaking', 'scope-added', there, scope);
    else if (before[scope] !== after[scope]) list.add('documentation', 'text-changed', there, scope);
  }
}
