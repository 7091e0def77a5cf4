import type { SpecComparison } from '@lectern/openapi/changes/compare-specs';
import { isId } from '@lectern/std/ids';
import type { Context } from '../../platform/context.ts';
import { invalidField } from '../../platform/http/errors.ts';
import type { ThreadTask } from '../../platform/threads/thread-task.ts';
import type { RunOptions } from '../../platform/threads/threads.ts';
import { getVersion, keyOf, type SpecName } from './openapi.service.ts';
import type { SpecRow } from './specs.repository.ts';
import { compareSpecsTask } from './tasks/compare-specs.ts';
import { type NamedComparison, nameChangesTask } from './tasks/name-changes.ts';
import { findVersionBefore, findVersionRow, readFilesystem, type VersionRow } from './versions.repository.ts';

export interface VersionChanges extends SpecComparison {
  /** Undefined: there is no earlier version, and nothing is compared. */
  base: VersionRow | undefined;
  version: VersionRow;
}

const DEADLINE_MS = 30_000;

/** Two versions of a spec; without the earlier one, nothing is compared. */
export interface ComparedVersions {
  spec: SpecRow;
  base: VersionRow | undefined;
  version: VersionRow;
}

interface WantedVersions {
  versionId: string | undefined;
  baseId: string | undefined;
}

/**
 * Finds a version and the one to compare it with, by default the previous one. Throws an `invalidField` for a version
 * that the spec does not have.
 */
export async function findComparedVersions(
  db: Context['db'],
  name: SpecName,
  { versionId, baseId }: WantedVersions,
): Promise<ComparedVersions> {
  const { spec, version } = await getVersion(db, name, versionId);
  const key = keyOf(spec);
  if (baseId === undefined)
    return { spec, version, base: await findVersionBefore(db, key, version.version_id) };
  const base = isId(baseId) ? await findVersionRow(db, key, baseId) : undefined;
  if (!base) throw invalidField('base', 'is not a version of this spec');
  return { spec, version, base };
}

/** Compares a version with another one of the spec. */
export async function compareVersions(
  context: Pick<Context, 'db' | 'threads'>,
  name: SpecName,
  wanted: WantedVersions,
  lane: RunOptions['lane'] = 'request',
): Promise<VersionChanges> {
  const { base, version } = await findComparedVersions(context.db, name, wanted);
  if (!base) return { base, version, changes: [], isComplete: true };
  const compared = await runComparison(context, compareSpecsTask, { base, version }, lane);
  return { base, version, ...compared };
}

/** The changes between two versions, with what pages can name of them. */
export const nameVersionChanges = (
  context: Pick<Context, 'db' | 'threads'>,
  versions: { base: VersionRow; version: VersionRow },
): Promise<NamedComparison> => runComparison(context, nameChangesTask, versions, 'request');

async function runComparison<Output>(
  { db, threads }: Pick<Context, 'db' | 'threads'>,
  task: ThreadTask<{ before: Uint8Array; after: Uint8Array }, Output>,
  { base, version }: { base: VersionRow; version: VersionRow },
  lane: RunOptions['lane'],
): Promise<Output> {
  const [before, after] = await Promise.all([readFilesystem(db, base), readFilesystem(db, version)]);
  return threads.run(task, { before, after }, { lane, deadlineMs: DEADLINE_MS });
}
