import { createHmac, timingSafeEqual } from 'node:crypto';
import { webAddress } from '@lectern/html/web-address';
import type { Picture } from '@lectern/render/references';
import { decodeComponent } from '@lectern/std/decode-component';
import type { ImageDimensions } from '../../server/content/files/image-dimensions.ts';
import type { Customization } from '../../server/domains/publishing/site-settings/customization/customization.schemas.ts';
import type { Context } from '../../server/platform/context.ts';
import { joinPath, type SiteRequest } from '../visits/site-request.ts';

export type ExternalPicturesMode = Customization['externalPictures']['mode'];

/** Finds how a picture at an absolute address is shown; undefined: as a link. */
export type FindExternalPicture = (url: string) => Picture | undefined;

/** The maximum length of the address of a picture: longer request lines are refused by some proxies. */
const MAX_LENGTH = 2000;
const MAC_BYTES = 16;
const MAC = /^[\w-]{22}$/;

export function createFindExternalPicture(
  { config, keyRing }: Pick<Context, 'config' | 'keyRing'>,
  {
    mode,
    siteId,
    homeHref,
    sizeOf,
  }: {
    mode: ExternalPicturesMode;
    siteId: string;
    /** The address of the space, below which the service sends the pictures. */
    homeHref: string;
    /** Returns the size of a picture that the service sends, if it is known. */
    sizeOf: (url: string) => ImageDimensions | undefined;
  },
): FindExternalPicture {
  const filesOrigin = new URL(config.sitesUrl).origin;
  const [key] = keyRing.keys('pictures');
  return (written) => {
    const url = mode === 'none' ? undefined : webAddress(written);
    if (url === undefined || !key || url.length > MAX_LENGTH) return undefined;
    const { protocol, origin, pathname } = new URL(url);
    if (protocol !== 'https:' && protocol !== 'http:') return undefined;
    if (origin === filesOrigin) {
      // A browser would send its cookies to anything else on this origin.
      return pathname.startsWith('/files/') ? { src: url } : undefined;
    }
    if (mode === 'proxy')
      return { src: proxyHref(homeHref, { siteId, url }, key), externalHref: url, ...sizeOf(url) };
    // The policy of the page allows no pictures without encryption.
    return protocol === 'https:' ? { src: url, externalHref: url } : undefined;
  };
}

/** A picture that a page of a site shows. */
interface ExternalAddress {
  siteId: string;
  url: string;
}

const proxyHref = (homeHref: string, address: ExternalAddress, key: Buffer): string =>
  `${homeHref}~/pictures/${macOf(address, key).toString('base64url')}?url=${encode(address.url)}`;

/** No character of it must be escaped in an attribute. */
const encode = (url: string): string => encodeURIComponent(url).replaceAll("'", '%27');

/** Lists the addresses of the pictures in a text that the service fetches from other hosts. */
export const listProxied = (html: string): Set<string> =>
  new Set(
    html.split('"').flatMap((part) => {
      const url = /~\/pictures\/[\w-]{22}\?url=/.exec(part);
      return url ? decodeComponent(part.slice(url.index + url[0].length)) : [];
    }),
  );

/** Reads a request for a picture that the service fetches from another host. */
export function findExternalPicture(
  asked: SiteRequest,
): { mac: string; url: string; from: SiteRequest } | undefined {
  const { segments, query } = asked;
  const [tilde, pictures, mac] = segments.slice(-3);
  const url = query.get('url');
  if (tilde !== '~' || pictures !== 'pictures' || mac === undefined || url === null || !MAC.test(mac))
    return undefined;
  const above = segments.slice(0, -3);
  return { mac, url, from: { ...asked, segments: above, pathname: joinPath(above, true) } };
}

/** Whether this service wrote the address of a picture for the site. Nobody else can, so that it fetches nothing else. */
export function isGenuine(keys: readonly Buffer[], mac: string, address: ExternalAddress): boolean {
  const given = Buffer.from(mac, 'base64url');
  let isOurs = false;
  for (const key of keys) if (timingSafeEqual(given, macOf(address, key))) isOurs = true;
  return isOurs;
}

const macOf = ({ siteId, url }: ExternalAddress, key: Buffer): Buffer =>
  createHmac('sha256', key)
    .update(JSON.stringify(['picture 1', siteId, url]))
    .digest()
    .subarray(0, MAC_BYTES);
