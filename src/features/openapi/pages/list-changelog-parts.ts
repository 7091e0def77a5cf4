import { type ToldVersion, writeChangelog } from '../../../openapi/changes/write-changelog.ts';
import { readBlocks } from '../../../openapi/reference/read-text.ts';
import type { ComputedParts } from './computed-parts.ts';

/** Lists the changes in each version of a spec, newest first. Versions without known changes are omitted. */
export function listChangelogParts(versions: readonly ToldVersion[]): ComputedParts | undefined {
  const changelog = writeChangelog(versions, 2);
  return changelog === undefined ? undefined : { blocks: readBlocks(changelog), sections: [] };
}
