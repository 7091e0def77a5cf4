import { type Static, Type } from 'typebox';
import { Id, mapOf, Url } from '../../http/schemas.ts';

const VisitorSchema = Type.Object({
  type: Type.Optional(Type.Enum(['human', 'agent'])),
  jwtToken: Type.Optional(
    Type.String({
      maxLength: 8192,
      description: 'A JWT signed with the key of the site (HS256, with `exp`), or the token of a preview.',
    }),
  ),
  unsignedClaims: Type.Optional(
    mapOf(Type.Unknown(), {
      description: 'Claims that nobody signed. Used only if the claims schema of the site has `unsigned`.',
    }),
  ),
});

export const ResolveUrlBody = Type.Object({
  url: Url,
  visitor: Type.Optional(VisitorSchema),
  redirectOnError: Type.Optional(
    Type.Boolean({
      default: false,
      description: 'Whether a visitor whose token is invalid is sent to sign in, instead of a 401.',
    }),
  ),
});

export const ResolveUrlQuery = Type.Object({
  url: Url,
  visitorAuthToken: Type.Optional(Type.String({ maxLength: 8192 })),
  redirectOnError: Type.Optional(Type.Boolean({ default: false })),
});

export const PublishedContentSchema = Type.Object(
  {
    site: Id,
    siteSection: Type.Optional(Id),
    siteSpace: Id,
    space: Id,
    organization: Id,
    changeRequest: Type.Optional(Id),
    revision: Type.Optional(Id),
    pathname: Type.String({ description: 'The path of the page, with a slash at the start.' }),
    basePath: Type.String({ description: 'The path that leads to the space, with a slash at both ends.' }),
    siteBasePath: Type.String({ description: 'The path that leads to the site, with a slash at both ends.' }),
    apiToken: Type.String({
      description: 'A token that reads this site as this visitor. The same all day for the same visitor.',
    }),
    shareKey: Type.Optional(Type.String()),
    complete: Type.Boolean({
      description: 'Whether no longer URL can lead to another section, variant or share link.',
    }),
    contextId: Type.Optional(
      Type.String({ description: 'Of visitors with claims: changes when their claims do.' }),
    ),
    canonicalUrl: Url,
    preview: Type.Optional(Type.Boolean()),
  },
  { $id: 'PublishedSiteContent' },
);

export const PublishedRedirectSchema = Type.Object(
  {
    target: Type.Literal('external'),
    site: Id,
    redirect: Url,
  },
  { $id: 'PublishedContentRedirect' },
);

export type PublishedContent = Static<typeof PublishedContentSchema>;
export type PublishedRedirect = Static<typeof PublishedRedirectSchema>;
