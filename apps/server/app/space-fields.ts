import { spaceGit } from '../domains/git/git.queries.ts';
import { spacePublication } from '../domains/publishing/sites/publication.queries.ts';
import type { SpaceFields } from '../platform/context.ts';

/** What spaces show of floors above them, one line each. */
export const SPACE_FIELDS: SpaceFields = {
  git: spaceGit,
  publication: spacePublication,
};
