import { type Static, Type } from 'typebox';
import { DocumentSchema } from '../../content/revisions/content.schemas.ts';
import { Id, refTo, Timestamp } from '../../http/schemas.ts';

export const SpaceParams = Type.Object({ spaceId: Id });
export const WorkingCopyParams = Type.Object({ spaceId: Id, pageId: Id });

export const WorkingCopyQuery = Type.Object({
  changeRequest: Type.Optional(
    Type.String({ description: 'The id or number of a change request. Absent: the space itself.' }),
  ),
});

const ContentFields = {
  markdown: Type.Optional(Type.String({ maxLength: 1_000_000 })),
  document: Type.Optional(refTo(DocumentSchema)),
};

export const WorkingCopyBody = Type.Object({
  ...ContentFields,
  baseRevision: Type.String({ description: 'The revision whose text the working copy changes.' }),
});

const PlaceFields = {
  page: Id,
  changeRequest: Type.Optional(Id),
  version: Type.String({
    description: 'Also sent as the `ETag`. Send it as `If-Match` with the next change.',
  }),
  baseRevision: Id,
  createdAt: Timestamp,
  updatedAt: Timestamp,
};

export const WorkingCopySchema = Type.Object(
  { object: Type.Literal('working-copy'), ...PlaceFields, ...ContentFields },
  { $id: 'WorkingCopy' },
);
export type WorkingCopy = Static<typeof WorkingCopySchema>;

export const WorkingCopySummarySchema = Type.Object({
  object: Type.Literal('working-copy-summary'),
  ...PlaceFields,
});
