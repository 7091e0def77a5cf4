import { listOperations, templateOf } from '../changes/list-operations.ts';
import type { ChangedOperation, SpecChange } from '../changes/spec-change.ts';
import { type Json, listOf, recordOf } from '../resolve.ts';

/** A changed operation, with the names that pages use for it beside its path. */
export interface NamedOperation extends ChangedOperation {
  /** Its ids in both versions; of a webhook or a callback, its name, too. */
  ids: string[];
  /** The positions of the changes in it. */
  changes: number[];
}

/** A name of something that is not an operation. */
interface NamedPart {
  name: string;
  changes: number[];
}

/** The name of a field, parameter, header, status or value. */
interface NamedField {
  name: string;
  /** Each change of a part with this name: its position, and the operation and the schema that contain the part. */
  changes: { position: number; operation: number | undefined; schema: string | undefined }[];
}

/**
 * The names by which pages can refer to the parts that changed between two versions of a spec. Plain data, for threads.
 */
export interface ChangedNames {
  operations: NamedOperation[];
  fields: NamedField[];
  /** Schemas, and security schemes. */
  schemas: (NamedPart & { isSchema: boolean })[];
  /** The addresses of servers. */
  servers: NamedPart[];
  /** All paths of both versions, so that a path is not mistaken for another. */
  paths: string[];
  /** The paths of the servers of both versions, without a slash at the end. */
  bases: string[];
  /** The hosts of the servers; empty if one of them is not known. */
  hosts: string[];
  /** The positions of changes that concern only documentation. */
  documentation: number[];
}

/** Collects the names of the changed parts. */
export function nameChanges(before: Json, after: Json, changes: readonly SpecChange[]): ChangedNames {
  const ids = collectIds([before, after]);
  const operations = new Map<string, NamedOperation & { position: number }>();
  const fields = new Map<string, NamedField>();
  const [schemas, servers] = [new Map<string, NamedPart>(), new Map<string, NamedPart>()];
  const schemes = new Map<string, NamedPart>();
  for (const [position, change] of changes.entries()) {
    const { operation, schema, kind, name } = change;
    const named = operation && addOperation(operations, operation, ids);
    named?.changes.push(position);
    if (kind.startsWith('server-')) addPart(servers, name, position);
    if (kind.startsWith('security-scheme-')) addPart(schemes, name, position);
    else if (kind === 'schema-removed') addPart(schemas, name, position);
    else if (schema !== undefined) addPart(schemas, schema, position);
    if (!isOfField(change)) continue;
    const field = fields.get(name) ?? { name, changes: [] };
    fields.set(name, field);
    field.changes.push({ position, operation: named?.position, schema });
  }
  return {
    operations: [...operations.values()].map(({ position: _, ...operation }) => operation),
    fields: [...fields.values()],
    schemas: [
      ...[...schemes.values()].map((part) => ({ ...part, isSchema: false })),
      ...[...schemas.values()].map((part) => ({ ...part, isSchema: true })),
    ],
    servers: [...servers.values()],
    paths: [...new Set([before, after].flatMap(({ paths }) => Object.keys(recordOf(paths))))],
    ...readServers([before, after]),
    documentation: changes.flatMap((change, position) => (change.class === 'documentation' ? position : [])),
  };
}

function collectIds(specs: readonly Json[]): ReadonlyMap<string, ReadonlySet<string>> {
  const ids = new Map<string, Set<string>>();
  for (const spec of specs)
    for (const { operation, value } of listOperations(spec).values()) {
      const key = templateOf(operation);
      if (typeof value.operationId === 'string')
        ids.set(key, (ids.get(key) ?? new Set<string>()).add(value.operationId));
    }
  return ids;
}

function addOperation(
  operations: Map<string, NamedOperation & { position: number }>,
  operation: ChangedOperation,
  ids: ReadonlyMap<string, ReadonlySet<string>>,
): NamedOperation & { position: number } {
  const key = templateOf(operation);
  const known = operations.get(key);
  if (known) return known;
  const { kind, path } = operation;
  // The path of a callback is its name and an expression.
  const names = kind === 'operation' ? [] : [path.split(' ')[0] as string];
  const position = operations.size;
  const added = { ...operation, ids: [...names, ...(ids.get(key) ?? [])], changes: [], position };
  operations.set(key, added);
  return added;
}

function addPart(parts: Map<string, NamedPart>, name: string, position: number): void {
  const part = parts.get(name) ?? { name, changes: [] };
  parts.set(name, part);
  part.changes.push(position);
}

/** Kinds that concern an operation, a schema or the spec as a whole, not a field with a name. */
const WHOLES =
  /^(?:operation|webhook|callback|schema|security|scope|server|link|body|text|discriminator|mapping)-/;
/** Kinds of additions: no page can name the new part yet. */
const ADDITION = /-added$/;
/** Kinds of additions that add a form or a limit, not something with a name. */
const ADDED_TO = /^form-/;

function isOfField({ class: changeClass, kind, name }: SpecChange): boolean {
  if (changeClass === 'documentation' || WHOLES.test(kind)) return false;
  if (ADDITION.test(kind) && !ADDED_TO.test(kind)) return false;
  // Changes of a whole body or response have the name `body`.
  return name !== 'body' || /^(?:property|parameter)-/.test(kind);
}

function readServers(specs: readonly Json[]): Pick<ChangedNames, 'bases' | 'hosts'> {
  const [bases, hosts] = [new Set<string>(), new Set<string>()];
  let isKnown = true;
  for (const spec of specs)
    for (const server of listOf(spec.servers)) {
      const { url } = recordOf(server);
      const [, host, base] = /^(?:[a-z][a-z\d+.-]*:)?(?:\/\/([^/?#]*))?([^?#]*)/i.exec(String(url)) ?? [];
      if (host === undefined || host.includes('{')) isKnown = false;
      else hosts.add(host.toLowerCase());
      bases.add((base ?? '').replace(/(?<!\/)\/+$/, ''));
    }
  return { bases: [...bases], hosts: isKnown ? [...hosts] : [] };
}
