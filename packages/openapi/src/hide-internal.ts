import { hideNames, hideVariants, withoutName } from './hide-names.ts';
import { listValueRemovals } from './hide-values.ts';
import { findTarget, type Json, listOf, recordOf, refOf } from './resolve.ts';
import { isObject, listParts } from './spec-grammar.ts';

const MARKS = ['x-internal', 'x-gitbook-ignore'];
const MAX_HOPS = 10;

/** Whether a spec may have marks. Most specs have none and need not be searched. */
export const mayHide = (json: string): boolean => MARKS.some((mark) => json.includes(`"${mark}"`));

/**
 * Removes the internal parts of a spec: everything that is marked as internal, and everything that refers to it. An
 * operation is removed, too, if all of its tags are. Changes the spec.
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
  const tags = new Set(
    listOf(spec.tags)
      .filter(isHidden)
      .map((tag) => recordOf(tag).name),
  );
  const isOfHiddenTags = (value: unknown): boolean => {
    const names = listOf(recordOf(value).tags);
    return names.length > 0 && names.every((name) => tags.has(name));
  };
  // All hidden parts are found before any is removed, because references to them are hidden, too.
  const removals: (() => void)[] = [];
  const hidden = new Set<unknown>();
  const fields = new Set<string>();
  const schemes = new Set<string>();
  for (const { kind, value, parent, holder, key, list } of listParts(spec)) {
    if (kind === 'server') fillHidden(value, isHidden);
    if (kind === 'schema') hideVariants(value, isHidden);
    const isWithin = hidden.has(parent);
    if (!isWithin && !isHidden(value) && !(kind === 'operation' && isOfHiddenTags(value))) continue;
    const isField = parent.properties === holder;
    if (isField) fields.add(key);
    hidden.add(value);
    if (!isWithin) {
      if (kind === 'securityScheme') schemes.add(key);
      removals.push(() => {
        // Those after it keep their positions.
        if (Array.isArray(holder) && (list === 'prefixItems' || list === 'prefixEncoding'))
          holder[holder.indexOf(value)] = {};
        else removeFrom(holder, key, value);
        if (isField) parent.required = withoutName(parent.required, key);
        if (parent.required === undefined) delete parent.required;
      });
    }
  }
  if (removals.length === 0) return;
  const values = listValueRemovals(spec, isHidden);
  const names = hideNames(spec, { hidden, tags, schemes, fields });
  // Values first: what replaces a shared example may itself be hidden.
  for (const remove of [...values, ...removals, ...names]) remove();
}

/** Puts the defaults of hidden variables into the address, which nobody could use without them. */
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
