import { isSame, type Json, recordOf } from '../resolve.ts';
import { ChangeList } from './change-list.ts';
import { compareOperations } from './compare-operations.ts';
import { SchemaComparer } from './compare-schemas.ts';
import { pairOperations } from './list-operations.ts';
import type { Comparison } from './list-schema-changes.ts';
import type { SpecChange } from './spec-change.ts';
import { findUnchanged } from './unchanged-components.ts';

export interface SpecComparison {
  changes: SpecChange[];
  /** False: there are more changes than are listed, or more schemas than are compared. */
  isComplete: boolean;
}

type Versions = Omit<Comparison, 'seen'>;

/** Compares two versions of a spec, each in one file of the version 3.1 or 3.2. */
export function compareSpecs(before: Json, after: Json): SpecComparison {
  const list = new ChangeList();
  const schemas = new SchemaComparer(before, after, () => list.step(), findUnchanged(before, after));
  const comparison = { before, after, list, schemas };
  compareInformation(comparison);
  compareServers(comparison);
  compareSecuritySchemes(comparison);
  const { pairs, gone, come } = pairOperations(before, after);
  for (const { operation } of gone)
    list.add('breaking', `${operation.kind}-removed`, { operation, path: [] }, nameOf(operation));
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
  if (!isSame(before.tags, after.tags)) list.add('documentation', 'text-changed', { path: ['tags'] }, 'tags');
}

function compareServers({ before, after, list }: Versions): void {
  const urlsOf = ({ servers }: Json) =>
    new Set(Array.isArray(servers) ? servers.map((server) => String(recordOf(server).url)) : []);
  const [old, now] = [urlsOf(before), urlsOf(after)];
  for (const url of old)
    if (!now.has(url)) list.add('breaking', 'server-removed', { path: ['servers'] }, url);
  for (const url of now)
    if (!old.has(url)) list.add('non-breaking', 'server-added', { path: ['servers'] }, url);
}

function compareSecuritySchemes({ before, after, list }: Versions): void {
  const schemesOf = (spec: Json) => recordOf(recordOf(spec.components).securitySchemes);
  const [old, now] = [schemesOf(before), schemesOf(after)];
  const placeOf = (name: string) => ({ path: ['components', 'securitySchemes', name] });
  const withoutText = (scheme: unknown) => ({ ...recordOf(scheme), description: undefined });
  for (const name of Object.keys(old)) {
    if (!Object.hasOwn(now, name)) list.add('breaking', 'security-scheme-removed', placeOf(name), name);
    else if (!isSame(withoutText(old[name]), withoutText(now[name])))
      list.add('breaking', 'security-scheme-changed', placeOf(name), name);
    else if (!isSame(old[name], now[name])) list.add('documentation', 'text-changed', placeOf(name), name);
  }
  for (const name of Object.keys(now))
    if (!Object.hasOwn(old, name)) list.add('non-breaking', 'security-scheme-added', placeOf(name), name);
}

/** Names of schemas are part of no request, but pages show schemas by name. */
function compareSchemaNames({ before, after, list }: Versions): void {
  const schemasOf = (spec: Json) => recordOf(recordOf(spec.components).schemas);
  const [old, now] = [schemasOf(before), schemasOf(after)];
  const placeOf = (name: string) => ({ path: ['components', 'schemas', name] });
  for (const name of Object.keys(old))
    if (!Object.hasOwn(now, name)) list.add('non-breaking', 'schema-removed', placeOf(name), name);
  for (const name of Object.keys(now))
    if (!Object.hasOwn(old, name)) list.add('non-breaking', 'schema-added', placeOf(name), name);
}
