import { cutText } from '../content/documents/limits.ts';
import { resolveReference, type Target } from './file-references.ts';
import { findValue, writePointer } from './json-pointer.ts';
import { copyOf } from './read-source.ts';
import { isObject, type ReferableKind, type Reference, walkReferences } from './spec-grammar.ts';
import type { ValuePath } from './spec-problem.ts';

interface UnresolvedReference {
  ref: string;
  file: string;
  /** In the file, if it is the entry. */
  path: ValuePath | undefined;
}

/** Where each kind is kept that other files hold: in the components, or at the root of the version 2.0. */
const COMPONENTS: Record<Exclude<ReferableKind, 'pathItem'>, string> = {
  schema: 'schemas',
  parameter: 'parameters',
  response: 'responses',
  requestBody: 'requestBodies',
  header: 'headers',
  example: 'examples',
  link: 'links',
  callback: 'callbacks',
  securityScheme: 'securitySchemes',
  mediaType: 'mediaTypes',
};
const ROOT_LISTS: Partial<Record<ReferableKind, string>> = {
  schema: 'definitions',
  parameter: 'parameters',
  response: 'responses',
};
/** How often a path may refer to another. */
const MAX_PATH_HOPS = 10;
const MAX_NAME = 200;

/**
 * Makes one file of several: what the entry refers to in other files becomes a component of it, once for each target,
 * so that references in circles stay references. Paths are put where they are referred to. Changes the entry.
 */
export function bundleFiles(entry: string, files: ReadonlyMap<string, unknown>): UnresolvedReference[] {
  const root = files.get(entry) as Record<string, unknown>;
  const unresolved: UnresolvedReference[] = [];
  const local = new Map<string, string>();
  const chooseName = createChooseName();
  const waiting: { value: unknown; kind: ReferableKind | 'root'; base: string; hops: number }[] = [
    { value: root, kind: 'root', base: entry, hops: 0 },
  ];

  /** What a reference says from now on; undefined if its target is missing. */
  function move({ ref, kind }: Reference & { kind: Exclude<ReferableKind, 'pathItem'> }, target: Target) {
    const path = target.path ?? [];
    const name = `${kind} ${target.file}#${writePointer(path)}`;
    const known = local.get(name);
    if (known !== undefined) return known;
    const value = target.path && findValue(files.get(target.file), path);
    if (value === undefined) return undefined;
    const container = containerOf(root, kind);
    const key = chooseName(container, path.at(-1) ?? nameOfFile(target.file) ?? ref);
    const copy = copyOf(value);
    container.values[key] = copy;
    const moved = `#${writePointer([...container.path, key])}`;
    local.set(name, moved);
    waiting.push({ value: copy, kind, base: target.file, hops: 0 });
    return moved;
  }

  for (let part = waiting.pop(); part; part = waiting.pop()) {
    const { base } = part;
    // Listed first: what is moved into the root is visited by itself.
    for (const reference of [...walkReferences(part.value, part.kind)]) {
      const { ref, holder, kind } = reference;
      const target = resolveReference(ref, base);
      if (target?.file === entry) {
        if (base !== entry) holder.$ref = `#${writePointer(target.path ?? [])}`;
        continue;
      }
      const miss = (): void => {
        unresolved.push({ ref, file: base, path: base === entry ? reference.path : undefined });
      };
      if (!target) miss();
      else if (kind === 'pathItem') {
        const value = target.path && findValue(files.get(target.file), target.path);
        if (!isObject(value) || part.hops >= MAX_PATH_HOPS) {
          miss();
          continue;
        }
        const { $ref: _, ...own } = holder;
        delete holder.$ref;
        const item = { ...copyOf(value), ...own };
        Object.assign(holder, item);
        waiting.push({ value: holder, kind, base: target.file, hops: part.hops + 1 });
      } else {
        const moved = move({ ...reference, kind }, target);
        if (moved === undefined) miss();
        else holder.$ref = moved;
      }
    }
  }
  return unresolved;
}

function containerOf(
  root: Record<string, unknown>,
  kind: Exclude<ReferableKind, 'pathItem'>,
): { values: Record<string, unknown>; path: string[] } {
  const path = 'swagger' in root ? [ROOT_LISTS[kind] ?? 'definitions'] : ['components', COMPONENTS[kind]];
  let values = root;
  for (const key of path) {
    if (!isObject(values[key])) values[key] = {};
    values = values[key] as Record<string, unknown>;
  }
  return { values, path };
}

const nameOfFile = (file: string): string | undefined =>
  new URL(file).pathname
    .split('/')
    .at(-1)
    ?.replace(/\.(?:json|ya?ml)$/i, '');

/** Chooses names that components may have and none of them has. */
function createChooseName() {
  const last = new Map<string, number>();
  return ({ values, path }: { values: Record<string, unknown>; path: string[] }, wanted: string): string => {
    const clean = cutText(wanted.replace(/[^A-Za-z0-9._-]/g, '_'), MAX_NAME) || 'Component';
    const base = clean === '__proto__' ? 'Component' : clean;
    const counted = [...path, base].join('/');
    // Counted on, because a spec may have very many of one name.
    for (let number = (last.get(counted) ?? 0) + 1; ; number += 1) {
      const name = number === 1 ? base : `${base}_${number}`;
      last.set(counted, number);
      if (!Object.hasOwn(values, name)) return name;
    }
  };
}
