import type { ChangeClass, Direction } from '../../src/changes/spec-change.ts';
import { findValue, readPointer, writePointer } from '../../src/json-pointer.ts';
import { listMethods } from '../../src/list-methods.ts';
import { mergeAllOf } from '../../src/merge-all-of.ts';
import { type Json, listOf, recordOf, refOf } from '../../src/resolve.ts';

/** The change that a comparison must report for one mutation. */
export interface ExpectedChange {
  class: ChangeClass;
  kind: string;
  operation: string;
  place: string;
  name: string;
}

/** A mutation that is possible at some place, with the change that is expected for it. */
interface Mutation extends ExpectedChange {
  apply(operation: Json): void;
}

const MAX_DEPTH = 2;

/**
 * Returns the spec without references and `allOf`, so that each place belongs to one operation. Deeper parts allow
 * everything.
 */
export function inline(spec: Json): Json {
  const expand = (value: unknown, depth: number): unknown => {
    if (Array.isArray(value)) return value.map((one) => expand(one, depth));
    if (typeof value !== 'object' || value === null) return value;
    const ref = refOf(value);
    const isMerged = ref !== undefined || 'allOf' in value;
    if (isMerged && depth > MAX_DEPTH) return {};
    const read = isMerged ? mergeAllOf(spec, value) : (value as Json);
    return Object.fromEntries(
      Object.entries(read).map(([key, one]) => [key, expand(one, isMerged ? depth + 1 : depth)]),
    );
  };
  return { ...spec, components: {}, paths: expand(spec.paths, 0), webhooks: {} } as Json;
}

/** The operations of paths by their names. */
export const operationsOf = (spec: Json): Map<string, { path: string; method: string; value: Json }> =>
  new Map(
    Object.entries(recordOf(spec.paths)).flatMap(([path, item]) =>
      listMethods(recordOf(item)).map(([method, value]) => [
        `${method.toUpperCase()} ${path}`,
        { path, method, value },
      ]),
    ),
  );

/** Applies up to `count` mutations of different places to a copy. */
export function mutate(
  spec: Json,
  random: () => number,
  count: number,
): { mutated: Json; expected: ExpectedChange[] } {
  const mutated = structuredClone(spec);
  const pick = <One>(list: readonly One[]): One => list[Math.floor(random() * list.length)] as One;
  const expected: ExpectedChange[] = [];
  const operations = operationsOf(mutated);
  for (let n = 0; n < count; n += 1) {
    const name = pick([...operations.keys()]);
    const { path, method, value } = operations.get(name) as { path: string; method: string; value: Json };
    if (random() < 0.05 && !expected.some(({ operation }) => operation === name)) {
      delete recordOf(recordOf(mutated.paths)[path])[method];
      expected.push({ class: 'breaking', kind: 'operation-removed', operation: name, place: '', name });
      continue;
    }
    const possible = listMutations(name, value);
    const { apply, ...change } = pick(possible);
    const isTaken = expected.some(
      (one) =>
        one.operation === name &&
        (`${one.place}/`.startsWith(`${change.place}/`) || `${change.place}/`.startsWith(`${one.place}/`)),
    );
    if (isTaken) continue;
    apply(value);
    expected.push(change);
  }
  return { mutated, expected };
}

type Name = Pick<ExpectedChange, 'name'>;

