import { ASSETS_PATH } from '../assets.ts';
import { MODE_SCRIPT_SOURCE } from '../pages/document-head.ts';
import { listFrameHosts } from '../reader/embed-frames.ts';

/** Where embeds are framed from, when the reader asks for them. */
const EMBED_SOURCES = listFrameHosts()
  .map((host) => `https://${host}`)
  .join(' ');

/**
 * The content security policy of a page of a site. Scripts come from the assets alone: files of users are on the same
 * origin. `host` is the host that the page was asked for on; `styleSources` are hashes of style elements.
 */
export function writePagePolicy({
  host,
  filesOrigin,
  styleSources,
  loadsExternalPictures,
  callsOwnServers = false,
}: {
  host: string;
  filesOrigin: string;
  styleSources: readonly string[];
  loadsExternalPictures: boolean;
  /** Whether browsers send requests to API servers of readers, which can be anywhere. */
  callsOwnServers?: boolean;
}): string {
  return [
    "default-src 'none'",
    `style-src ${styleSources.join(' ')} ${assetSource(host)}`,
    `script-src ${MODE_SCRIPT_SOURCE} ${assetSource(host)}`,
    `connect-src 'self'${callsOwnServers ? ' http: https:' : ''}`,
    `frame-src ${assetSource(host)} ${EMBED_SOURCES}`,
    `img-src 'self' data: ${filesOrigin}${loadsExternalPictures ? ' https:' : ''}`,
    `font-src 'self' ${filesOrigin}`,
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'self'",
  ].join('; ');
}

/**
 * The policy of a page that members look at in a frame of the console. It is drawn on the sites origin for a site that
 * may have a host of its own: pictures, fonts and styles come from there. Nothing in it runs, and nothing leads away.
 */
export const writeFramedPagePolicy = ({
  siteUrl,
  consoleOrigin,
  filesOrigin,
  styleSource,
  loadsExternalPictures,
}: {
  siteUrl: string;
  consoleOrigin: string;
  filesOrigin: string;
  styleSource: string;
  loadsExternalPictures: boolean;
}): string => {
  const { origin, host } = new URL(siteUrl);
  return [
    "default-src 'none'",
    `style-src ${styleSource} ${assetSource(host)}`,
    `img-src 'self' data: ${origin} ${filesOrigin}${loadsExternalPictures ? ' https:' : ''}`,
    `font-src 'self' ${origin} ${filesOrigin}`,
    `base-uri ${siteUrl}`,
    "form-action 'none'",
    `frame-ancestors ${consoleOrigin}`,
    // The site's own pictures are only for pages of its origin.
    'sandbox allow-same-origin',
  ].join('; ');
};

/**
 * The policy that a page carries itself, on hosts that are not known. It has no form for what frames the page, and with
 * a host that is not known, none for a folder.
 */
export const writePortablePolicy = ({
  styleSources,
  loadsExternalPictures,
}: Pick<Parameters<typeof writePagePolicy>[0], 'styleSources' | 'loadsExternalPictures'>): string =>
  [
    "default-src 'none'",
    `style-src 'self' ${styleSources.join(' ')}`,
    `script-src 'self' ${MODE_SCRIPT_SOURCE}`,
    "connect-src 'self'",
    `frame-src 'self' ${EMBED_SOURCES}`,
    `img-src 'self' data:${loadsExternalPictures ? ' https:' : ''}`,
    "font-src 'self'",
    "base-uri 'none'",
    "form-action 'self'",
  ].join('; ');

/**
 * The policy of a document among the assets: a frame that draws what users wrote. It has no origin, loads only its
 * script, and sends nothing. Drawings have styles of their own.
 */
export const writeFramePolicy = (host: string): string =>
  [
    "default-src 'none'",
    `script-src ${assetSource(host)}`,
    "style-src 'unsafe-inline'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'self'",
    'sandbox allow-scripts',
  ].join('; ');

/** Policies have no form for an address of IP version 6: there, the whole origin must do. */
const assetSource = (host: string): string => (host.startsWith('[') ? "'self'" : host + ASSETS_PATH);
