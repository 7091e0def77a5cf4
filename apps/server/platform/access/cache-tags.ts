/** The names under which renderers keep responses, and by which they are notified that these are out of date. */
export const cacheTagOf = {
  site: (siteId: string): string => `site:${siteId}`,
  space: (spaceId: string): string => `space:${spaceId}`,
  spec: (organizationId: string, slug: string): string => `organization:${organizationId}:openapi:${slug}`,
};
