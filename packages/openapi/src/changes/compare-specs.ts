import { isSame, type Json, listOf, recordOf, resolve } from '../resolve.ts';
import { ChangeList } from './change-list.ts';
import { compareOperations } from './compare-operations.ts';
import { SchemaComparer } from './compare-schemas.ts';
import { compareSecuritySchemes, findRenamedSchemes } from './compare-security-schemes.ts';
import { compareServers } from './compare-servers.ts';
import { type ListedOperation, pairOperations } from './list-operations.ts';
import type { Comparison } from './list-schema-changes.ts';
import type { SpecChange } from './spec-change.ts';
import { findUnchanged } from './unchanged-components.ts';

export interface SpecComparison {
  changes: SpecChange[];
  /** False: there are more changes than are listed, or more schemas than are compared. */
  isComplete: boolean;
}

type Versions = Omit<Comparison, 'seen' | 'seenHeaders'>;

/** Compares two versions of a spec, each in one file of the version 3.1 or 3.2. */
export function compareSpecs(before: Json, after: Json): SpecComparison {
  const list = new ChangeList();
  const schemas = new SchemaComparer(before, after, () => list.step(), findUnchanged(before, after));
  const schemeNames = findRenamedSchemes(before, after);
  const comparison = { before, after, list, schemas, schemeNames };
  compareInformation(comparison);
  compareServers(list, [before.servers, after.servers], { path: ['servers'] });
  compareSecuritySchemes(list, before, after, schemeNames);
  const { pairs, gone, come } = pairOperations(before, after);
  for (const { operation } of gone)
    list.add('breaking', `${operation.kind}-removed`, { operation, path: [] }, nameOf(operation));
  comparePaths(comparison, pairs);
  for (const [former, listed] of pairs) compareOperations(comparison, former, listed);
  for (const { operation } of come)
    list.add('non-breaking', `${operation.kind}-added`, { operation, path: [] }, nameOf(operation));
  compareSchemaNames(comparison);
  return { changes: list.changes, isComplete: list.isComplete };
}

const nameOf = ({ method, path }: { method: string; path: string }): string =>
  `${method.toUpperCase()} ${path}`;

const TEXTS = ['title', 'summary', 'description', 'termsOfService', 'contact', 'license'];

function compareInformation({ before, after, list }: Versions): void {
  const [old, now] = [recordOf(before.info), recordOf(after.info)];
  for (const name of TEXTS)
    if (!isSame(old[name], now[name]))
      list.add('documentation', 'text-changed', { path: ['info', name] }, name);
  if (!isSame(before.externalDocs, after.externalDocs))
    list.add('documentation', 'text-changed', { path: ['externalDocs'] }, 'externalDocs');
  if (!isSame(listOf(before.tags), listOf(after.tags)))
    list.add('documentation', 'text-changed', { path: ['tags'] }, 'tags');
}

/** Compares the texts of paths, which belong to all of their operations. */
function comparePaths({ before, after, list }: Versions, pairs: [ListedOperation, ListedOperation][]): void {
  const paths = new Map(
    pairs.flatMap(([{ operation: one }, { operation: other }]) =>
      other.kind === 'operation' ? [[other.path, one.path]] : [],
    ),
  );
  for (const [path, former] of paths) {
    const old = resolve(before, recordOf(before.paths)[former]);
    const now = resolve(after, recordOf(after.paths)[path]);
    for (const name of ['summary', 'description'])
      if (old[name] !== now[name])
        list.add('documentation', 'text-changed', { path: ['paths', path, name] }, path);
  }
}

/** Compares the names of schemas. No request contains them, but pages show schemas by name. */
function compareSchemaNames({ before, after, list }: Versions): void {
  const schemasOf = (spec: Json) => recordOf(recordOf(spec.components).schemas);
  const [old, now] = [schemasOf(before), schemasOf(after)];
  const placeOf = (name: string) => ({ path: ['components', 'schemas', name] });
  for (const name of Object.keys(old))
    if (!Object.hasOwn(now, name)) list.add('non-breaking', 'schema-removed', placeOf(name), name);
  for (const name of Object.keys(now))
    if (!Object.hasOwn(old, name)) list.add('non-breaking', 'schema-added', placeOf(name), name);
}
