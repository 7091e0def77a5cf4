import { Type } from 'typebox';
import { Id, ListQuery, Url } from '../../http/schemas.ts';

export const SpaceParams = Type.Object({ spaceId: Id });
export const OrganizationParams = Type.Object({ organizationId: Id });

export const SearchQuery = Type.Object({
  query: Type.String({
    minLength: 1,
    maxLength: 512,
    description: 'Words; the last one may be a beginning.',
  }),
  ...ListQuery,
});

const Score = Type.Number({ minimum: 0 });
const ResultType = Type.Enum(['page', 'section'], {
  description: 'Whether what names the page matched (title, description, path), or only its text.',
});

const SearchedSection = Type.Object({
  id: Type.String(),
  title: Type.String({
    description: 'The heading; of what stands before the first one, the title of the page.',
  }),
  path: Type.String({ description: 'The path of the page, and the anchor of the heading.' }),
  score: Score,
  resultType: ResultType,
  body: Type.String({ description: 'The piece of the text that shows the match.' }),
  urls: Type.Object({ app: Url }),
});

export const SearchedPageSchema = Type.Object(
  {
    id: Id,
    title: Type.String(),
    description: Type.String({ description: 'Empty when the page has none.' }),
    path: Type.String(),
    score: Score,
    rank: Type.Integer({ minimum: 1, description: 'Its place among all results.' }),
    resultType: ResultType,
    sections: Type.Array(SearchedSection, { description: 'Those that match best.' }),
    ancestors: Type.Array(Type.Object({ title: Type.String() }), { description: 'From the top.' }),
    urls: Type.Object({ app: Url }),
  },
  { $id: 'SearchedPage' },
);

export const SearchedSpaceSchema = Type.Object(
  {
    type: Type.Literal('space'),
    id: Id,
    title: Type.String(),
    score: Type.Number({ minimum: 0, description: 'That of its best page in this answer.' }),
    pages: Type.Array(Type.Ref('SearchedPage')),
  },
  { $id: 'SearchedSpace' },
);

export const SHARED_SEARCH_SCHEMAS = [SearchedPageSchema, SearchedSpaceSchema];
