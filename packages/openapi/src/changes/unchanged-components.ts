import { findValue, readPointer } from '../json-pointer.ts';
import { isSame, type Json } from '../resolve.ts';
import { extensionsOf, readMapping } from '../schema-variants.ts';
import { isObject } from '../spec-grammar.ts';

/** Tells what is the same in both versions. */
export interface UnchangedParts {
  /** Whether two schemas are written alike, and refer only to what is the same in both versions. */
  isSame(one: unknown, other: unknown): boolean;
}

/**
 * Finds what is the same in both versions, including everything that it refers to. Most operations of a new version
 * refer only to unchanged parts and need no comparison.
 */
export function findUnchanged(before: Json, after: Json): UnchangedParts {
  const isUnchanged = findUnchangedTargets(before, after);
  return {
    isSame: (one, other) => isSame(one, other) && [...listRefs(one)].every(isUnchanged),
  };
}

/** Tells whether the target of a reference is the same in both versions. */
function findUnchangedTargets(before: Json, after: Json): (ref: string) => boolean {
  const states = new Map<string, { isSame: boolean; refs: Set<string> }>();
  const waiting: string[] = [];
  const visit = (ref: string): void => {
    if (states.has(ref)) return;
    const path = ref.startsWith('#') ? readPointer(ref.slice(1)) : undefined;
    const [one, other] = [path && findValue(before, path), path && findValue(after, path)];
    const isEqual = one !== undefined && isSame(one, other);
    const refs = isEqual ? listRefs(one) : new Set<string>();
    // Schemas that extend one with a discriminator are its variants.
    if (isObject(one) && one.discriminator !== undefined)
      for (const spec of [before, after]) for (const to of extensionsOf(spec).get(ref) ?? []) refs.add(to);
    states.set(ref, { isSame: isEqual, refs });
    waiting.push(ref);
  };
  const changed = new Set<string>();
  const settle = (ref: string): void => {
    visit(ref);
    const found: string[] = [];
    for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
      found.push(next);
      for (const to of states.get(next)?.refs ?? []) visit(to);
    }
    const users = new Map<string, string[]>();
    for (const from of found)
      for (const to of states.get(from)?.refs ?? []) {
        const known = users.get(to);
        if (known) known.push(from);
        else users.set(to, [from]);
      }
    const spreading = found.filter((one) => !states.get(one)?.isSame);
    // Results that were determined earlier may be used by new ones.
    for (const to of users.keys()) if (changed.has(to)) spreading.push(to);
    for (let next = spreading.pop(); next !== undefined; next = spreading.pop()) {
      changed.add(next);
      for (const user of users.get(next) ?? []) if (!changed.has(user)) spreading.push(user);
    }
  };
  return (ref) => {
    if (!states.has(ref)) settle(ref);
    return !changed.has(ref);
  };
}

/** The references in a value, without recursion: specs may be nested deeply. */
function listRefs(value: unknown): Set<string> {
  const refs = new Set<string>();
  const stack = [value];
  while (stack.length > 0) {
    const next = stack.pop();
    if (Array.isArray(next)) stack.push(...next);
    else if (isObject(next)) {
      if (typeof next.$ref === 'string') refs.add(next.$ref);
      if (isObject(next.discriminator))
        for (const ref of readMapping(next.discriminator.mapping).values()) refs.add(ref);
      for (const key of Object.keys(next)) stack.push(next[key]);
    }
  }
  return refs;
}
