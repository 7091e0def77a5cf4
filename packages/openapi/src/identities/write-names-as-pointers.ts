import { parseUrl } from '@lectern/std/parse-url';
import { writePointer } from '../json-pointer.ts';
import { type Json, listOf, recordOf } from '../resolve.ts';
import { isObject, listParts } from '../spec-grammar.ts';
import {
  NAMES,
  type Place,
  RECURSIVE,
  REFERENCES,
  SchemaIndex,
  type SchemaReference,
  type Unit,
} from './index-schemas.ts';

/** The maximum number of values that are copied for schemas that mean something else in another scope. */
const MAX_COPIED = 200_000;

/** The schemas that dynamic anchors lead to, by their names: those of the outermost schema. */
type Scope = ReadonlyMap<string, Place>;

/** A unit as it is within a scope: the unit itself, or a copy of it. */
interface Instance {
  unit: Unit;
  scope: Scope;
  /** Where it is. */
  place: Place;
  /** The number of the copy; 0 for the unit itself. */
  number: number;
  /** The instance that has the copy among its definitions. */
  host: Instance | undefined;
  copies: Map<string, Instance>;
}

/**
 * Rewrites references by `$anchor`, `$dynamicRef` and `$id` as JSON pointers, which is how everything that reads specs
 * follows them. A schema that means something else in the scope of another one, such as a list of `T`, is copied into
 * the definitions of that one. What leads nowhere stays as it is. Changes the files; returns the copies, and whether
 * some were left out.
 */
export function writeNamesAsPointers(
  files: ReadonlyMap<string, unknown>,
  isUnreadable: (url: string) => boolean,
): { copies: readonly Place[]; isCut: boolean } {
  const index = new SchemaIndex(files);
  const scopes = new ScopedSchemas(index, isUnreadable);
  scopes.readAll();
  scopes.write();
  for (const { holder, key, file, base } of index.others) {
    const ref = holder[key] as string;
    const target = ref.startsWith('#') ? undefined : index.findPart(ref, base);
    if (target) holder[key] = writeReference(target, file);
  }
  return { copies: scopes.copies, isCut: scopes.isCut };
}

class ScopedSchemas {
  readonly copies: Place[] = [];
  isCut = false;
  readonly #index: SchemaIndex;
  readonly #isUnreadable: (url: string) => boolean;
  readonly #needs: ReadonlyMap<Unit, ReadonlySet<string>>;
  readonly #instances = new Map<string, Instance>();
  readonly #originals = new Map<Unit, Instance>();
  readonly #waiting: Instance[] = [];
  /** The references of each instance, by the schemas that have them. */
  readonly #written = new Map<Instance, Map<Json, WrittenReference[]>>();
  readonly #ids = new Map<string, number>();
  #left = MAX_COPIED;

