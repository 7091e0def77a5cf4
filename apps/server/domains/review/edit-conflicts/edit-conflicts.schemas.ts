import { type Static, Type } from 'typebox';
import { DocumentSchema, documentInput } from '../../../content/revisions/content.schemas.ts';
import { Id, refTo, Timestamp } from '../../../platform/http/schemas.ts';
import { UserSchema } from '../../identity/users/users.schemas.ts';

export const EditConflictsParams = Type.Object({ spaceId: Id });
export const EditConflictParams = Type.Object({ spaceId: Id, editConflictId: Id });

const ChangeRequest = Type.Optional(
  Type.String({ description: 'The id or number of a change request. Defaults to the space itself.' }),
);

export const EditConflictsQuery = Type.Object({ page: Id, changeRequest: ChangeRequest });

const TextFields = {
  baseRevision: Type.Optional(
    Type.String({ description: 'The revision that has the block. Defaults to the current one.' }),
  ),
  block: Type.Optional(
    Type.String({ maxLength: 100, description: 'The `key` of the block; absent if it was deleted.' }),
  ),
  unsaved: Type.Optional(documentInput('The block as the caller wants it; absent if the caller deleted it.')),
};

export const PostEditConflictBody = Type.Object({
  page: Id,
  changeRequest: ChangeRequest,
  before: Type.Optional(documentInput('The block that both have changed, as it was before.')),
  ...TextFields,
});
export const PutEditConflictBody = Type.Object(TextFields);

export const EditConflictSchema = Type.Object(
  {
    object: Type.Literal('edit-conflict'),
    id: Id,
    author: refTo(UserSchema),
    page: Id,
    changeRequest: Type.Optional(Id),
    block: Type.Optional(
      Type.String({ description: 'The `key` of the block in the current revision; absent if it is gone.' }),
    ),
    before: Type.Optional(refTo(DocumentSchema)),
    unsaved: Type.Optional(refTo(DocumentSchema)),
    createdAt: Timestamp,
    updatedAt: Timestamp,
  },
  {
    $id: 'EditConflict',
    description: 'A block that its author could not save, because somebody else had changed it.',
  },
);
export type EditConflict = Static<typeof EditConflictSchema>;
