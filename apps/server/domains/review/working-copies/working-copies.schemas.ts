import { type Static, Type } from 'typebox';
import { DocumentSchema, documentInput } from '../../../content/revisions/content.schemas.ts';
import { Id, refTo, Timestamp } from '../../../platform/http/schemas.ts';

export const SpaceParams = Type.Object({ spaceId: Id });
export const WorkingCopyParams = Type.Object({ spaceId: Id, pageId: Id });

export const WorkingCopyQuery = Type.Object({
  changeRequest: Type.Optional(
    Type.String({ description: 'The id or number of a change request. Defaults to the space itself.' }),
  ),
});

const Markdown = Type.Optional(Type.String({ maxLength: 1_000_000 }));

export const WorkingCopyBody = Type.Object({
  markdown: Markdown,
  document: Type.Optional(
    documentInput('The blocks. They are stored unchanged and validated when they are saved as an edit.'),
  ),
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
  {
    object: Type.Literal('working-copy'),
    ...PlaceFields,
    markdown: Markdown,
    document: Type.Optional(refTo(DocumentSchema)),
  },
  { $id: 'WorkingCopy' },
);
export type WorkingCopy = Static<typeof WorkingCopySchema>;

export const WorkingCopySummarySchema = Type.Object({
  object: Type.Literal('working-copy-summary'),
  ...PlaceFields,
});