  constructor(index: SchemaIndex, isUnreadable: (url: string) => boolean) {
    this.#index = index;
    this.#isUnreadable = isUnreadable;
    this.#needs = listNeeds(index);
    for (const unit of index.units) {
      const around = unit.around && this.#originals.get(unit.around);
      this.#originals.set(unit, {
        unit,
        scope: around ? extend(around.scope, unit) : unit.dynamic,
        place: unit,
        number: 0,
        host: undefined,
        copies: new Map(),
      });
    }
  }

  /** Finds out where each reference leads, in each scope. Nothing changes before all is known. */
  readAll(): void {
    this.#waiting.push(...this.#originals.values());
    for (let instance = this.#waiting.pop(); instance; instance = this.#waiting.pop())
      this.#readWithin(instance, instance.unit, instance.scope);
  }

  /** Copies contain the units that are nested in theirs; the nested units themselves are read on their own. */
  #readWithin(instance: Instance, unit: Unit, scope: Scope): void {
    const written = this.#written.get(instance) ?? new Map<Json, WrittenReference[]>();
    this.#written.set(instance, written);
    for (const reference of unit.references) {
      const known = written.get(reference.holder) ?? [];
      known.push({ ...reference, ref: this.#follow(reference, { instance, unit, scope }) });
      written.set(reference.holder, known);
    }
    if (instance.number > 0)
      for (const inner of unit.inner) this.#readWithin(instance, inner, extend(scope, inner));
  }

  #follow(
    { keyword, ref }: SchemaReference,
    { instance, unit, scope }: { instance: Instance; unit: Unit; scope: Scope },
  ): string {
    const found = findStatic(this.#index, unit, { keyword, ref });
    const target = DYNAMIC.has(keyword) ? this.#findInScope(found, { keyword, ref }, scope) : found;
    // Many schemas with `$id` have references that are relative to the file.
    if (!target) {
      const inFile = this.#index.findPart(ref, unit.file);
      if (inFile) return writeReference(inFile, instance.place.file);
      return this.#otherAddress(ref, unit) ?? ref;
    }
    const inner = this.#index.unitAt(target);
    if (!inner) return writeReference(target, instance.place.file);
    const { place, number } = this.#instanceOf(inner, scope, instance);
    const isAsBefore = number === 0 && instance.number === 0 && unit.resource.path.length === 0;
    if (isAsBefore && ref.startsWith('#/')) return ref;
    const path = [...place.path, ...target.path.slice(inner.path.length)];
    return writeReference({ file: place.file, path }, instance.place.file);
  }

  /** The schema that the outermost one has for a dynamic anchor, unless the reference leads to something else. */
  #findInScope(found: Place | undefined, reference: Named, scope: Scope): Place | undefined {
    if (!reference.ref.includes('#')) return found;
    const name = nameOf(reference);
    const isDynamic = !found || isSame(this.#index.unitAt(found)?.dynamic.get(name), found);
    return isDynamic ? (scope.get(name) ?? found) : found;
  }

  /** The address by `$id` of a file that is not where the file with the reference is. */
  #otherAddress(ref: string, { base, file }: Unit): string | undefined {
    if (ref.startsWith('#') || base === file || !/^https?:/.test(base)) return undefined;
    const [beside, own] = [file, base].map((from) => parseUrl(ref, from));
    if (!own || !beside) return undefined;
    beside.hash = '';
    return this.#isUnreadable(beside.href) ? own.href : undefined;
  }

  #instanceOf(unit: Unit, outer: Scope, host: Instance): Instance {
    const original = this.#originals.get(unit) as Instance;
    const needs = this.#needs.get(unit);
    const scope = new Map(
      [...outer].filter(([name, place]) => needs?.has(name) && !isSame(original.scope.get(name), place)),
    );
    if (scope.size === 0) return original;
    const key = [unit, ...scope.values()].map((place) => this.#idOf(place)).join(' ') + [...scope.keys()];
    const known = this.#instances.get(key);
    if (known) return known;
    this.#left -= countValues(unit.value);
    if (this.#left < 0) {
      this.isCut = true;
      return original;
    }
    const name = chooseName(host, unit);
    const copy: Instance = {
      unit,
      scope: extend(scope, unit),
      place: { file: host.place.file, path: [...host.place.path, '$defs', name] },
      number: this.#instances.size + 1,
      host,
      copies: new Map(),
    };
    host.copies.set(name, copy);
    this.#instances.set(key, copy);
    this.copies.push(copy.place);
    this.#waiting.push(copy);
    return copy;
  }

  #idOf({ file, path }: Place): number {
    const name = `${file}#${writePointer(path)}`;
    const id = this.#ids.get(name) ?? this.#ids.size;
    this.#ids.set(name, id);
    return id;
  }

  write(): void {
    const made = new Map<Instance, Json>();
    for (const instance of this.#instances.values()) made.set(instance, this.#copy(instance));
    for (const [unit, instance] of this.#originals)
      for (const part of listParts(unit.value, 'schema')) {
        if (part.kind !== 'schema' || this.#index.unitOf.get(part.value) !== unit) continue;
        writeReferences(part.value, this.#written.get(instance)?.get(part.value));
      }
    for (const instance of [...this.#originals.values(), ...this.#instances.values()]) {
      if (instance.copies.size === 0) continue;
      const holder = instance.number === 0 ? instance.unit.value : (made.get(instance) as Json);
      holder.$defs = {
        ...recordOf(holder.$defs),
        ...Object.fromEntries([...instance.copies].map(([name, copy]) => [name, made.get(copy)])),
      };
    }
  }

  /** A copy of a unit, with the references of its scope. */
  #copy(instance: Instance): Json {
    const written = this.#written.get(instance);
    const copyOf = (value: unknown): unknown => {
      if (Array.isArray(value)) return value.map(copyOf);
      if (!isObject(value)) return value;
      const copy = Object.fromEntries(Object.entries(value).map(([key, child]) => [key, copyOf(child)]));
      if (this.#index.unitOf.has(value)) {
        // Definitions with an address are copied on their own where they are needed.
        for (const key of ['$defs', 'definitions'])
          for (const [name, child] of Object.entries(recordOf(value[key])))
            if (isObject(child) && this.#index.unitOf.get(child)?.value === child)
              delete recordOf(copy[key])[name];
        writeReferences(copy, written?.get(value));
      }
      return copy;
    };
    return copyOf(instance.unit.value) as Json;
  }
}

type WrittenReference = Omit<SchemaReference, 'holder'>;
type Named = Pick<SchemaReference, 'keyword' | 'ref'>;

const DYNAMIC = new Set<string>(['$dynamicRef', '$recursiveRef']);

const nameOf = ({ keyword, ref }: Named): string =>
  keyword === '$recursiveRef' ? RECURSIVE : ref.slice(ref.indexOf('#') + 1);

/** Where a reference leads in no scope. A whole spec is no schema that could be repeated. */
const findStatic = (index: SchemaIndex, unit: Unit, { keyword, ref }: Named): Place | undefined =>
  keyword === '$recursiveRef' && unit.resource.path.length === 0 ? unit : index.find(unit, ref);

const extend = (scope: Scope, { dynamic }: Unit): Scope => new Map([...dynamic, ...scope]);

const isSame = (one: Place | undefined, other: Place): boolean =>
  one?.file === other.file &&
  one.path.length === other.path.length &&
  one.path.every((key, n) => key === other.path[n]);

/** The names of dynamic anchors on which the meaning of each unit depends. */
function listNeeds(index: SchemaIndex): ReadonlyMap<Unit, ReadonlySet<string>> {
  const needs = new Map<Unit, Set<string>>();
  const users = new Map<Unit, Set<Unit>>();
  const waiting: [unit: Unit, name: string][] = [];
  const withName = new Map<string, Unit[]>();
  for (const unit of index.units)
    for (const name of unit.dynamic.keys()) withName.set(name, [...(withName.get(name) ?? []), unit]);
  if (withName.size === 0) return needs;
  const use = (user: Unit, used: Unit | undefined): void => {
    if (used && used !== user) users.set(used, (users.get(used) ?? new Set()).add(user));
  };
  for (const unit of index.units) {
    if (unit.around) use(unit.around, unit);
    for (const reference of unit.references) {
      const found = findStatic(index, unit, reference);
      if (found) use(unit, index.unitAt(found));
      if (!DYNAMIC.has(reference.keyword)) continue;
      const name = nameOf(reference);
      waiting.push([unit, name]);
      for (const other of withName.get(name) ?? []) use(unit, other);
    }
  }
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    const [unit, name] = next;
    const known = needs.get(unit) ?? new Set();
    if (known.has(name)) continue;
    needs.set(unit, known.add(name));
    for (const user of users.get(unit) ?? []) waiting.push([user, name]);
  }
  return needs;
}

/** Puts references into a schema. Beside each other, all hold. */
function writeReferences(schema: Json, written: readonly WrittenReference[] = []): void {
  for (const name of NAMES) {
    const value = schema[name];
    if (typeof value === 'string' || typeof value === 'boolean') delete schema[name];
  }
  const isMapped = ({ keyword }: WrittenReference): boolean => /mapping$/i.test(keyword);
  const mapped = written.filter(isMapped);
  if (mapped.length > 0) {
    const { mapping, ...discriminator } = recordOf(schema.discriminator);
    const inMapping = mapped.filter(({ keyword }) => keyword === 'mapping');
    schema.discriminator = {
      ...discriminator,
      ...(isObject(mapping) && {
        mapping: { ...mapping, ...Object.fromEntries(inMapping.map(({ value, ref }) => [value, ref])) },
      }),
      ...Object.fromEntries(
        mapped.flatMap(({ keyword, ref }) => (keyword === 'mapping' ? [] : [[keyword, ref]])),
      ),
    };
  }
  const [first, ...others] = written.filter((one) => !isMapped(one)).map(({ ref }) => ref);
  if (first === undefined) return;
  for (const name of REFERENCES) if (typeof schema[name] === 'string') delete schema[name];
  schema.$ref = first;
  if (others.length > 0) schema.allOf = [...listOf(schema.allOf), ...others.map((ref) => ({ $ref: ref }))];
}

/** The name of a copy: that of its unit, which readers know. */
function chooseName({ unit: host, copies }: Instance, { path, file }: Unit): string {
  const wanted = path.at(-1) ?? parseUrl(file)?.pathname.split('/').at(-1) ?? 'schema';
  const isTaken = (name: string): boolean =>
    Object.hasOwn(recordOf(host.value.$defs), name) || copies.has(name);
  let name = wanted;
  for (let n = 2; isTaken(name); n += 1) name = `${wanted}_${n}`;
  return name;
}

function countValues(root: unknown): number {
  let count = 0;
  const open = [root];
  while (open.length > 0) {
    const value = open.pop();
    count += 1;
    if (typeof value === 'object' && value !== null) open.push(...Object.values(value));
  }
  return count;
}

const writeReference = ({ file, path }: Place, from: string): string =>
  `${file === from ? '' : file}#${writePointer(path).replaceAll('%', '%25')}`;