function listMutations(operation: string, value: Json): Mutation[] {
  const found: Mutation[] = [];
  const add = (
    changeClass: ChangeClass,
    kind: string,
    path: string[],
    { name, apply }: Name & { apply: (parent: Json, key: string) => void },
  ): void => {
    const key = path.at(-1) as string;
    const within = path.slice(0, -1);
    found.push({
      class: changeClass,
      kind,
      operation,
      place: writePointer(path),
      name,
      apply: (root) => apply(findValue(root, within) as Json, key),
    });
  };
  const set = (content: unknown) => (parent: Json, key: string) => {
    parent[key] = content;
  };
  const remove = (parent: Json, key: string) => {
    delete parent[key];
  };

  function addOfSchema(path: string[], direction: Direction, name: string): void {
    const schema = findValue(value, path);
    if (typeof schema !== 'object' || schema === null) return;
    const [narrower, wider]: ChangeClass[] =
      direction === 'request' ? ['breaking', 'non-breaking'] : ['non-breaking', 'breaking'];
    const { type, properties, items } = schema as Json;
    const values = (schema as Json).enum;
    add('documentation', 'text-changed', [...path, 'description'], { name, apply: set('Another text.') });
    if (type === 'string') {
      add('breaking', 'type-changed', [...path, 'type'], { name, apply: set('boolean') });
      if (!('maxLength' in schema))
        add(narrower as ChangeClass, 'limit-narrowed', [...path, 'maxLength'], { name, apply: set(7) });
      if (!('pattern' in schema))
        add(narrower as ChangeClass, 'form-added', [...path, 'pattern'], { name, apply: set('^a') });
    }
    if (Array.isArray(values) && values.length > 1) {
      const enumPath = [...path, 'enum'];
      const gone = typeof values[0] === 'string' ? values[0] : JSON.stringify(values[0]);
      add(narrower as ChangeClass, 'value-removed', enumPath, { name: gone, apply: set(values.slice(1)) });
      add(wider as ChangeClass, 'value-added', enumPath, {
        name: 'mutant',
        apply: set([...values, 'mutant']),
      });
    }
    const required = listOf((schema as Json).required);
    const hidden = direction === 'request' ? 'readOnly' : 'writeOnly';
    for (const [field, one] of Object.entries(recordOf(properties))) {
      if (recordOf(one)[hidden] === true) continue;
      const there = [...path, 'properties', field];
      add('breaking', 'property-removed', there, { name: field, apply: remove });
      const isRequired = required.includes(field);
      const [changeClass, kind] = isRequired ? [wider, 'property-optional'] : [narrower, 'property-required'];
      add(changeClass as ChangeClass, kind, there, {
        name: field,
        apply: (_, key) => {
          const now = listOf(schema && (schema as Json).required);
          (schema as Json).required = isRequired ? now.filter((other) => other !== key) : [...now, key];
        },
      });
      addOfSchema(there, direction, field);
    }
    if (properties !== undefined)
      add('non-breaking', 'property-added', [...path, 'properties', 'mutant'], {
        name: 'mutant',
        apply: set({}),
      });
    if (items !== undefined) addOfSchema([...path, 'items'], direction, name);
  }

  function addOfContents(path: string[], direction: Direction): void {
    const content = recordOf(findValue(value, [...path, 'content']));
    for (const type of Object.keys(content))
      addOfSchema([...path, 'content', type, 'schema'], direction, 'body');
    if (Object.keys(content).length > 0)
      add('non-breaking', 'media-type-added', [...path, 'content', 'text/mutant'], {
        name: 'text/mutant',
        apply: set({}),
      });
  }

  add('documentation', 'text-changed', ['summary'], { name: 'summary', apply: set('Another summary.') });
  for (const [n, parameter] of listOf(value.parameters).entries()) {
    const { name, required } = recordOf(parameter);
    if (required !== true)
      add('breaking', 'parameter-required', ['parameters', String(n)], {
        name: String(name),
        apply: (parent, key) => {
          recordOf(parent[key]).required = true;
        },
      });
    addOfSchema(['parameters', String(n), 'schema'], 'request', String(name));
  }
  addOfContents(['requestBody'], 'request');
  for (const status of Object.keys(recordOf(value.responses))) {
    const path = ['responses', status];
    const isError = /^[45]/.test(status);
    add(isError ? 'non-breaking' : 'breaking', 'response-removed', path, { name: status, apply: remove });
    add('documentation', 'text-changed', [...path, 'description'], {
      name: status,
      apply: set('Another one.'),
    });
    addOfContents(path, 'response');
    for (const header of Object.keys(recordOf(findValue(value, [...path, 'headers']))))
      addOfSchema([...path, 'headers', header, 'schema'], 'response', header);
  }
  return found;
}

/** Copies the values of the later version to the earlier one, at the places that changes name. */
export function applyChanges(
  before: Json,
  after: Json,
  changes: readonly { kind: string; operation?: { method: string; path: string }; place: string }[],
): Json {
  const patched = structuredClone(before);
  for (const { operation, kind, place } of changes) {
    const path = [
      ...(operation ? ['paths', operation.path, operation.method] : []),
      ...(readPointer(place) as string[]),
    ];
    const content = findValue(after, path);
    const parent = findValue(patched, path.slice(0, -1)) as Json;
    const key = path.at(-1) as string;
    if (kind === 'property-required' || kind === 'property-optional') {
      const schema = findValue(patched, path.slice(0, -2)) as Json;
      const now = listOf(schema.required).filter((one) => one !== key);
      schema.required = kind === 'property-required' ? [...now, key] : now;
    } else if (content === undefined) delete parent[key];
    else parent[key] = structuredClone(content);
  }
  return patched;
}
