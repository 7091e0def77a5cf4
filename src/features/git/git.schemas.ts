import { Type } from 'typebox';
import { Id, WebUrl } from '../../http/schemas.ts';

export const SpaceParams = Type.Object({ spaceId: Id });

export const ImportGitRepositoryBody = Type.Object({
  url: Type.String({
    minLength: 1,
    maxLength: 2048,
    description:
      'Of the repository, over http(s); may contain basic credentials, which are kept encrypted until the import ends.',
  }),
  ref: Type.String({ minLength: 1, maxLength: 300, description: '`refs/heads/<branch>`.' }),
  repoCacheID: Type.Optional(
    Type.String({
      maxLength: 255,
      description: 'Imports of the organization with the same id share a cached copy.',
    }),
  ),
  repoTreeURL: Type.Optional(
    Type.String({ ...WebUrl, description: 'What the address of a file outside the space begins with.' }),
  ),
  repoCommitURL: Type.Optional(
    Type.String({ ...WebUrl, description: 'What the address of a commit begins with.' }),
  ),
  repoProjectDirectory: Type.Optional(
    Type.String({ maxLength: 1024, description: 'The directory of the space in the repository.' }),
  ),
  timestamp: Type.Optional(
    Type.String({
      format: 'date-time',
      description: 'Of the event behind the import: an older one is refused.',
    }),
  ),
  force: Type.Optional(
    Type.Boolean({ description: 'Imports in spite of the timestamp, and reads every file again.' }),
  ),
  standalone: Type.Optional(
    Type.Boolean({ description: 'Makes a revision without moving the space to it.' }),
  ),
  gitInfo: Type.Optional(
    Type.Object({
      provider: Type.Optional(Type.Enum(['github', 'gitlab'])),
      url: Type.Optional(WebUrl),
    }),
  ),
});
