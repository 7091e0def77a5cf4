import { createHash } from 'node:crypto';

/** What a picture shows with which a link to a page is shown elsewhere. */
export interface SocialPreview {
  siteTitle: string;
  title: string;
  description: string | undefined;
  /** The color of the site. */
  color: string;
  direction: 'ltr' | 'rtl';
}

/** Raised when pictures of the same data look different. */
const DRAWING_VERSION = 1;

/** Names a picture by what it shows. */
export const nameSocialPreview = (preview: SocialPreview): string =>
  createHash('sha256')
    .update(JSON.stringify([DRAWING_VERSION, preview]))
    .digest('base64url')
    .slice(0, 16);

/** The address of the picture of a page, below that of its space. Another picture has another address. */
export const socialPreviewHref = (homeHref: string, pageId: string, preview: SocialPreview): string =>
  `${homeHref}~/social/${pageId}.png?v=${nameSocialPreview(preview)}`;
