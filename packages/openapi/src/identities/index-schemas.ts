import { parseUrl } from '@lectern/std/parse-url';
import { isFileName } from '../file-references.ts';
import { findValue, readPointer } from '../json-pointer.ts';
import { type Json, recordOf } from '../resolve.ts';
import { isObject, isSchemaKeyword, listParts, pathOf, type SpecPart } from '../spec-grammar.ts';

/** A place in one of the files of a spec. */
export interface Place {
  file: string;
  path: readonly string[];
}

/** A schema with what is nested in it, up to schemas with an address of their own. */
export interface Unit extends Place {
  value: Json;
  /** The address to which references in it are relative. */
  base: string;
  /** Where JSON pointers in it begin. */
  resource: Place;
  anchors: Map<string, Place>;
  /** The anchors that schemas around it may replace. */
  dynamic: Map<string, Place>;
  references: SchemaReference[];
  /** The units in it, other than its definitions. */
  inner: Unit[];
  /** The unit around it, if its values have to be valid against both. */
  around: Unit | undefined;
}

export interface SchemaReference {
  holder: Json;
  /** A value of a discriminator's `mapping` is beside its keyword. */
  keyword: 'mapping' | 'defaultMapping' | (typeof REFERENCES)[number];
  value: string;
  ref: string;
}

/** Any other reference, such as one to a parameter. */
interface OtherReference {
  holder: Json;
  key: string;
  file: string;
  base: string;
}

export const RECURSIVE = '';
/** Keywords that name a schema, and say nothing of values. */
export const NAMES = ['$id', '$anchor', '$dynamicAnchor', '$recursiveAnchor'] as const;
export const REFERENCES = ['$ref', '$dynamicRef', '$recursiveRef'] as const;
/** Keys whose values are data, in files of which nothing is known. */
const DATA = new Set(['example', 'examples', 'default', 'const', 'enum', 'value']);

/** The schemas of all files of a spec, by their addresses and anchors. */
export class SchemaIndex {
  readonly units: Unit[] = [];
  readonly others: OtherReference[] = [];
  readonly unitOf = new Map<object, Unit>();
  /** The places with an address: files, and schemas with `$id`. */
  readonly #places = new Map<string, Place>();
  readonly #anchors = new Map<string, Place>();
  readonly #files: ReadonlyMap<string, unknown>;

  constructor(files: ReadonlyMap<string, unknown>) {
    this.#files = files;
    for (const file of files.keys()) this.#places.set(file, { file, path: [] });
    for (const [file, value] of files) {
      const self = isObject(value) && isSpec(value) && typeof value.$self === 'string' ? value.$self : '';
      const base = addressOf(self, file) ?? file;
      if (!this.#places.has(base)) this.#places.set(base, { file, path: [] });
      if (isObject(value) && isSpec(value)) this.#addParts(listParts(value), { file, base, prefix: [] });
      else this.#addUnknown(value, { file, base });
    }
  }

  /** Adds the schemas of a file of which nothing is known but its values. */
  #addUnknown(root: unknown, { file, base }: { file: string; base: string }): void {
    const open: { value: unknown; path: string[] }[] = [{ value: root, path: [] }];
    for (let place = open.pop(); place; place = open.pop()) {
      const { value, path } = place;
      if (isObject(value) && Object.keys(value).some(isSchemaKeyword))
        this.#addParts(listParts(value, 'schema'), { file, base, prefix: path });
      else if (typeof value === 'object' && value !== null)
        for (const [key, child] of Object.entries(value))
          if (!DATA.has(key)) open.push({ value: child, path: [...path, key] });
    }
  }

