import { createHash } from 'node:crypto';
import type { PublishedContent, PublishedRedirect } from './published-content.schemas.ts';
import type { ResolvedContent, VisitorRedirect } from './resolve-url.ts';

const toPath = (segments: readonly string[]): string =>
  segments.length === 0 ? '/' : `/${segments.map(encodeURIComponent).join('/')}/`;

export function presentContent(content: ResolvedContent, apiToken: string): PublishedContent {
  const { open, visitor, rest } = content;
  return {
    site: open.site.siteId,
    ...(content.sectionId === undefined ? {} : { siteSection: content.sectionId }),
    siteSpace: content.siteSpaceId,
    space: content.spaceId,
    organization: open.site.organizationId,
    ...(content.changeRequest === undefined ? {} : { changeRequest: content.changeRequest }),
    ...(content.revision === undefined ? {} : { revision: content.revision }),
    pathname: `/${rest.map(encodeURIComponent).join('/')}`,
    basePath: toPath(content.base),
    siteBasePath: toPath(content.siteBase),
    apiToken,
    ...(content.shareKey === undefined ? {} : { shareKey: content.shareKey }),
    complete: content.isComplete,
    ...(visitor.isAuthenticated ? { contextId: nameContext(visitor.claims) } : {}),
    canonicalUrl: content.canonicalUrl,
    ...(visitor.preview ? { preview: true } : {}),
  };
}

const nameContext = (claims: object): string =>
  createHash('sha256').update(JSON.stringify(claims)).digest('base64url').slice(0, 22);

export const presentRedirect = ({ siteId, location }: VisitorRedirect): PublishedRedirect => ({
  target: 'external',
  site: siteId,
  redirect: location,
});
