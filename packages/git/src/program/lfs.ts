/** Fetches files that a repository keeps in Git LFS: https://github.com/git-lfs/git-lfs/tree/main/docs */

import { createHash } from 'node:crypto';
import { isRecord } from '@lectern/std/is-record';
import { NetworkError } from '@lectern/std/network-error';
import { parseUrl } from '@lectern/std/parse-url';
import type { GitNetwork, GitResponse } from './git-network.ts';
import { basicAuthorization, type Credentials, type RemoteUrl } from './remote-url.ts';

/** The pointer that a repository has instead of a large file. */
export interface LfsPointer {
  /** The SHA-256 of the file, in hexadecimal digits. */
  oid: string;
  size: number;
}

/** The remote whose LFS server has the files. */
export interface LfsRemote {
  url: string;
  credentials: Credentials | undefined;
  network: GitNetwork;
  /** The limit for each answer, without the time for its bytes. */
  answerMs: number;
  signal?: AbortSignal | undefined;
}

/** `problem`: why the file could not be fetched, as a sentence. */
export type LfsFile = { pointer: LfsPointer } & ({ content: Buffer } | { problem: string });

const MAX_POINTER_BYTES = 1024;
const VERSION =
  /^version (?:https:\/\/git-lfs\.github\.com\/spec\/v1|https:\/\/hawser\.github\.com\/spec\/v1)$/;
const MEDIA_TYPE = 'application/vnd.git-lfs+json';
const MAX_BATCH_OBJECTS = 100;
const MAX_BATCH_BYTES = 2_000_000;
/** Slower hosts are given up. */
const MIN_BYTES_PER_MS = 50;
/** After failures that concern the host as a whole, it is not asked for the other files. */
const OF_HOST = new Set(['timeout', 'unreachable', 'unknown-host', 'untrusted-certificate']);

/** Reads a file as a pointer. Undefined for every other file. */
export function parseLfsPointer(content: Buffer): LfsPointer | undefined {
  if (content.length >= MAX_POINTER_BYTES || !content.subarray(0, 8).equals(Buffer.from('version '))) return;
  const [version = '', ...lines] = content.toString('utf8').trimEnd().split(/\r?\n/);
  if (!VERSION.test(version)) return undefined;
  const values = new Map(lines.map((line): [string, string] => [line.split(' ', 1)[0] ?? '', line]));
  const [, oid] = /^oid sha256:([0-9a-f]{64})$/.exec(values.get('oid') ?? '') ?? [];
  const [, size] = /^size (\d{1,15})$/.exec(values.get('size') ?? '') ?? [];
  return oid === undefined || size === undefined ? undefined : { oid, size: Number(size) };
}

/** The address of the LFS server that `.lfsconfig` names; undefined if it names none. */
export function readLfsConfig(text: string): string | undefined {
  let section = '';
  for (const line of text.split(/\r?\n/).slice(0, 1000)) {
    section = /^\s*\[([^\]]*)\]/.exec(line)?.[1]?.trim().toLowerCase() ?? section;
    const [, url] = /^\s*url\s*=\s*"?([^"\s]{1,2000})"?\s*$/i.exec(line.replace(/^\s*\[[^\]]*\]/, '')) ?? [];
    if (section === 'lfs' && url !== undefined) return url;
  }
  return undefined;
}

/** Whether an address may get the credentials of the remote: it names the same host, over HTTP(S). */
export function isOnHostOf(address: string, remoteUrl: string): boolean {
  const [named, remote] = [parseUrl(address), parseUrl(remoteUrl)];
  if (!named || !remote || !/^https?:$/.test(named.protocol) || named.hostname !== remote.hostname)
    return false;
  return remote.protocol === 'ssh:' || named.origin === remote.origin;
}

/** An address without slashes at its end. */
function withoutSlashes(address: string): string {
  let { length } = address;
  while (address[length - 1] === '/') length -= 1;
  return address.slice(0, length);
}

