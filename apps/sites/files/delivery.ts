/** How a user's file is sent to a browser. */
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
 * Nothing in a user's file may run, load or send anything: an SVG opened by its address is a document of this origin.
 * Browsers show a PDF in their own viewer, even under this policy.
 */
export const FILE_POLICY =
  "sandbox; default-src 'none'; style-src 'unsafe-inline'; img-src data:; base-uri 'none'; form-action 'none'";

const SAVED: Delivery = {
  contentType: 'application/octet-stream',
  isInline: false,
  isShared: false,
};

/** A type that is not known to be harmless inline is saved as untyped bytes. */
export function deliveryOf(contentType: string): Delivery {
  const inline = { contentType, isInline: true, isShared: false };
  if (SHARED_TYPES.has(contentType)) return { ...inline, isShared: true };
  if (MEDIA_TYPE.test(contentType) || contentType === 'application/pdf') return inline;
  if (TEXT_TYPES.has(contentType)) return { ...inline, contentType: `${contentType}; charset=utf-8` };
  return SAVED;
}
