import { type Static, Type } from 'typebox';
import { Id, mapOf, Url } from '../../../platform/http/schemas.ts';

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
      description: 'Unsigned claims. Used only if the claims schema of the site has `unsigned`.',
    }),
  ),
});

export const ResolveUrlBody = Type.Object({
  url: Url,
  visitor: Type.Optional(VisitorSchema),
  redirectOnError: Type.Optional(
    Type.Boolean({
      default: false,
      description: 'Whether visitors with an invalid token are sent to sign in instead of getting a 401.',
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
    pathname: Type.String({ description: 'The path of the page, with a leading slash.' }),
    basePath: Type.String({ description: 'The path of the space, with a leading and a trailing slash.' }),
    siteBasePath: Type.String({ description: 'The path of the site, with a leading and a trailing slash.' }),
    apiToken: Type.String({
      description: 'A token that can read the site as this visitor. It does not change for a day.',
    }),
    shareKey: Type.Optional(Type.String()),
    complete: Type.Boolean({
      description:
        'Whether every URL that begins with this one leads to the same section, variant and share link.',
    }),
    contextId: Type.Optional(
      Type.String({ description: 'Present for visitors with claims. Changes when their claims change.' }),
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
