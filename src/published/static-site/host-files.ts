import { ASSETS_PATH } from '../assets.ts';
import { FILE_POLICY } from '../files/delivery.ts';
import { writeRobotsOf } from '../machines/plain-files.ts';
import type { BaseUrl } from './base-url.ts';
import { INDEXES_PATH } from './write-search.ts';

const FOREVER = '  Cache-Control: public, max-age=31536000, immutable\n';

/** Headers as hosts like Netlify and Cloudflare Pages read them. */
const HEADERS = `${ASSETS_PATH}*
${FOREVER}/${INDEXES_PATH}*
${FOREVER}/~/files/*
${FOREVER}  Content-Security-Policy: ${FILE_POLICY}
/*
  X-Content-Type-Options: nosniff
  Referrer-Policy: strict-origin-when-cross-origin
  X-Frame-Options: SAMEORIGIN
`;

/** What hosts read at their root alone, and what keeps one of them from leaving out folders whose name begins with a tilde. */
export function* listHostFiles(base: BaseUrl): Generator<{ path: string; body: string }> {
  yield { path: '.nojekyll', body: '' };
  if (base.path !== '/') return;
  yield { path: 'robots.txt', body: writeRobotsOf(base.href) };
  yield { path: '_headers', body: HEADERS };
}
