import { Type } from 'typebox';
import { Id, WebUrl } from '../../platform/http/schemas.ts';

export const SpaceParams = Type.Object({ spaceId: Id });

const RepositoryFields = {
  url: Type.String({
    minLength: 1,
    maxLength: 2048,
    description:
      'The http(s) URL of the repository. It may contain a user name and password or token, which are stored encrypted and deleted when the operation ends.',
  }),
  ref: Type.String({
    minLength: 1,
    maxLength: 300,
    description: 'The branch to import, as `refs/heads/<branch>`.',
  }),
  repoCacheID: Type.Optional(
    Type.String({
      maxLength: 255,
      description:
        'Operations in the same organization with the same URL and credentials share a cached copy of the repository, unless their ids differ.',
    }),
  ),
  repoTreeURL: Type.Optional(
    Type.String({
      ...WebUrl,
      description: 'The base URL for links to files that are in the repository but not in the space.',
    }),
  ),
  repoCommitURL: Type.Optional(Type.String({ ...WebUrl, description: 'The base URL for links to commits.' })),
  repoProjectDirectory: Type.Optional(
    Type.String({
      maxLength: 1024,
      description: 'The directory of the space in the repository. Defaults to the root.',
    }),
  ),
  timestamp: Type.Optional(
    Type.String({
      format: 'date-time',
      description:
        'The time of the event that triggered the operation, at most five minutes in the future. The request is refused if a later event was already applied.',
    }),
  ),
  force: Type.Optional(
    Type.Boolean({ description: 'Imports regardless of `timestamp` and reads every file again.' }),
  ),
  gitInfo: Type.Optional(
    Type.Object({
      provider: Type.Optional(Type.Enum(['github', 'gitlab'])),
      url: Type.Optional(WebUrl),
    }),
  ),
};

export const ImportGitRepositoryBody = Type.Object({
  ...RepositoryFields,
  standalone: Type.Optional(
    Type.Boolean({ description: 'Creates a revision without making it the current one.' }),
  ),
});

export const ExportGitRepositoryBody = Type.Object({
  ...RepositoryFields,
  ref: Type.String({
    minLength: 1,
    maxLength: 300,
    description:
      'The branch to export to, as `refs/heads/<branch>`. A new branch starts at the commit that was last imported or exported, or else at the default branch.',
  }),
  commitMessage: Type.String({
    minLength: 1,
    maxLength: 10_000,
    description: 'The commit message. The other authors of the content are added as co-authors.',
  }),
  standalone: Type.Optional(
    Type.Boolean({
      description:
        'Writes the content as a snapshot, for example to another repository. The repository of the space does not change.',
    }),
  ),
  force: Type.Optional(
    Type.Boolean({
      description:
        'Exports regardless of `timestamp`, and even if the history of the branch was rewritten. If the branch of a first export already has documentation, pages at the same paths are replaced. Never overwrites commits of others, and keeps files that are not in the space.',
    }),
  ),
});
