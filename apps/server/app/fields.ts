import { countSpacesOfTeams } from '../domains/access/permissions/team-spaces.queries.ts';
import { titleOfSpace } from '../domains/content/spaces/spaces.queries.ts';
import { spaceGit } from '../domains/git/git.queries.ts';
import { spacePublication } from '../domains/publishing/sites/publication.queries.ts';
import { mergedRequest } from '../domains/review/change-requests/merged-request.queries.ts';
import type { FieldsFromAbove } from '../platform/context.ts';

/** All that domains show of floors above them, one line each. */
export const FIELDS: FieldsFromAbove = {
  spaceGit,
  spacePublication,
  spaceTitle: titleOfSpace,
  mergedRequest,
  spacesOfTeams: countSpacesOfTeams,
};
