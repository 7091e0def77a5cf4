/**
 * The source paths of redirects, and the paths that visitors request. Both have one canonical form: in lower case,
 * percent-encoded, without empty segments and without a slash at the end.
 */

export const MAX_SOURCE_LENGTH = 512;
const MAX_PATH_LENGTH = 2048;

export interface RedirectSource {
  /** The canonical form; a wildcard has a star at the end. */
  text: string;
  isWildcard: boolean;
}

interface Segment {
  canonical: string;
  /** Percent-encoded, in its original case. */
  written: string;
}

/** A path below the address of a site. */
export interface SitePath {
  /** Empty for the root of the site. */
  text: string;
  segments: readonly Segment[];
}

/** Reads the source of a redirect; returns a message if it is not valid. */
export function readSource(raw: string): RedirectSource | string {
  if (!raw.startsWith('/')) return 'must begin with a slash';
  const isWildcard = raw.endsWith('*');
  const body = isWildcard ? raw.slice(0, -1) : raw;
  if (body.includes('*')) return 'can have a * only at the end';
  const path = readPath(body);
  if (!path)
    return 'must be a path with valid percent-encoding and without “.”, “..”, encoded slashes or control characters';
  if (path.segments.length === 0) return 'must not be the root of the site';
  const text = isWildcard ? `${path.text}${body.endsWith('/') ? '/*' : '*'}` : path.text;
  if (text.length > MAX_SOURCE_LENGTH)
    return `must have at most ${MAX_SOURCE_LENGTH} characters when it is percent-encoded`;
  return { text, isWildcard };
}

/** Reads a path, encoded or not. Undefined for a path that programs could interpret differently. */
export function readPath(raw: string): SitePath | undefined {
  if (raw.length > MAX_PATH_LENGTH) return undefined;
  const segments: Segment[] = [];
  for (const part of raw.split('/')) {
    if (part === '') continue;
    const segment = readSegment(part);
    if (!segment) return undefined;
    segments.push(segment);
  }
  return { text: segments.map(({ canonical }) => `/${canonical}`).join(''), segments };
}

function readSegment(part: string): Segment | undefined {
  const decoded = decode(part);
  if (decoded === undefined || decoded === '.' || decoded === '..' || /[/\\\p{Cc}\p{Cs}]/u.test(decoded))
    return undefined;
  return { canonical: encode(decoded.toLowerCase().normalize('NFC')), written: encode(decoded) };
}

function decode(part: string): string | undefined {
  try {
    return decodeURIComponent(part).normalize('NFC');
  } catch {
    return undefined;
  }
}

/** Encodes a text, except exactly the characters that sources in the public client may have. */
export const encode = (text: string): string =>
  encodeURIComponent(text).replace(/[!'()*]|%2B/g, (found) =>
    found === '%2B' ? '+' : `%${found.charCodeAt(0).toString(16).toUpperCase()}`,
  );

/** Returns the decoded segments, for comparison with the paths of sections and pages. */
export const decodedSegments = ({ segments }: SitePath): string[] =>
  segments.map(({ written }) => decodeURIComponent(written));

/**
 * Lists the sources that may match a path, in order of precedence: the path itself, then the wildcards from the longest
 * to the shortest. `lengths` are the lengths of wildcards, without their stars.
 */
export function listCandidates({ text }: SitePath, lengths: readonly number[]): string[] {
  // `/a/*` matches `/a` as well.
  const subject = `${text}/`;
  const wildcards = lengths
    .filter((length) => length <= subject.length)
    .sort((one, other) => other - one)
    .map((length) => `${subject.slice(0, length)}*`);
  return [text, ...wildcards];
}

/** The part of a path that the star of a wildcard matches, in its original case. */
export interface CapturedRest {
  text: string;
  /** Whether it continues a segment: `/v1*` captures `-beta` of `/v1-beta`. */
  isWithinSegment: boolean;
}

export const NO_REST: CapturedRest = { text: '', isWithinSegment: false };

export function captureRest(source: string, { segments }: SitePath): CapturedRest {
  const prefix = source.slice(1, -1);
  const names = prefix.split('/');
  const last = names.at(-1) as string;
  const written = segments.slice(names.length - (last === '' ? 1 : 0)).map((segment) => segment.written);
  if (last === '') return { text: written.join('/'), isWithinSegment: false };
  const begun = segments[names.length - 1];
  const continued = begun ? continueSegment(begun, last.length) : '';
  return { text: [continued, ...written].join('/'), isWithinSegment: true };
}

/** Returns the rest of a segment. Its original case is known only if both forms have the same length. */
const continueSegment = ({ canonical, written }: Segment, length: number): string =>
  (written.length === canonical.length ? written : canonical).slice(length);

/** Appends the captured text to a percent-encoded path. */
export function appendRest(pathname: string, { text, isWithinSegment }: CapturedRest): string {
  if (text === '') return pathname;
  const trimmed = pathname.replace(/\/$/, '');
  if (isWithinSegment && trimmed !== '') return `${trimmed}${text}`;
  return `${trimmed}/${text.replace(/^\//, '')}`;
}

/** Converts a search text to the canonical form of sources. */
export const readSearch = (text: string): string =>
  text
    .split('/')
    .map((part) => part.split('*').map(readSearchedPart).join('*'))
    .join('/');

const readSearchedPart = (part: string): string =>
  encode((decode(part) ?? part).toLowerCase().normalize('NFC'));