  #addParts(
    parts: Iterable<SpecPart>,
    { file, base, prefix }: { file: string; base: string; prefix: readonly string[] },
  ): void {
    const document: Place = { file, path: [] };
    for (const part of parts) {
      const { kind, value } = part;
      if (kind !== 'schema') {
        const key = kind === 'link' && typeof value.operationRef === 'string' ? 'operationRef' : '$ref';
        if (typeof value[key] === 'string') this.others.push({ holder: value, key, file, base });
        continue;
      }
      const around = part.within && this.unitOf.get(part.within.value);
      const id = typeof value.$id === 'string' && !value.$id.startsWith('#') ? value.$id : undefined;
      const place = (): Place => ({ file, path: [...prefix, ...pathOf(part)] });
      let unit = around;
      if (!unit || id !== undefined) {
        const own = id === undefined ? undefined : addressOf(id, around?.base ?? base);
        const at = place();
        unit = {
          ...at,
          value,
          base: own ?? around?.base ?? base,
          resource: own === undefined ? (around?.resource ?? document) : at,
          anchors: new Map(),
          dynamic: new Map(),
          references: [],
          inner: [],
          around: part.list === '$defs' || part.list === 'definitions' ? undefined : around,
        };
        this.units.push(unit);
        unit.around?.inner.push(unit);
        if (own !== undefined && !this.#places.has(own)) this.#places.set(own, at);
      }
      this.unitOf.set(value, unit);
      this.#addNames(unit, value, place);
      for (const keyword of REFERENCES) {
        const ref = value[keyword];
        if (typeof ref === 'string') unit.references.push({ holder: value, keyword, value: '', ref });
      }
      unit.references.push(...listMapped(value));
    }
  }

  #addNames(unit: Unit, schema: Json, place: () => Place): void {
    const { $id, $anchor, $dynamicAnchor, $recursiveAnchor } = schema;
    const add = (name: string, isDynamic: boolean): void => {
      const at = place();
      if (!unit.anchors.has(name)) unit.anchors.set(name, at);
      if (isDynamic && !unit.dynamic.has(name)) unit.dynamic.set(name, at);
      for (const address of [unit.base, unit.file])
        if (!this.#anchors.has(`${address}#${name}`)) this.#anchors.set(`${address}#${name}`, at);
    };
    if (typeof $anchor === 'string') add($anchor, false);
    // Before 2019, anchors were written as addresses.
    if (typeof $id === 'string' && $id.startsWith('#')) add($id.slice(1), false);
    if (typeof $dynamicAnchor === 'string') add($dynamicAnchor, true);
    if ($recursiveAnchor === true) unit.dynamic.set(RECURSIVE, place());
  }

  /** The place that a reference of a schema leads to. Undefined: none that is known by an address or an anchor. */
  find(unit: Unit, ref: string): Place | undefined {
    const [address = '', fragment = ''] = splitReference(ref);
    if (address === '') return this.#findIn(unit.resource, fragment, unit);
    const target = addressOf(address, unit.base);
    const resource = target === undefined ? undefined : this.#places.get(target);
    return resource && this.#findIn(resource, fragment, { anchors: NONE, base: String(target), file: '' });
  }

  /** The place that a reference outside of schemas leads to, if it is a part of a known file. */
  findPart(ref: string, base: string): Place | undefined {
    const [address = '', fragment = ''] = splitReference(ref);
    const target = addressOf(address, base);
    const resource = this.#places.get(target ?? '');
    return resource && this.#findIn(resource, fragment, { anchors: NONE, base: String(target), file: '' });
  }

  #findIn(
    resource: Place,
    fragment: string,
    { anchors, base, file }: { anchors: ReadonlyMap<string, Place>; base: string; file: string },
  ): Place | undefined {
    const path = readPointer(fragment);
    if (!path)
      return (
        anchors.get(fragment) ??
        this.#anchors.get(`${base}#${fragment}`) ??
        this.#anchors.get(`${file}#${fragment}`)
      );
    const found: Place = { file: resource.file, path: [...resource.path, ...path] };
    return findValue(this.#files.get(found.file), found.path) === undefined ? undefined : found;
  }

  /** The unit that a place is in. Undefined for places that are not within a schema that is known as one. */
  unitAt({ file, path }: Place): Unit | undefined {
    let value = this.#files.get(file);
    let unit = this.unitOf.get(value as object);
    for (const key of path) {
      value = isObject(value) || Array.isArray(value) ? (value as Json)[key] : undefined;
      unit = this.unitOf.get(value as object) ?? unit;
    }
    return unit;
  }
}

const NONE: ReadonlyMap<string, Place> = new Map();

/** The references in the discriminator of a schema. Others of its values are names of schemas. */
function listMapped(holder: Json): SchemaReference[] {
  const { mapping, defaultMapping } = recordOf(holder.discriminator);
  const all = [
    ...Object.entries(recordOf(mapping)).map(([value, ref]) => ({ keyword: 'mapping' as const, value, ref })),
    { keyword: 'defaultMapping' as const, value: '', ref: defaultMapping },
  ];
  return all.flatMap(({ ref, ...place }) =>
    typeof ref === 'string' && (ref.startsWith('#') || isFileName(ref)) ? [{ holder, ref, ...place }] : [],
  );
}

const isSpec = (value: Json): boolean => value.openapi !== undefined || value.swagger !== undefined;

const splitReference = (ref: string): [address: string, fragment: string] => {
  const at = ref.indexOf('#');
  return at === -1 ? [ref, ''] : [ref.slice(0, at), ref.slice(at + 1)];
};

/** An address without its fragment. */
function addressOf(address: string, base: string): string | undefined {
  const url = parseUrl(address, base);
  if (!url) return undefined;
  url.hash = '';
  return url.href;
}
