import { isObjectId } from '@lectern/git/program/git-ref';
import type { Credentials } from '@lectern/git/program/remote-url';
import { withoutEndSlashes } from '@lectern/std/address';
import type { Context } from '../../../platform/context.ts';
import { ApiError } from '../../../platform/http/errors.ts';
import { type GuardedResponse, guardedFetch } from '../../../platform/http/guarded-fetch.ts';
import type { StoredImport } from '../content-import.service.ts';
import { sourceWrongType } from '../import-failures.ts';
import { explainFetch, HEADERS } from './fetch-source.ts';

/** What is at an address: its kind, and the parts of a repository that the address names. */
export type FoundSource = Pick<StoredImport, 'source' | 'url' | 'ref' | 'directory'>;

const PROBE_MS = 20_000;
/** The beginning of a response says what it is. */
const PROBE_BYTES = 4000;

/** The kinds of uploaded files and of addresses, by their endings. */
const ENDINGS: readonly (readonly [RegExp, StoredImport['source']])[] = [
  [/\.zip$/i, 'zip'],
  [/\.(?:md|markdown)$/i, 'markdown'],
  [/\.docx$/i, 'docx'],
  [/\.x?html?$/i, 'html'],
];

/** The kind of an uploaded file, by its name. */
export function findKindOfFile(name: string): StoredImport['source'] {
  const kind = ENDINGS.find(([pattern]) => pattern.test(name))?.[1];
  if (kind) return kind;
  throw sourceWrongType(
    `“${name}” is of a kind that cannot be imported. Choose a ZIP archive, or a Markdown, HTML or Word file.`,
  );
}

/** Hosts whose addresses of two parts are repositories. */
const GIT_HOSTS = /^(?:www\.)?(?:github\.com|gitlab\.com|bitbucket\.org|codeberg\.org|gitea\.com)$/;

/** What an address itself says: a repository, with a branch and a directory, or a file. Undefined: nothing. */
export function readAddress(address: string): FoundSource | undefined {
  const url = new URL(address);
  url.hash = '';
  const parts = url.pathname.split('/').filter((part) => part !== '');
  if (/\.git\/?$/.test(url.pathname)) return { source: 'repository', url: url.href };
  if (GIT_HOSTS.test(url.hostname) && parts.length >= 2) return readHostAddress(url, parts);
  const kind = ENDINGS.find(([pattern, source]) => source !== 'html' && pattern.test(url.pathname))?.[1];
  return kind && { source: kind, url: address };
}

function readHostAddress(url: URL, parts: readonly string[]): FoundSource | undefined {
  const [owner, name, ...rest] = parts.map(decodePart);
  const repository = { source: 'repository', url: `${url.origin}/${owner}/${name}` } as const;
  if (rest[0] === 'wiki') return { source: 'github-wiki', url: repository.url };
  // github: tree/<ref>/<folder>; gitlab: -/tree/<ref>/<folder>; gitea: src/branch/<ref>/<folder>; bitbucket: src/<ref>/…
  const [view, ...named] = rest[0] === '-' ? rest.slice(1) : rest;
  const [ref, ...folders] = view === 'src' && named[0] === 'branch' ? named.slice(1) : named;
  if (view === undefined) return repository;
  if ((view !== 'tree' && view !== 'src') || ref === undefined) return undefined;
  return {
    ...repository,
    ref: isObjectId(ref) ? ref : `refs/heads/${ref}`,
    ...(folders.length === 0 ? {} : { directory: folders.join('/') }),
  };
}

function decodePart(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

/** Finds out what is at an address: by the address, else by asking its server, with the care of every other fetch. */
export async function findSource(
  { config }: Pick<Context, 'config'>,
  address: string,
  signal: AbortSignal,
): Promise<FoundSource> {
  const named = readAddress(address);
  if (named) return named;
  const asked = { config, signal };
  if (isGit(await ask(advertisementOf(address), asked))) return { source: 'repository', url: address };
  const { headers, body } = await ask(new URL(address), asked);
  const type = headers['content-type'] ?? '';
  if (
    /^application\/zip|^application\/x-zip/i.test(type) ||
    body.subarray(0, 4).toString('latin1') === 'PK\x03\x04'
  )
    return { source: /wordprocessingml/i.test(type) ? 'docx' : 'zip', url: address };
  if (/wordprocessingml/i.test(type)) return { source: 'docx', url: address };
  if (/^text\/(?:markdown|x-markdown)/i.test(type)) return { source: 'markdown', url: address };
  return { source: 'website', url: address };
}

interface Asking {
  config: Pick<Context['config'], 'allowPrivateNetworks'>;
  signal: AbortSignal;
  credentials?: Credentials | undefined;
}

/** Fetches the beginning of what is at an address. */
async function ask(url: URL, { config, signal, credentials }: Asking): Promise<GuardedResponse> {
  const authorization =
    credentials &&
    `Basic ${Buffer.from(`${credentials.username}:${credentials.password}`).toString('base64')}`;
  try {
    return await guardedFetch(url, {
      allowPrivate: config.allowPrivateNetworks,
      headers: { ...HEADERS, ...(authorization ? { authorization } : {}) },
      maxBytes: PROBE_BYTES,
      truncate: true,
      timeoutMs: PROBE_MS,
      signal,
    });
  } catch (error) {
    throw explainFetch(error, { signal });
  }
}

/** Where a server of repositories lists the branches of one. */
function advertisementOf(address: string): URL {
  const url = new URL(address);
  url.pathname = `${withoutEndSlashes(url.pathname)}/info/refs`;
  url.search = '?service=git-upload-pack';
  return url;
}

/** The default branch of a repository; undefined if its server does not say. */
export async function findDefaultBranch(address: string, asking: Asking): Promise<string | undefined> {
  const response = await ask(advertisementOf(address), asking).catch((error: unknown) => {
    asking.signal.throwIfAborted();
    if (error instanceof ApiError) return undefined;
    throw error;
  });
  return /\bsymref=HEAD:(refs\/heads\/[^\s\0]+)/.exec(response?.body.toString('utf8') ?? '')?.[1];
}

/** A server of repositories says so, or asks for a password before it does. */
const isGit = ({ status, headers }: { status: number; headers: Record<string, string> }): boolean =>
  /^application\/x-git-upload-pack-advertisement/.test(headers['content-type'] ?? '') ||
  (status === 401 &&
    /^basic realm="?(?:git|gitea|forgejo|gitlab|github|bitbucket)/i.test(headers['www-authenticate'] ?? ''));
