import type { Context } from '../../context.ts';
import { invalidField } from '../../http/errors.ts';
import { isId } from '../../http/ids.ts';
import type { SpecComparison } from '../../openapi/changes/compare-specs.ts';
import { compareSpecsTask } from '../../openapi/changes/compare-specs-task.ts';
import { getVersion, keyOf, type SpecName } from './openapi.service.ts';
import { findVersionBefore, findVersionRow, readFilesystem, type VersionRow } from './versions.repository.ts';

export interface VersionChanges extends SpecComparison {
  /** Undefined: there is no earlier version, and nothing is compared. */
  from: VersionRow | undefined;
  to: VersionRow;
}

const DEADLINE_MS = 30_000;

/**
 * Compares a version with another one of the spec: the one before unless told. Throws an `invalidField` for a version that
 * the spec does not have.
 */
export async function compareVersions(
  { db, threads }: Pick<Context, 'db' | 'threads'>,
  name: SpecName,
  { versionId, from }: { versionId: string | undefined; from: string | undefined },
): Promise<VersionChanges> {
  const { spec, version: to } = await getVersion(db, name, versionId);
  const key = keyOf(spec);
  const isNamed = from !== undefined;
  const before = isNamed
    ? isId(from) && (await findVersionRow(db, key, from))
    : await findVersionBefore(db, key, to.version_id);
  if (!before && isNamed) throw invalidField('from', 'is not a version of this spec');
  if (!before) return { from: undefined, to, changes: [], isComplete: true };
  const [old, now] = await Promise.all([readFilesystem(db, before), readFilesystem(db, to)]);
  const input = { before: old, after: now };
  const compared = await threads.run(compareSpecsTask, input, { lane: 'request', deadlineMs: DEADLINE_MS });
  return { from: before, to, ...compared };
}
