import type { Selectable } from 'kysely';
import type { DB } from '../../platform/db/schema.ts';

/** Where the content of a space is in Git: in a directory of a branch of a repository. */
export type GitLocation = Pick<
  Selectable<DB['space_git']>,
  'url' | 'repo_name' | 'provider' | 'web_url' | 'ref' | 'project_directory' | 'tree_url' | 'commit_url'
>;

type Named = Pick<GitLocation, 'url' | 'ref' | 'project_directory'>;

/** Whether two places have the same name. Different names can mean the same place, which only commits show. */
export const isSameLocation = (one: Named, other: Named): boolean =>
  one.url === other.url && one.ref === other.ref && one.project_directory === other.project_directory;
