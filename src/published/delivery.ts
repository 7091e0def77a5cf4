/** How a browser gets a user's file. */
export interface Delivery {
  contentType: string;
  /** Shown in place; otherwise saved, whatever it is. */
  isInline: boolean;
  /** Scripts and style sheets of any origin may read it, as canvases and `@font-face` need. */
  isShared: boolean;
}

const SHARED_TYPES = new Set([
  'font/collection',
  'font/otf',
  'font/ttf',
  'font/woff',
  'font/woff2',
  'image/apng',
  'image/avif',
  'image/bmp',
  'image/gif',
  'image/heic',
  'image/heif',
  'image/jpeg',
  'image/jxl',
  'image/png',
  'image/svg+xml',
  'image/webp',
  'image/x-icon',
]);
const TEXT_TYPES = new Set(['application/json', 'application/yaml', 'text/markdown', 'text/plain']);
const MEDIA_TYPE = /^(?:audio|video)\/[a-z0-9.+-]+$/;

/**
 * Nothing in a user's file runs, loads or sends anything: an SVG opened by its address is a document of this origin.
 * Browsers show a PDF in a viewer of their own, also under this policy.
 */
export const FILE_POLICY =
  "sandbox; default-src 'none'; style-src 'unsafe-inline'; img-src data:; base-uri 'none'; form-action 'none'";

const SAVED: Delivery = {
  contentType: 'application/octet-stream',
  isInline: false,
  isShared: false,
};

/** What is not known to be harmless in place is saved as bytes of no type. */
export function deliveryOf(contentType: string): Delivery {
  const inline = { contentType, isInline: true, isShared: false };
  if (SHARED_TYPES.has(contentType)) return { ...inline, isShared: true };
  if (MEDIA_TYPE.test(contentType) || contentType === 'application/pdf') return inline;
  if (TEXT_TYPES.has(contentType)) return { ...inline, contentType: `${contentType}; charset=utf-8` };
  return SAVED;
}
