import type { Context } from '../../context.ts';
import { invalidField } from '../../http/errors.ts';
import { isId } from '../../http/ids.ts';
import type { SpecComparison } from '../../openapi/changes/compare-specs.ts';
import { compareSpecsTask } from '../../openapi/changes/compare-specs-task.ts';
import { getVersion, keyOf, type SpecName } from './openapi.service.ts';
import { findVersionBefore, findVersionRow, readFilesystem, type VersionRow } from './versions.repository.ts';

export interface VersionChanges extends SpecComparison {
  /** Undefined: there is no earlier version, and nothing is compared. */
  base: VersionRow | undefined;
  version: VersionRow;
}

const DEADLINE_MS = 30_000;

/**
 * Compares a version with another one of the spec: the one before unless told. Throws an `invalidField` for a version that
 * the spec does not have.
 */
export async function compareVersions(
  { db, threads }: Pick<Context, 'db' | 'threads'>,
  name: SpecName,
  { versionId, baseId }: { versionId: string | undefined; baseId: string | undefined },
): Promise<VersionChanges> {
  const { spec, version } = await getVersion(db, name, versionId);
  const key = keyOf(spec);
  const isNamed = baseId !== undefined;
  const before = isNamed
    ? isId(baseId) && (await findVersionRow(db, key, baseId))
    : await findVersionBefore(db, key, version.version_id);
  if (!before && isNamed) throw invalidField('base', 'is not a version of this spec');
  if (!before) return { base: undefined, version, changes: [], isComplete: true };
  const [old, now] = await Promise.all([readFilesystem(db, before), readFilesystem(db, version)]);
  const input = { before: old, after: now };
  const compared = await threads.run(compareSpecsTask, input, { lane: 'request', deadlineMs: DEADLINE_MS });
  return { base: before, version, ...compared };
}
