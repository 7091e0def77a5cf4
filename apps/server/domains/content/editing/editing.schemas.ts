import { type Static, Type } from 'typebox';
import { FileSchema, ReusableContentSchema } from '../../../content/revisions/content.schemas.ts';
import { Id, nullable, refTo, Url } from '../../../platform/http/schemas.ts';
import { PageWarningSchema } from './page-warnings.ts';

const PageRef = Type.Object(
  {
    object: Type.Literal('page'),
    id: Id,
    urls: Type.Object({ location: Url }),
  },
  { title: 'PageReference' },
);

const Key = Type.Object({ key: Type.String() });
const Path = Type.Array(Type.Integer(), {
  description: 'The place of the block in the page, as in `path` of a request.',
});
const NewBlocks = Type.Array(Type.Object({ type: Type.String() }, { additionalProperties: true }));

/** A change by others, in the form of the operations of a request. */
const MergedChangeSchema = Type.Union([
  Type.Object({ operation: Type.Literal('replace'), at: Key, path: Path, nodes: NewBlocks }),
  Type.Object({
    operation: Type.Literal('insert'),
    at: nullable(Key),
    after: nullable(Key),
    path: Path,
    nodes: NewBlocks,
  }),
  Type.Object({
    operation: Type.Literal('move'),
    at: Key,
    into: nullable(Key),
    after: nullable(Key),
    path: Path,
  }),
  Type.Object({ operation: Type.Literal('delete'), at: Key }),
]);

/** The blocks of a document whose content was changed. */
const BlockOutcomeFields = {
  keys: Type.Optional(
    Type.Record(Type.String(), Type.String(), {
      description:
        'After a change of the content: the new keys of blocks by their keys before, and by the `id`s of the request. Keys that did not change are left out.',
    }),
  ),
  keyPrefixes: Type.Optional(
    Type.Record(Type.String(), Type.String(), {
      description:
        'After a change of many keys: new prefixes by those before. The prefix of a key is the part before the first hyphen. A key that is not in `keys` has the new prefix; the rest of it is the same.',
    }),
  ),
  merged: Type.Optional(
    Type.Array(MergedChangeSchema, {
      description:
        'After a change of the content: what others changed since the revision in `If-Match`, to be applied in order after `keys`. Absent if there is too much of it: read the page instead.',
    }),
  ),
};

/** The result for one page. */
const PageOutcomeSchema = Type.Union([
  Type.Object({
    object: Type.Literal('created_page'),
    ref: Type.Optional(Type.String({ description: 'The `ref` of the page in the request.' })),
    page: PageRef,
  }),
  Type.Object({ object: Type.Literal('updated_page'), page: PageRef, ...BlockOutcomeFields }),
  Type.Object({ object: Type.Literal('deleted_page'), page: Id }),
]);

export const ContentOutcomeFields = {
  changes: Type.Array(PageOutcomeSchema, {
    description: 'Every page that the request changed, in the order of the first change.',
  }),
  insertedFiles: Type.Optional(
    Type.Array(refTo(FileSchema), {
      description: 'The files that the request added, in the order of the changes.',
    }),
  ),
  insertedReusableContents: Type.Optional(
    Type.Array(refTo(ReusableContentSchema), {
      description: 'The reusable contents that the request added, in the order of the changes.',
    }),
  ),
  updatedReusableContents: Type.Optional(
    Type.Array(Type.Object({ id: Id, ...BlockOutcomeFields }), {
      description: 'The reusable contents whose content was changed.',
    }),
  ),
  warnings: Type.Optional(
    Type.Array(PageWarningSchema, {
      description:
        'Conditions on these pages and their blocks that are probably mistakes, according to the claims schemas of the sites that show the space.',
    }),
  ),
};

export type PageOutcomeObject = Static<typeof PageOutcomeSchema>;

export const EditedSpaceSchema = Type.Object({
  revision: Type.String({ description: 'The current revision of the space after the edit.' }),
  ...ContentOutcomeFields,
});
