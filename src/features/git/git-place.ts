import type { Selectable } from 'kysely';
import type { DB } from '../../db/schema.ts';

/** Where the content of a space is in Git: in a directory of a branch of a repository. */
export type GitPlace = Pick<
  Selectable<DB['space_git']>,
  'url' | 'repo_name' | 'provider' | 'web_url' | 'ref' | 'project_directory' | 'tree_url' | 'commit_url'
>;

type Named = Pick<GitPlace, 'url' | 'ref' | 'project_directory'>;

export const isSamePlace = (one: Named, other: Named): boolean =>
  one.ref === other.ref && isSameDirectory(one, other);

/** Whether two places are the same directory of a repository, perhaps in different branches. */
export const isSameDirectory = (one: Omit<Named, 'ref'>, other: Omit<Named, 'ref'>): boolean =>
  one.url === other.url && one.project_directory === other.project_directory;
