/** Masks the parts of addresses that can be secret, for people who may not change them. */

import { parseUrl } from '@lectern/std/parse-url';

const MASK = '***';

/**
 * The address without user information and fragment, and with every value in its query masked: the names under which
 * servers expect their keys cannot all be known.
 */
export function maskUrl(address: string): string {
  const url = parseUrl(address);
  if (!url) return MASK;
  url.username = '';
  url.password = '';
  url.hash = '';
  // Parameters within the path: /spec;token=secret
  url.pathname = url.pathname.replaceAll(/;([^=;/]*)=[^;/]*/g, `;$1=${MASK}`);
  url.search = url.search.slice(1).split('&').map(maskParameter).join('&');
  return url.href;
}

function maskParameter(parameter: string): string {
  if (parameter === '') return '';
  const end = parameter.indexOf('=');
  return end < 0 ? MASK : `${parameter.slice(0, end)}=${MASK}`;
}

/** The text with every address in it masked. */
export const maskUrlsIn = (text: string): string =>
  text.replaceAll(/\b[a-z][a-z0-9+.-]{0,20}:\/\/[^\s"'<>“”‘’`]+/gi, maskUrl);
