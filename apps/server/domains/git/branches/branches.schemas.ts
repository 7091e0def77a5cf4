import { Type } from 'typebox';
import { Id, ListQuery, Timestamp, Url } from '../../../platform/http/schemas.ts';

export const GitBranchSchema = Type.Object(
  {
    object: Type.Literal('git-branch'),
    ref: Type.String({ description: 'The full name, such as `refs/heads/docs/sign-in`.' }),
    commit: Type.String({ description: 'The last commit that both sides had in common.' }),
    isDeleted: Type.Boolean({ description: 'Whether the branch was deleted in the repository.' }),
    changeRequest: Type.Object({
      id: Id,
      number: Type.Integer(),
      subject: Type.String(),
      status: Type.Enum(['draft', 'open', 'archived', 'merged']),
    }),
    updatedAt: Timestamp,
    urls: Type.Object({ changeRequest: Url }),
  },
  { $id: 'GitBranch' },
);

export const BranchesParams = Type.Object({ spaceId: Id });
export const ListBranchesQuery = Type.Object(ListQuery);
