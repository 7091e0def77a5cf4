import { type Static, type TSchema, Type } from 'typebox';
import { ContentRefSchema, PageLayoutSchema } from '../../../content/revisions/content.schemas.ts';
import { Id, mapOf, refTo, Url } from '../../../platform/http/schemas.ts';

const changeOf = <T extends TSchema>(value: T) =>
  Type.Object({ before: Type.Optional(value), after: Type.Optional(value) });

const Variable = Type.Union([Type.String(), Type.Number(), Type.Boolean()]);
const Text = changeOf(Type.String());
const Flag = changeOf(Type.Boolean());

export const ChangedPageFields = {
  id: Id,
  type: Type.Enum(['document', 'group', 'link', 'computed']),
  title: Type.String(),
  path: Type.Optional(Type.String()),
};
const ChangedPage = Type.Object(ChangedPageFields, { title: 'ChangedPage' });
const ChangedFile = Type.Object(
  {
    id: Id,
    name: Type.String(),
    contentType: Type.String(),
    downloadURL: Url,
  },
  { title: 'ChangedFile' },
);
const ChangedReusable = Type.Object(
  {
    id: Id,
    title: Type.String(),
    document: Type.Optional(Type.String({ description: 'The id of the document.' })),
  },
  { title: 'ChangedReusableContent' },
);
const ChangedTag = Type.Object({ slug: Type.String(), label: Type.String() });

const Reference = refTo(ContentRefSchema);
const Cover = Type.Object({
  ref: Reference,
  refDark: Type.Optional(Reference),
  yPos: Type.Number(),
  height: Type.Optional(Type.Number()),
});

const PageAttributes = Type.Object(
  {
    title: Type.Optional(Text),
    linkTitle: Type.Optional(Text),
    description: Type.Optional(Text),
    slug: Type.Optional(Text),
    document: Type.Optional(changeOf(Type.String({ description: 'The id of the document.' }))),
    cover: Type.Optional(changeOf(Cover)),
    emoji: Type.Optional(Text),
    icon: Type.Optional(Text),
    layout: Type.Optional(changeOf(PageLayoutSchema)),
    variables: Type.Optional(changeOf(mapOf(Variable))),
    hidden: Type.Optional(Flag),
    noIndex: Type.Optional(Flag),
    noRobotsIndex: Type.Optional(Flag),
    condition: Type.Optional(Text),
    tags: Type.Optional(changeOf(Type.Array(Type.String()))),
    target: Type.Optional(changeOf(Reference)),
  },
  {
    minProperties: 1,
    description: 'The attributes that changed, with the values before and after. Missing values are absent.',
  },
);

const typed = <Name extends string, Fields extends Record<string, TSchema>>(type: Name, fields: Fields) =>
  Type.Object({ type: Type.Literal(type), ...fields });

export const ContentDifferenceSchema = Type.Union(
  [
    typed('page_created', { page: ChangedPage }),
    typed('page_edited', { page: ChangedPage, attributes: PageAttributes }),
    typed('page_moved', {
      page: ChangedPage,
      parent: Type.Object(
        { before: Type.Optional(ChangedPage), after: Type.Optional(ChangedPage) },
        { description: 'Absent if the page is at the top level.' },
      ),
    }),
    typed('page_deleted', { page: ChangedPage }),
    typed('file_created', { file: ChangedFile }),
    typed('file_edited', {
      file: ChangedFile,
      attributes: Type.Object({
        name: Type.Optional(Text),
        downloadURL: Type.Optional(Text),
        size: Type.Optional(changeOf(Type.Integer())),
        contentType: Type.Optional(Text),
        dimensions: Type.Optional(changeOf(Type.Object({ width: Type.Integer(), height: Type.Integer() }))),
      }),
    }),
    typed('file_deleted', { file: ChangedFile }),
    typed('reusable_content_created', { reusableContent: ChangedReusable }),
    typed('reusable_content_edited', {
      reusableContent: ChangedReusable,
      attributes: Type.Object({ title: Type.Optional(Text), document: Type.Optional(Text) }),
    }),
    typed('reusable_content_deleted', { reusableContent: ChangedReusable }),
    typed('variables_edited', { variables: mapOf(changeOf(Variable)) }),
    typed('tag_created', { tag: ChangedTag }),
    typed('tag_edited', { tag: ChangedTag, attributes: Type.Object({ label: Type.Optional(Text) }) }),
    typed('tag_deleted', { tag: ChangedTag }),
  ],
  { title: 'ContentDifference' },
);

export type ContentDifference = Static<typeof ContentDifferenceSchema>;
export type ChangedPageObject = Static<typeof ChangedPage>;

export const ChangesFields = {
  changes: Type.Array(ContentDifferenceSchema),
  more: Type.Optional(Type.Integer({ description: 'The number of changes that exceed `limit`.' })),
};

export const ChangesQueryFields = {
  limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 10_000, default: 10 })),
};
