import { type Static, Type } from 'typebox';
import { FileSchema, ReusableContentSchema } from '../../../content/revisions/content.schemas.ts';
import { Id, refTo, Url } from '../../../platform/http/schemas.ts';
import { PageWarningSchema } from './page-warnings.ts';

const PageRef = Type.Object(
  {
    object: Type.Literal('page'),
    id: Id,
    urls: Type.Object({ location: Url }),
  },
  { title: 'PageReference' },
);

/** The result for one page. */
const PageOutcomeSchema = Type.Union([
  Type.Object({
    object: Type.Literal('created_page'),
    ref: Type.Optional(Type.String({ description: 'The `ref` of the page in the request.' })),
    page: PageRef,
  }),
  Type.Object({ object: Type.Literal('updated_page'), page: PageRef }),
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
