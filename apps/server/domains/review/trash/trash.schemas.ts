import { Type } from 'typebox';
import { Id, nullable, refTo, Timestamp, Url } from '../../../platform/http/schemas.ts';
import { ContentOutcomeFields } from '../../content/editing/editing.schemas.ts';
import { UserSchema } from '../../identity/users/users.schemas.ts';

const PageFields = {
  id: Id,
  type: Type.String({ description: '`document`, `group`, `link` or `computed`.' }),
  title: Type.String(),
  path: Type.String({ description: 'Where the page was.' }),
};

export const DeletedPageSchema = Type.Object({
  object: Type.Literal('deleted-page'),
  ...PageFields,
  emoji: Type.Optional(Type.String()),
  icon: Type.Optional(Type.String()),
  revision: Type.String({ description: 'The last revision with the page.' }),
  deletedAt: Timestamp,
  deletedBy: Type.Optional(refTo(UserSchema)),
  below: Type.Object(
    {
      count: Type.Integer(),
      pages: Type.Array(Type.Object(PageFields), { description: 'The first 100 of them, by their paths.' }),
    },
    { description: 'The pages that were deleted with it.' },
  ),
  urls: Type.Object({ location: Url }),
});

export const RestorePageBody = Type.Object(
  {
    into: Type.Optional(
      nullable(
        Type.String({
          description:
            'The new parent, or null for the top level. By default, the page returns to where it was, or to the top level if its parent is gone.',
        }),
      ),
    ),
    at: Type.Optional(
      Type.Integer({ minimum: 0, description: 'The position among the pages of the new parent.' }),
    ),
    changeRequest: Type.Optional(
      Type.String({
        description: 'The id or number of a change request in which the page is restored instead of live.',
      }),
    ),
  },
  { additionalProperties: false },
);

export const RestoredPageSchema = Type.Object({
  revision: Type.String({ description: 'The revision of the space or change request after the edit.' }),
  ...ContentOutcomeFields,
});
