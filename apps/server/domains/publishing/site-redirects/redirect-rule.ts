/** The destination of a redirect, as it is stored. */
export type RedirectDestination =
  | { kind: 'site-section'; siteSectionId: string }
  | { kind: 'site-space'; siteSpaceId: string }
  | { kind: 'site-page'; siteSpaceId: string; pageId: string }
  | { kind: 'external'; url: string };

/** The rule of a redirect, without the fields for managing it. */
export interface RedirectRule {
  redirectId: string;
  /** The source in its canonical form: see `redirect-source.ts`. */
  source: string;
  isDraft: boolean;
  capturesWildcard: boolean;
  isPermanent: boolean;
  destination: RedirectDestination;
}

export const isWildcardSource = (source: string): boolean => source.endsWith('*');
