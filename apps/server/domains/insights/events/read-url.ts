import { cutText } from '@lectern/std/cut-text';
import { parseUrl } from '@lectern/std/parse-url';
import { storableText } from './storable-text.ts';

/** An address without user info, query and fragment, which may contain secrets. */
export interface KeptUrl {
  href: string;
  origin: string;
  path: string;
  /** The host name and port; undefined if the address has none. */
  host: string | undefined;
  /** With its question mark; empty if the address has none. */
  query: string;
}

const MAX_PATH = 1024;

/** Undefined if the text is not an address. */
export function withoutQuery(text: string): KeptUrl | undefined {
  const url = parseUrl(text);
  if (!url) return undefined;
  const hasHost = url.host !== '';
  const origin = hasHost ? `${url.protocol}//${url.host}` : url.protocol;
  // The path of mailto:somebody@example.com identifies a person.
  const path = hasHost ? url.pathname.slice(0, MAX_PATH) : '';
  return {
    href: `${origin}${path}`,
    origin,
    path,
    host: hasHost ? url.host : undefined,
    query: url.search,
  };
}

/**
 * The host as insights name it: `www.` is where most sites have put the same pages, a dot at the end says that it is the
 * whole name, and the names of apps (`android-app://com.example`) are the only ones that can have capital letters.
 */
export const nameSource = (host: string): string =>
  host
    .toLowerCase()
    .replace(/(?<!\.)\.+(?=(?::\d+)?$)/, '')
    .replace(/^www\.(?=[^.]+\.)/, '');

export interface Campaign {
  utm_source: string | null;
  utm_medium: string | null;
  utm_campaign: string | null;
  utm_term: string | null;
  utm_content: string | null;
}

const MAX_CAMPAIGN = 255;

const NO_CAMPAIGN: Campaign = {
  utm_source: null,
  utm_medium: null,
  utm_campaign: null,
  utm_term: null,
  utm_content: null,
};

/** Reads the `utm_` parameters of links in campaigns. */
export function readCampaign(query: string): Campaign {
  if (query === '') return NO_CAMPAIGN;
  const parameters = new URLSearchParams(query);
  const read = (name: string): string | null =>
    cutText(storableText(parameters.get(`utm_${name}`) ?? ''), MAX_CAMPAIGN) || null;
  return {
    utm_source: read('source'),
    utm_medium: read('medium'),
    utm_campaign: read('campaign'),
    utm_term: read('term'),
    utm_content: read('content'),
  };
}
