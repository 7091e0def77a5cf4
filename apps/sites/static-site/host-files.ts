import { ASSETS_PATH } from '../assets.ts';
import { FILE_POLICY } from '../files/delivery.ts';
import { writeRobotsOf } from '../machines/plain-files.ts';
import type { BaseUrl } from './base-url.ts';
import { INDEXES_PATH } from './write-search.ts';

const FOREVER = '  Cache-Control: public, max-age=31536000, immutable\n';

/** Headers in the format that hosts like Netlify and Cloudflare Pages read. */
const HEADERS = `${ASSETS_PATH}*
${FOREVER}/${INDEXES_PATH}*
${FOREVER}/~/files/*
${FOREVER}  Content-Security-Policy: ${FILE_POLICY}
/*
  X-Content-Type-Options: nosniff
  Referrer-Policy: strict-origin-when-cross-origin
  X-Frame-Options: SAMEORIGIN
`;

/**
 * Lists the files that hosts read only at their root, and the file that keeps GitHub Pages from leaving out folders
 * whose names begin with a tilde.
 */
export function* listHostFiles(base: BaseUrl): Generator<{ path: string; body: string }> {
  yield { path: '.nojekyll', body: '' };
  if (base.path !== '/') return;
  yield { path: 'robots.txt', body: writeRobotsOf(base.href) };
  yield { path: '_headers', body: HEADERS };
}
