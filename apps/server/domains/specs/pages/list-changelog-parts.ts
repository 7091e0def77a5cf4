import { type ToldVersion, writeChangelog } from '@lectern/openapi/changes/write-changelog';
import { readBlocks } from '@lectern/openapi/reference/read-text';
import type { ComputedParts } from './computed-parts.ts';

/** Lists the changes in each version of a spec, newest first. Versions without known changes are omitted. */
export function listChangelogParts(versions: readonly ToldVersion[]): ComputedParts | undefined {
  const changelog = writeChangelog(versions, 2);
  return changelog === undefined ? undefined : { blocks: readBlocks(changelog), sections: [] };
}
