/** Lines of an access log, which hold nothing that opens anything, whatever a client sends. */
import { isIPv4, isIPv6 } from 'node:net';
import { createScrubber } from '../log-scrubbing.ts';

export interface AccessEntry {
  at: Date;
  origin: 'api' | 'sites';
  address: string;
  method: string;
  /** As it was sent. */
  url: string;
  httpVersion: string;
  host: string | undefined;
  status: number;
  /** Of the body. */
  bytes: number;
  milliseconds: number;
  referrer: string | undefined;
  agent: string | undefined;
}

const MASK = '***';
/** A browser sends far less; a client could send megabytes a second into the log. */
const MAX_URL = 2000;
const MAX_TEXT = 500;

const scrub = createScrubber([]);

/** `1.2.3.4 - - [28/Nov/2026:17:20:25 +0000] "GET / HTTP/1.1" 200 123 "-" "Agent"`, as Apache and nginx write it. */
export function writeCombined(entry: AccessEntry): string {
  const { address, at, status, bytes } = entry;
  const request = `${escapeText(entry.method)} ${escapeText(maskAddress(entry.url))} HTTP/${entry.httpVersion}`;
  const texts = [describeReferrer(entry.referrer), cut(scrub(entry.agent ?? ''), MAX_TEXT)];
  const [referrer, agent] = texts.map((text) => (text === '' ? '-' : escapeText(text)));
  return `${address} - - [${writeTime(at)}] "${request}" ${status} ${bytes || '-'} "${referrer}" "${agent}"\n`;
}

export function writeJson(entry: AccessEntry): string {
  const { at, url, referrer, agent, ...rest } = entry;
  return `${JSON.stringify({
    time: at.toISOString(),
    ...rest,
    url: maskAddress(url),
    referrer: describeReferrer(referrer) || undefined,
    agent: agent === undefined ? undefined : cut(scrub(agent), MAX_TEXT),
  })}\n`;
}

const cut = (text: string, length: number): string =>
  text.length > length ? `${text.slice(0, length)}…` : text;

const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

/** In UTC, as all times of the service. */
function writeTime(at: Date): string {
  const [date = '', time = ''] = at.toISOString().split('T');
  const [year, month, day] = date.split('-');
  return `${day}/${MONTHS[Number(month) - 1]}/${year}:${time.slice(0, 8)} +0000`;
}

/** Apache's escapes: no line can end early, and no quotation mark can end a field. */
const escapeText = (text: string): string =>
  text
    .replaceAll(/["\\]/g, '\\$&')
    .replaceAll(/[^ -~]/g, (character) =>
      [...Buffer.from(character)].map((byte) => `\\x${byte.toString(16).padStart(2, '0')}`).join(''),
    );

/**
 * A URL without values of its query, without addresses of files, which let everybody read the file, and without what
 * looks like a key in its path.
 */
function maskAddress(url: string): string {
  const [path = '', ...query] = cut(url, MAX_URL).split('?');
  const segments = scrub(path).replaceAll('…', MASK).split('/');
  const file = segments.indexOf('files');
  const kept = file < 0 || !path.startsWith('/files/') ? segments : segments.slice(0, file + 1).concat(MASK);
  const masked = kept.map((segment) => (isKey(segment) ? MASK : segment)).join('/');
  if (query.length === 0) return masked;
  const parameters = query
    .join('?')
    .split('&')
    .map((pair) => (pair.includes('=') ? `${maskName(pair.slice(0, pair.indexOf('=')))}=${MASK}` : MASK));
  return `${masked}?${parameters.join('&')}`;
}

const maskName = (name: string): string => (isKey(name) ? MASK : name);

/** Names of pages are words; a random key mixes cases and digits, or is a long number in hexadecimal. */
const isKey = (segment: string): boolean =>
  (segment.length >= 20 && /[A-Z]/.test(segment) && /[a-z]/.test(segment) && /\d/.test(segment)) ||
  /[0-9a-f]{32}/i.test(segment);

function describeReferrer(referrer: string | undefined): string {
  if (!referrer) return '';
  const match = /^(https?:\/\/)(?:[^/@?#]*@)?([^/?#\s]+)([^#]*)/i.exec(cut(referrer, MAX_URL));
  return match ? `${match[1]}${match[2]}${maskAddress(match[3] ?? '')}` : MASK;
}

/** Without the part that tells one household from another: the last byte, or everything after the first 48 bits. */
export function maskClient(address: string): string {
  const inside = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1] ?? address;
  if (isIPv4(inside)) return `${inside.slice(0, inside.lastIndexOf('.') + 1)}0`;
  if (!isIPv6(inside)) return '-';
  const [before = '', after = ''] = inside.split('::');
  const first = before.split(':').filter(Boolean);
  const last = after.split(':').filter(Boolean);
  const zeros = inside.includes('::') ? Math.max(0, 8 - first.length - last.length) : 0;
  const groups = [...first, ...Array<string>(zeros).fill('0'), ...last].slice(0, 3);
  return `${groups.join(':')}::`;
}
