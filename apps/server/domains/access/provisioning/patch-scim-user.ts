import { isDeepStrictEqual } from 'node:util';
import { isRecord } from '@lectern/std/is-record';
import { type Filter, filter as matcherOf } from 'scim2-parse-filter';
import { ENTERPRISE_SCHEMA, findAttribute, MULTIPLE, USER_SCHEMA } from './read-scim-user.ts';
import { scimInvalidPath, scimInvalidValue } from './scim-errors.ts';
import { parseFilter, readBoolean } from './scim-filter.queries.ts';

export interface PatchOperation {
  op: string;
  path?: string | undefined;
  value?: unknown;
}

export type PatchAction = 'add' | 'replace' | 'remove';

type Resource = Record<string, unknown>;

/** What a path names: `emails[type eq "work"].value`, or an attribute of the extension for companies. */
interface Target {
  isEnterprise: boolean;
  attribute: string;
  filter: Filter | undefined;
  sub: string | undefined;
}

const PATH = /^([a-z$][\w$-]*)(?:\[(.+)\])?(?:\.([a-z$][\w$-]*))?$/i;

/** Reads operations. Without a path, each attribute of the value is one. Throws a 400. */
export function readOperations(
  operations: readonly PatchOperation[],
): { action: PatchAction; path: string; value: unknown }[] {
  return operations.flatMap(({ op, path, value }) => {
    const action = op.toLowerCase();
    if (action !== 'add' && action !== 'replace' && action !== 'remove')
      throw scimInvalidValue('op must be add, replace or remove.');
    if (path) return [{ action, path, value }];
    if (action === 'remove') throw scimInvalidPath('remove requires a path.');
    if (!isRecord(value)) throw scimInvalidValue('Without a path, value must be an object.');
    return Object.entries(value).map(([name, one]) => ({ action, path: name, value: one }));
  });
}

/**
 * Applies operations to a user (RFC 7644, section 3.5.2), as directories mean them: where a filter of `add` or `replace`
 * matches nothing, a value that it matches is added. Attributes that are not known are left out. Throws a 400.
 */
export function patchScimResource(user: Resource, operations: readonly PatchOperation[]): Resource {
  let patched: Resource = structuredClone(user);
  for (const { action, path, value } of readOperations(operations)) {
    if (path.toLowerCase() === ENTERPRISE_SCHEMA.toLowerCase()) {
      patched = {
        ...patched,
        [ENTERPRISE_SCHEMA]: combine(action, patched[ENTERPRISE_SCHEMA], value, false),
      };
      continue;
    }
    const target = readPath(path);
    if (!target) continue;
    if (!target.isEnterprise) {
      patched = applyTo(patched, target, action, value);
      continue;
    }
    const extension = patched[ENTERPRISE_SCHEMA];
    const changed = applyTo(isRecord(extension) ? extension : {}, target, action, value);
    patched = { ...patched, [ENTERPRISE_SCHEMA]: changed };
  }
  return patched;
}

/** Undefined for an attribute that is not known. */
function readPath(path: string): Target | undefined {
  const [isEnterprise, rest] = withoutSchema(path);
  const [, name = '', filter, sub] = PATH.exec(rest) ?? [];
  if (name === '') throw scimInvalidPath(`${path.slice(0, 200)} is not a path.`);
  const attribute = isEnterprise ? name : findAttribute(name);
  if (attribute === undefined) return undefined;
  return { isEnterprise, attribute, filter: filter === undefined ? undefined : parseFilter(filter), sub };
}

function withoutSchema(path: string): [isEnterprise: boolean, rest: string] {
  for (const schema of [ENTERPRISE_SCHEMA, USER_SCHEMA]) {
    if (path.toLowerCase().startsWith(`${schema.toLowerCase()}:`))
      return [schema === ENTERPRISE_SCHEMA, path.slice(schema.length + 1)];
  }
  return [false, path];
}

function applyTo(
  holder: Resource,
  { attribute, filter, sub }: Target,
  action: PatchAction,
  value: unknown,
): Resource {
  const before = holder[attribute];
  const isMultiple = MULTIPLE.has(attribute);
  let after: unknown;
  if (filter) after = applyToMatches(toList(before), filter, { action, sub, value });
  else if (sub === undefined) after = combine(action, before, value, isMultiple);
  else if (isMultiple) after = toList(before).map((one) => withSub(one, sub, action, value));
  else after = withSub(before, sub, action, value);
  const { [attribute]: _before, ...others } = holder;
  return after === undefined ? others : { ...others, [attribute]: after };
}

function combine(action: PatchAction, before: unknown, value: unknown, isMultiple: boolean): unknown {
  if (action === 'remove') return undefined;
  if (isMultiple) {
    const given = toList(value);
    if (action === 'replace') return given;
    const kept = toList(before).filter((one) => !given.some((other) => isDeepStrictEqual(one, other)));
    const isPrimaryGiven = given.some((one) => isRecord(one) && readBoolean(one.primary));
    return [...(isPrimaryGiven ? kept.map(withoutPrimary) : kept), ...given];
  }
  return isRecord(before) && isRecord(value) ? { ...before, ...value } : value;
}

function applyToMatches(
  list: unknown[],
  filter: Filter,
  { action, sub, value }: { action: PatchAction; sub: string | undefined; value: unknown },
): unknown[] {
  const matches = matcherOf(filter);
  const isMatch = (one: unknown): boolean => isRecord(one) && matches(one);
  const change = (one: unknown): unknown =>
    sub === undefined ? combine(action, one, value, false) : withSub(one, sub, action, value);
  if (action === 'remove' && sub === undefined) return list.filter((one) => !isMatch(one));
  if (action === 'remove' || list.some(isMatch)) return list.map((one) => (isMatch(one) ? change(one) : one));
  return [...list, change(valuesOf(filter))];
}

/** The values that a filter asks for: a value with them matches it. */
function valuesOf(filter: Filter): Resource {
  const { op, attrPath, compValue, filters } = filter as {
    op: string;
    attrPath?: string;
    compValue?: unknown;
    filters?: Filter[];
  };
  if (op === 'and') return Object.assign({}, ...(filters ?? []).map(valuesOf));
  return op === 'eq' && attrPath !== undefined ? { [attrPath]: compValue } : {};
}

function withSub(one: unknown, sub: string, action: PatchAction, value: unknown): Resource {
  const { [sub]: _before, ...others } = isRecord(one) ? one : {};
  return action === 'remove' ? others : { ...others, [sub]: value };
}

const withoutPrimary = (one: unknown): unknown => (isRecord(one) ? { ...one, primary: false } : one);

const toList = (value: unknown): unknown[] => {
  if (value == null) return [];
  return Array.isArray(value) ? value : [value];
};
