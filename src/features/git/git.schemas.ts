import { Type } from 'typebox';
import { Id, WebUrl } from '../../http/schemas.ts';

export const SpaceParams = Type.Object({ spaceId: Id });

export const ImportGitRepositoryBody = Type.Object({
  url: Type.String({
    minLength: 1,
    maxLength: 2048,
    description:
      'The http(s) URL of the repository. It may contain a user name and password or token, which are stored encrypted and deleted when the import ends.',
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
        'Imports in the same organization with the same URL and credentials share a cached copy of the repository. Imports with different ids do not.',
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
      description: 'The directory of the repository to import. The root if absent.',
    }),
  ),
  timestamp: Type.Optional(
    Type.String({
      format: 'date-time',
      description:
        'The time of the event that triggered the import, at most five minutes in the future. Returns 409 if a later one was already imported.',
    }),
  ),
  force: Type.Optional(
    Type.Boolean({ description: 'Imports regardless of `timestamp` and reads every file again.' }),
  ),
  standalone: Type.Optional(
    Type.Boolean({ description: 'Creates a revision but does not make it the current one.' }),
  ),
  gitInfo: Type.Optional(
    Type.Object({
      provider: Type.Optional(Type.Enum(['github', 'gitlab'])),
      url: Type.Optional(WebUrl),
    }),
  ),
});
