import { findTarget, type Json, listOf, recordOf, refOf } from './resolve.ts';
import { isObject, listParts } from './spec-grammar.ts';

const MARKS = ['x-internal', 'x-gitbook-ignore'];
const MAX_HOPS = 10;

/** Whether a text may hide something: most specs do not, and need not be searched. */
export const mayHide = (json: string): boolean => MARKS.some((mark) => json.includes(`"${mark}"`));

/**
 * Removes from a spec what its authors keep for themselves: what is marked as internal, and references to it. An
 * operation is hidden, too, if all of its tags are. Changes the spec.
 */
export function hideInternal(spec: Json): void {
  const isHidden = (value: unknown): boolean => {
    let found = value;
    for (let hop = 0; hop < MAX_HOPS && isObject(found); hop += 1) {
      const part = found;
      if (MARKS.some((mark) => part[mark] === true)) return true;
      const ref = refOf(part);
      found = ref === undefined ? undefined : findTarget(spec, ref);
    }
    return false;
  };
  const tags = listOf(spec.tags).filter(isHidden);
  const hiddenTags = new Set(tags.map((tag) => recordOf(tag).name));
  if (hiddenTags.size > 0) spec.tags = listOf(spec.tags).filter((tag) => !isHidden(tag));
  const isOfHiddenTags = (value: unknown): boolean => {
    const names = listOf(recordOf(value).tags);
    return names.length > 0 && names.every((name) => hiddenTags.has(name));
  };
  // What is hidden is found first: a reference to it is hidden, whatever is removed before.
  const removals: (() => void)[] = [];
  for (const { parent, holder, key, value, kind } of listParts(spec)) {
    if (kind === 'server') fillHidden(value, isHidden);
    if (!isHidden(value) && !(kind === 'operation' && isOfHiddenTags(value))) continue;
    removals.push(() => {
      removeFrom(holder, key, value);
      if (parent.properties === holder && Array.isArray(parent.required))
        parent.required = parent.required.filter((name) => name !== key);
    });
  }
  for (const remove of removals) remove();
}

/** Variables that are hidden have their defaults in the address: without them, nobody could use it. */
function fillHidden(server: Json, isHidden: (variable: unknown) => boolean): void {
  const variables = recordOf(server.variables);
  for (const [name, variable] of Object.entries(variables)) {
    if (!isHidden(variable)) continue;
    const value = recordOf(variable).default;
    if (typeof server.url === 'string')
      server.url = server.url.replaceAll(`{${name}}`, () => String(value ?? ''));
    delete variables[name];
  }
}

function removeFrom(holder: Json | unknown[], key: string, value: unknown): void {
  if (!Array.isArray(holder)) {
    delete holder[key];
    return;
  }
  const position = holder.indexOf(value);
  if (position >= 0) holder.splice(position, 1);
}
