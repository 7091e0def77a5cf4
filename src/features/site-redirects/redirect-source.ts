/**
 * The paths that redirects start from, and the paths that visitors ask for. Both have one canonical text: in lower case,
 * percent-encoded, without empty segments and without a slash at the end.
 */

export const MAX_SOURCE_LENGTH = 512;
const MAX_PATH_LENGTH = 2048;

export interface RedirectSource {
  /** The canonical text; of a wildcard with the star at the end. */
  text: string;
  isWildcard: boolean;
}

interface Segment {
  canonical: string;
  /** Percent-encoded, in the case in which it came. */
  written: string;
}

/** A path below the address of a site. */
export interface SitePath {
  /** Empty for the root of the site. */
  text: string;
  segments: readonly Segment[];
}

/** Reads the source of a redirect; a text says what is wrong with it. */
export function readSource(raw: string): RedirectSource | string {
  if (!raw.startsWith('/')) return 'must begin with a slash';
  const isWildcard = raw.endsWith('*');
  const body = isWildcard ? raw.slice(0, -1) : raw;
  if (body.includes('*')) return 'may have a * only at the end';
  const path = readPath(body);
  if (!path)
    return 'must be a path of valid percent-encoding, without “.”, “..”, encoded slashes and control characters';
  if (path.segments.length === 0) return 'must not be the root of the site';
  const text = isWildcard ? `${path.text}${body.endsWith('/') ? '/*' : '*'}` : path.text;
  if (text.length > MAX_SOURCE_LENGTH)
    return `must have at most ${MAX_SOURCE_LENGTH} characters when it is percent-encoded`;
  return { text, isWildcard };
}

/** Reads a path, encoded or not. Undefined for one that different readers would understand differently. */
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

/** Leaves exactly the characters as they are that the sources of the public client may have. */
export const encode = (text: string): string =>
  encodeURIComponent(text).replace(/[!'()*]|%2B/g, (found) =>
    found === '%2B' ? '+' : `%${found.charCodeAt(0).toString(16).toUpperCase()}`,
  );

/** The decoded segments, as they are compared with the paths of sections and pages. */
export const decodedSegments = ({ segments }: SitePath): string[] =>
  segments.map(({ written }) => decodeURIComponent(written));

/**
 * The sources that may match a path, the one that counts first: the path itself, then the wildcards from the longest to
 * the shortest. `lengths`: how long wildcards are, without their stars.
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

/** What the star of a wildcard stands for in a path that it matches, in the case in which it came. */
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

/** The rest of a segment. The case in which it came is known where both texts have the same length. */
const continueSegment = ({ canonical, written }: Segment, length: number): string =>
  (written.length === canonical.length ? written : canonical).slice(length);

/** Appends what was captured to a path that is percent-encoded. */
export function appendRest(pathname: string, { text, isWithinSegment }: CapturedRest): string {
  if (text === '') return pathname;
  const trimmed = pathname.replace(/\/$/, '');
  if (isWithinSegment && trimmed !== '') return `${trimmed}${text}`;
  return `${trimmed}/${text.replace(/^\//, '')}`;
}

/** A part of a source as it is searched for. */
export const readSearch = (text: string): string =>
  text
    .split('/')
    .map((part) => part.split('*').map(readSearchedPart).join('*'))
    .join('/');

const readSearchedPart = (part: string): string =>
  encode((decode(part) ?? part).toLowerCase().normalize('NFC'));
