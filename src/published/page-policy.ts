import { ASSETS_PATH } from './assets.ts';
import { MODE_SCRIPT_SOURCE } from './pages/document-head.ts';

/**
 * The content security policy of a page of a site. Scripts come from the assets alone: files of users are on the same
 * origin. `host` is the host that the page was asked for on; `styleSources` are hashes of style elements.
 */
export function writePagePolicy({
  host,
  filesOrigin,
  styleSources,
}: {
  host: string;
  filesOrigin: string;
  styleSources: readonly string[];
}): string {
  return [
    "default-src 'none'",
    `style-src ${styleSources.join(' ')} ${assetSource(host)}`,
    `script-src ${MODE_SCRIPT_SOURCE} ${assetSource(host)}`,
    "connect-src 'self'",
    `img-src 'self' data: ${filesOrigin}`,
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'self'",
  ].join('; ');
}

/** Policies have no form for an address of IP version 6: there, the whole origin must do. */
const assetSource = (host: string): string => (host.startsWith('[') ? "'self'" : host + ASSETS_PATH);
