import { type Static, Type } from 'typebox';
import { Id, ListQuery } from '../../../platform/http/schemas.ts';

const Query = Type.String({
  maxLength: 512,
  description: 'The words to search for. The last word may be incomplete.',
});

const MAX_SITE_SPACES = 1000;
const SiteSpaceIds = Type.Array(Id, { minItems: 1, maxItems: MAX_SITE_SPACES });

const SiteSearchScopeSchema = Type.Union([
  Type.Object({
    mode: Type.Literal('default', {
      description: 'The default site space of each section, and `currentSiteSpace`.',
    }),
    currentSiteSpace: Type.Optional(
      Type.String({
        description:
          'The site space that the reader is viewing. In other sections, the variant in its language is searched, if there is one.',
      }),
    ),
    includedSiteSpaces: Type.Optional(
      Type.Array(Type.String(), {
        maxItems: MAX_SITE_SPACES,
        deprecated: true,
        description: 'The ids of additional site spaces to search. Only older clients send them.',
      }),
    ),
    restrictTo: Type.Optional(
      Type.Enum(['currentSiteSpace', 'otherSiteSpaces'], {
        description: 'The site spaces to search. Requires `currentSiteSpace`.',
      }),
    ),
  }),
  Type.Object({ mode: Type.Literal('specific'), siteSpaceIds: SiteSpaceIds }),
  Type.Object({ mode: Type.Literal('all') }),
]);

export type SiteSearchScope = Static<typeof SiteSearchScopeSchema>;

export const SiteSearchBody = Type.Union([
  Type.Object({ query: Query, scope: SiteSearchScopeSchema }),
  Type.Object({ query: Query, mode: Type.Literal('current'), siteSpaceId: Id }),
  Type.Object({ query: Query, mode: Type.Literal('all') }),
  Type.Object({
    query: Query,
    mode: Type.Optional(Type.Literal('specific')),
    siteSpaceIds: SiteSpaceIds,
  }),
]);

export const SiteSearchQuery = Type.Object(ListQuery);

/** The scope of a body, also of one in the older form. */
export function readScope(body: Static<typeof SiteSearchBody>): SiteSearchScope {
  if ('scope' in body) return body.scope;
  if ('siteSpaceId' in body) return { mode: 'default', currentSiteSpace: body.siteSpaceId };
  if ('siteSpaceIds' in body) return { mode: 'specific', siteSpaceIds: body.siteSpaceIds };
  return { mode: 'all' };
}
