import { createHash } from 'node:crypto';

/** The content of the picture that other services show with a link to a page. */
export interface SocialPreview {
  siteTitle: string;
  title: string;
  description: string | undefined;
  /** The color of the site. */
  color: string;
  direction: 'ltr' | 'rtl';
}

/** Increase it when pictures of the same data look different. */
const DRAWING_VERSION = 1;

/** Returns a name that identifies a picture by its content. */
export const nameSocialPreview = (preview: SocialPreview): string =>
  createHash('sha256')
    .update(JSON.stringify([DRAWING_VERSION, preview]))
    .digest('base64url')
    .slice(0, 16);

/** The address of the picture of a page, below that of its space. It changes with the picture. */
export const socialPreviewHref = (homeHref: string, pageId: string, preview: SocialPreview): string =>
  `${homeHref}~/social/${pageId}.png?v=${nameSocialPreview(preview)}`;
