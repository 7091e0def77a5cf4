import type { Static } from 'typebox';
import type { ChangeClass } from '../../openapi/changes/spec-change.ts';
import type { OpenAPISpecChangesSchema } from './changes.schemas.ts';
import type { VersionChanges } from './changes.service.ts';

/** `only`: the class of the changes that are listed; all are counted. */
export function presentChanges(
  { base, version, changes, isComplete }: VersionChanges,
  only: ChangeClass | undefined,
): Static<typeof OpenAPISpecChangesSchema> {
  const counts = { breaking: 0, 'non-breaking': 0, documentation: 0 };
  for (const change of changes) counts[change.class] += 1;
  return {
    object: 'openapi-spec-changes',
    base: base?.version_id ?? null,
    version: version.version_id,
    isComplete,
    counts,
    items: only === undefined ? changes : changes.filter((change) => change.class === only),
  };
}
