/** Data about a visitor as their token states it: what conditions see as `visitor.claims`. */
export type Claims = Readonly<Record<string, unknown>>;

/** The content that a visitor previews instead of the published content. */
export interface PreviewedContent {
  /** Sections and site spaces that are drafts, and a site that is not published, are shown. */
  isDraft: boolean;
  /** The space of the change request or revision. */
  spaceId?: string;
  changeRequestId?: string;
  revisionId?: string;
}

/** A reader of a published site. They have no role: they may see what the site shows to them. */
export interface Visitor {
  organizationId: string;
  siteId: string;
  /** Unsigned claims are below `unsigned`. */
  claims: Claims;
  /** The id of the share link that led them here. */
  shareLinkId?: string;
  /** Whether a token signed with the site's key let them in. */
  isAuthenticated: boolean;
  /** The number of that key. */
  keyNumber?: number;
  /** The session or token of a member with which they entered. What it may read is decided at each use. */
  enteredBy?: string;
  /** Whether they know the password of the site. */
  knowsPassword?: true;
  preview?: PreviewedContent;
  /**
   * The session or token that made a preview: it sees no more than its owner may read, and ends with it.
   */
  previewedBy?: string;
  /** The link by which somebody without an account previews a change request. */
  previewLinkId?: string;
}

/** Whether the site knows who a visitor is: by a token of its own sign-in, or as a member. */
export const hasSignedIn = ({ isAuthenticated, enteredBy }: Visitor): boolean =>
  isAuthenticated || enteredBy !== undefined;
