import { html } from '@lectern/html/html';
import { attributeOf, findByTag, parseHtml } from '@lectern/html/html-tree';
import { parseUrl } from '@lectern/std/parse-url';
import type { EmbedProvider } from './embed-providers.ts';

/** The fields of an oEmbed answer that are used. */
export interface Oembed {
  type: string | undefined;
  title: string | undefined;
  providerName: string | undefined;
  /** The address of a picture of it. */
  thumbnailUrl: string | undefined;
  html: string | undefined;
  width: number | undefined;
  height: number | undefined;
}

/** Reads the response of an oEmbed endpoint; undefined if it is something else. */
export function readOembed(json: string): Oembed | undefined {
  const response = parseObject(json);
  if (!response) return undefined;
  const { width, height } = response;
  const textAt = (name: string): string | undefined => {
    const value = response[name];
    return typeof value === 'string' ? value : undefined;
  };
  return {
    type: textAt('type'),
    title: textAt('title'),
    providerName: textAt('provider_name'),
    thumbnailUrl: textAt('thumbnail_url'),
    html: textAt('html'),
    width: readSize(width),
    height: readSize(height),
  };
}

function parseObject(json: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(json);
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? (value as Record<string, unknown>)
      : undefined;
  } catch {
    return undefined;
  }
}

const MAX_PIXELS = 4000;

/** Pixels; undefined for a width such as `100%`. */
function readSize(value: unknown): number | undefined {
  const size = typeof value === 'string' && /^\d{1,5}$/.test(value) ? Number(value) : value;
  return typeof size === 'number' && size >= 1 ? Math.min(Math.round(size), MAX_PIXELS) : undefined;
}

const MAX_MARKUP = 16_384;
const DEFAULT_WIDTH = 640;
const DEFAULT_HEIGHT = 360;

/**
 * Renders a frame from the response of a provider. Of the provider's markup, only the address of the frame, which must
 * be on one of its hosts, and the size are kept. Undefined if there is no such frame.
 */
export function renderFrame(provider: EmbedProvider, oembed: Oembed, title: string): string | undefined {
  if ((oembed.type !== 'video' && oembed.type !== 'rich') || !oembed.html) return undefined;
  if (oembed.html.length > MAX_MARKUP) return undefined;
  const frame = findByTag(parseHtml(oembed.html), 'iframe');
  const src = frame && findFrameAddress(provider, attributeOf(frame, 'src'));
  if (!src) return undefined;
  const width = readSize(attributeOf(frame, 'width')) ?? oembed.width ?? DEFAULT_WIDTH;
  const height = readSize(attributeOf(frame, 'height')) ?? oembed.height ?? DEFAULT_HEIGHT;
  return String(
    html`<iframe src="${src}" width="${width}" height="${height}" title="${title}" sandbox="allow-scripts allow-same-origin allow-popups allow-presentation allow-forms" allow="fullscreen; picture-in-picture; encrypted-media" referrerpolicy="strict-origin-when-cross-origin" loading="lazy"></iframe>`,
  );
}

function findFrameAddress({ frameHosts }: EmbedProvider, src: string | undefined): string | undefined {
  const url = src ? parseUrl(src, 'https://relative.invalid') : undefined;
  if (!url) return undefined;
  const isAllowed =
    url.protocol === 'https:' &&
    url.port === '' &&
    url.username === '' &&
    url.password === '' &&
    frameHosts.includes(url.hostname);
  return isAllowed ? url.href : undefined;
}