/** The LFS server of a remote. Over SSH, that of the same host without credentials. */
function endpointOf({ url }: Pick<LfsRemote, 'url'>): string {
  const http = url.replace(/^ssh:\/\/[^@/]*@([^/:]+)(?::\d+)?\//, 'https://$1/');
  return `${withoutSlashes(http).replace(/\.git$/, '')}.git/info/lfs`;
}

export const lfsRemoteOf = (
  {
    remote,
    network,
    limits,
    signal,
  }: {
    remote: RemoteUrl;
    network: GitNetwork;
    limits: { timeoutMs: number; answerMs?: number };
    signal?: AbortSignal | undefined;
  },
  /** The address after redirects, which may be on another host. */
  url: string,
): LfsRemote => ({
  url,
  credentials: !remote.isSsh && isOnHostOf(url, remote.url) ? remote.credentials : undefined,
  network,
  answerMs: limits.answerMs ?? limits.timeoutMs,
  signal,
});

/** Fetches files in the order of their pointers; `configured` is the address of another server on the same host. */
export async function* fetchLfsFiles(
  remote: LfsRemote,
  pointers: readonly LfsPointer[],
  { maxFileBytes, configured }: { maxFileBytes: number; configured?: string | undefined },
): AsyncGenerator<LfsFile, void, undefined> {
  const endpoint = configured === undefined ? endpointOf(remote) : withoutSlashes(configured);
  const fetchable: LfsPointer[] = [];
  for (const pointer of pointers) {
    if (pointer.size <= maxFileBytes) fetchable.push(pointer);
    else
      yield { pointer, problem: `It has ${megabytes(pointer.size)}, more than ${megabytes(maxFileBytes)}.` };
  }
  let failure: string | undefined;
  for (let at = 0; at < fetchable.length; at += MAX_BATCH_OBJECTS) {
    const batch = fetchable.slice(at, at + MAX_BATCH_OBJECTS);
    const listed = failure === undefined ? await askFor(remote, endpoint, batch) : failure;
    if (typeof listed === 'string') failure = listed;
    for (const pointer of batch) {
      if (failure !== undefined || typeof listed === 'string') {
        yield { pointer, problem: failure ?? '' };
        continue;
      }
      const file = await download(remote, endpoint, pointer, listed.get(pointer.oid));
      if ('failure' in file) failure = file.failure;
      yield 'failure' in file ? { pointer, problem: file.failure } : { pointer, ...file };
    }
  }
}

/** Where the server offers each object, or why it offers none. */
async function askFor(
  remote: LfsRemote,
  endpoint: string,
  batch: readonly LfsPointer[],
): Promise<ReadonlyMap<string, Record<string, unknown>> | string> {
  let response: GitResponse;
  try {
    response = await remote.network.fetch(`${endpoint}/objects/batch`, {
      method: 'POST',
      headers: {
        accept: MEDIA_TYPE,
        'content-type': MEDIA_TYPE,
        ...(remote.credentials ? { authorization: basicAuthorization(remote.credentials) } : {}),
      },
      body: JSON.stringify({
        operation: 'download',
        transfers: ['basic'],
        hash_algo: 'sha256',
        objects: batch.map(({ oid, size }) => ({ oid, size })),
      }),
      maxBytes: MAX_BATCH_BYTES,
      timeoutMs: remote.answerMs,
      ...(remote.signal ? { signal: remote.signal } : {}),
    });
  } catch (error) {
    return explain(remote, error).problem;
  }
  const isRefused = response.status === 401 || response.status === 403;
  if (isRefused && !remote.credentials)
    return 'The LFS server requires credentials. They are sent only over HTTPS, by a connection with a token.';
  if (response.status !== 200) return describeStatus(response.status);
  const body = parseJson(response.body);
  const objects = isRecord(body) && Array.isArray(body.objects) ? body.objects.filter(isRecord) : undefined;
  if (!objects) return 'The response of the LFS server was not understood.';
  return new Map(objects.flatMap((object) => (typeof object.oid === 'string' ? [[object.oid, object]] : [])));
}

/** `failure`: the host as a whole failed. */
async function download(
  remote: LfsRemote,
  endpoint: string,
  { oid, size }: LfsPointer,
  object: Record<string, unknown> | undefined,
): Promise<{ content: Buffer } | { problem: string } | { failure: string }> {
  if (!object) return { problem: 'The LFS server did not mention the file.' };
  if (isRecord(object.error)) return { problem: describeStatus(Number(object.error.code)) };
  const action = isRecord(object.actions) ? object.actions.download : undefined;
  if (!isRecord(action) || typeof action.href !== 'string')
    return { problem: 'The LFS server offers no download of the file.' };
  const headers: Record<string, string> = {};
  for (const [name, value] of Object.entries(isRecord(action.header) ? action.header : {}))
    if (typeof value === 'string' && !IS_OWN_HEADER.test(name)) headers[name.toLowerCase()] = value;
  const isOwnHost = parseUrl(action.href)?.origin === parseUrl(endpoint)?.origin;
  if (remote.credentials && isOwnHost && !headers.authorization && object.authenticated !== true)
    headers.authorization = basicAuthorization(remote.credentials);
  let response: GitResponse;
  try {
    response = await remote.network.fetch(action.href, {
      headers,
      maxBytes: size,
      timeoutMs: remote.answerMs + Math.ceil(size / MIN_BYTES_PER_MS),
      ...(remote.signal ? { signal: remote.signal } : {}),
    });
  } catch (error) {
    const { problem, code } = explain(remote, error);
    return OF_HOST.has(code) ? { failure: problem } : { problem };
  }
  if (response.status !== 200) return { problem: describeStatus(response.status) };
  const hash = createHash('sha256').update(response.body).digest('hex');
  if (hash !== oid) return { problem: 'The LFS server sent other bytes than those of the pointer.' };
  return { content: response.body };
}

/** Headers that belong to the connection, not to the request of a caller. */
const IS_OWN_HEADER = /^(?:host|connection|content-length|transfer-encoding|upgrade|expect|te|trailer)$/i;

const megabytes = (bytes: number): string => `${(bytes / 1_000_000).toFixed(1)} MB`;

/** Throws what is no failure of the host. */
function explain({ signal }: LfsRemote, error: unknown): { problem: string; code: string } {
  signal?.throwIfAborted();
  if (error instanceof NetworkError)
    return {
      code: error.code,
      problem:
        error.code === 'too-large'
          ? 'The LFS server sent more bytes than those of the pointer.'
          : error.message,
    };
  throw error;
}

function describeStatus(status: number): string {
  if (status === 401 || status === 403) return 'The LFS server refused the credentials of the repository.';
  if (status === 404 || status === 410) return 'The LFS server does not have it.';
  return Number.isFinite(status)
    ? `The LFS server responded with the status ${status}.`
    : 'The LFS server reported an error.';
}

function parseJson(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString('utf8'));
  } catch {
    return undefined;
  }
}
