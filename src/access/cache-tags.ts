/** The names under which renderers keep answers, and under which they are told that these are out of date. */
export const cacheTagOf = {
  site: (siteId: string): string => `site:${siteId}`,
  space: (spaceId: string): string => `space:${spaceId}`,
  spec: (organizationId: string, slug: string): string => `organization:${organizationId}:openapi:${slug}`,
};
