import { countClasses } from '@lectern/openapi/changes/count-classes';
import type { ChangeClass } from '@lectern/openapi/changes/spec-change';
import type { Static } from 'typebox';
import type { OpenAPISpecChangesSchema } from './changes.schemas.ts';
import type { VersionChanges } from './changes.service.ts';

/** `only`: the class of the changes that are listed; all are counted. */
export function presentChanges(
  { base, version, changes, isComplete }: VersionChanges,
  only: ChangeClass | undefined,
): Static<typeof OpenAPISpecChangesSchema> {
  return {
    object: 'openapi-spec-changes',
    base: base?.version_id ?? null,
    version: version.version_id,
    isComplete,
    counts: countClasses(changes),
    items: only === undefined ? changes : changes.filter((change) => change.class === only),
  };
}
