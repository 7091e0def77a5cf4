/** Where a redirect leads, as it is stored. */
export type RedirectDestination =
  | { kind: 'site-section'; siteSectionId: string }
  | { kind: 'site-space'; siteSpaceId: string }
  | { kind: 'site-page'; siteSpaceId: string; pageId: string }
  | { kind: 'external'; url: string };

/** What a redirect does, apart from how it is managed. */
export interface RedirectRule {
  redirectId: string;
  /** Canonical: see `redirect-source.ts`. */
  source: string;
  isDraft: boolean;
  capturesWildcard: boolean;
  isPermanent: boolean;
  destination: RedirectDestination;
}

export const isWildcardSource = (source: string): boolean => source.endsWith('*');
