import { Type } from 'typebox';
import { Id, ListQuery, refTo, Url } from '../../../platform/http/schemas.ts';

export const SpaceParams = Type.Object({ spaceId: Id });
export const OrganizationParams = Type.Object({ organizationId: Id });

export const SearchQuery = Type.Object({
  query: Type.String({
    minLength: 1,
    maxLength: 512,
    description: 'The words to search for. The last word may be incomplete.',
  }),
  ...ListQuery,
});

const Score = Type.Number({ minimum: 0 });
const ResultType = Type.Enum(['page', 'section'], {
  description: '`page` if the title, description or path matched, `section` if only the text did.',
});

const SearchedSection = Type.Object({
  id: Type.String(),
  title: Type.String({
    description: 'The heading, or the title of the page for text before the first heading.',
  }),
  path: Type.String({ description: 'The path of the page with the anchor of the heading.' }),
  score: Score,
  resultType: ResultType,
  body: Type.String({ description: 'An excerpt that shows the match.' }),
  urls: Type.Object({ app: Url }),
});

export const SearchedPageSchema = Type.Object(
  {
    id: Id,
    title: Type.String(),
    emoji: Type.Optional(Type.String()),
    icon: Type.Optional(Type.String()),
    description: Type.String({ description: 'Empty if the page has no description.' }),
    path: Type.String(),
    score: Score,
    rank: Type.Integer({ minimum: 1, description: 'The position among all results, starting at 1.' }),
    resultType: ResultType,
    sections: Type.Array(SearchedSection, { description: 'The best matching sections, up to five.' }),
    ancestors: Type.Array(Type.Object({ title: Type.String() }), {
      description: 'The parent pages, outermost first.',
    }),
    urls: Type.Object({ app: Url }),
  },
  { $id: 'SearchedPage' },
);

export const SearchedSpaceSchema = Type.Object(
  {
    type: Type.Literal('space'),
    id: Id,
    title: Type.String(),
    score: Type.Number({ minimum: 0, description: 'The score of the best page in this response.' }),
    pages: Type.Array(refTo(SearchedPageSchema)),
  },
  { $id: 'SearchedSpace' },
);

export const SHARED_SEARCH_SCHEMAS = [SearchedPageSchema, SearchedSpaceSchema];
