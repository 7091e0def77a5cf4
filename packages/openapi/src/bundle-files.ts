import { cutText } from '@lectern/std/cut-text';
import { isFileName, resolveReference, type Target } from './file-references.ts';
import { findValue, writePointer } from './json-pointer.ts';
import { copyOf } from './numbers/json-text.ts';
import {
  isObject,
  listParts,
  pathOf,
  type ReferableKind,
  type Reference,
  walkReferences,
} from './spec-grammar.ts';
import type { ValuePath } from './spec-problem.ts';

interface UnresolvedReference {
  ref: string;
  file: string;
  /** The path in the file, if the file is the entry. */
  path: ValuePath | undefined;
}

/** The place for parts of other files, by their kind: in the components, or at the root in version 2.0. */
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
/** The maximum length of a chain of references between paths. */
const MAX_PATH_HOPS = 10;
const MAX_NAME = 200;

/**
 * Bundles several files into one: each part of another file that the entry refers to becomes a component of the entry,
 * once for each target, so that circular references remain references. Paths replace the references to them. Changes
 * the entry.
 */
export function bundleFiles(entry: string, files: ReadonlyMap<string, unknown>): UnresolvedReference[] {
  const root = files.get(entry) as Record<string, unknown>;
  const unresolved: UnresolvedReference[] = [];
  const local = new Map<string, string>();
  const chooseName = createChooseName();
  const waiting: { value: unknown; kind: ReferableKind | 'root'; base: string; hops: number }[] = [
    { value: root, kind: 'root', base: entry, hops: 0 },
  ];

  /**
   * Moves the target of a reference to the components and returns the new reference; undefined if the target is
   * missing.
   */
  function move(
    { ref, kind }: Pick<Reference, 'ref'> & { kind: Exclude<ReferableKind, 'pathItem'> },
    target: Target,
  ) {
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

  /** Moves the schemas in files that a discriminator names. Those that cannot be found stay names. */
  function moveVariants({ discriminator }: Record<string, unknown>, base: string): void {
    const mapping = isObject(discriminator) ? discriminator.mapping : undefined;
    if (!isObject(mapping)) return;
    for (const [value, ref] of Object.entries(mapping)) {
      if (typeof ref !== 'string' || !(isFileName(ref) || (ref.startsWith('#') && base !== entry))) continue;
      const target = resolveReference(ref, base);
      if (target?.file === entry) mapping[value] = `#${writePointer(target.path ?? [])}`;
      else if (target) mapping[value] = move({ ref, kind: 'schema' }, target) ?? ref;
    }
  }

  for (let part = waiting.pop(); part; part = waiting.pop()) {
    const { base } = part;
    if (isObject(part.value))
      for (const { kind, value } of [...listParts(part.value, part.kind)])
        if (kind === 'schema') moveVariants(value, base);
    // Listed first, because parts that are moved into the root are visited on their own.
    for (const reference of [...walkReferences(part.value, part.kind)]) {
      const { ref, holder, kind } = reference;
      const target = resolveReference(ref, base);
      if (target?.file === entry) {
        if (base !== entry) holder.$ref = `#${writePointer(target.path ?? [])}`;
        continue;
      }
      const miss = (): void => {
        unresolved.push({ ref, file: base, path: base === entry ? pathOf(reference.part) : undefined });
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

/** Chooses valid names for components that are not in use. */
function createChooseName() {
  const last = new Map<string, number>();
  return ({ values, path }: { values: Record<string, unknown>; path: string[] }, wanted: string): string => {
    const clean = cutText(wanted.replace(/[^A-Za-z0-9._-]/g, '_'), MAX_NAME) || 'Component';
    const base = clean === '__proto__' ? 'Component' : clean;
    const counted = [...path, base].join('/');
    // The numbers continue from the last one, because a spec may have very many parts with one name.
    for (let number = (last.get(counted) ?? 0) + 1; ; number += 1) {
      const name = number === 1 ? base : `${base}_${number}`;
      last.set(counted, number);
      if (!Object.hasOwn(values, name)) return name;
    }
  };
}
