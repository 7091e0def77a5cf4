import { MAX_FILE_BYTES, MAX_FILE_DEPTH, MAX_FILES, MAX_SPEC_BYTES } from '@lectern/openapi/openapi-limits';
import type { ProcessedSpec, SpecFile, SpecInput, SpecOutcome } from '@lectern/openapi/process-spec';
import type { SpecProblem } from '@lectern/openapi/spec-problem';
import type { Context } from '../../platform/context.ts';
import { guardedFetch } from '../../platform/http/guarded-fetch.ts';
import { NetworkError } from '../../platform/http/guarded-network.ts';

const TIMEOUT_MS = 30_000;
/** For all files of a spec together. */
const ALL_FILES_TIMEOUT_MS = 600_000;
const HEADERS = {
  'user-agent': 'Lectern',
  accept: 'application/vnd.oai.openapi, application/json, application/yaml, */*;q=0.5',
  'accept-encoding': 'identity',
};
const AT_ONCE = 4;

export interface Validators {
  etag: string | null;
  modified: string | null;
}

export type FetchedSpec =
  | { state: 'unchanged' }
  | ({ state: 'processed'; spec: ProcessedSpec } & Validators)
  | {
      state: 'failed';
      code: 'FETCH_TIMEOUT' | 'FETCH_ERROR' | 'PARSE_ERROR';
      problems: SpecProblem[];
      problemCount: number;
    };

interface Means {
  config: Pick<Context['config'], 'allowPrivateNetworks'>;
  process: (input: SpecInput) => Promise<SpecOutcome>;
  signal: AbortSignal;
  /** For each file. */
  timeoutMs?: number;
  allFilesTimeoutMs?: number;
}

/** Fetches a spec with the files that it refers to, each round those that the files of before name. */
export async function fetchSpec(means: Means, url: string, validators: Validators): Promise<FetchedSpec> {
  const { allFilesTimeoutMs = ALL_FILES_TIMEOUT_MS } = means;
  const endsAt = performance.now() + allFilesTimeoutMs;
  const conditions = {
    ...(validators.etag === null ? {} : { 'if-none-match': validators.etag }),
    ...(validators.modified === null ? {} : { 'if-modified-since': validators.modified }),
  };
  let entry: Awaited<ReturnType<typeof fetchFile>>;
  try {
    entry = await fetchFile(means, url, conditions);
  } catch (error) {
    if (!(error instanceof NetworkError)) throw error;
    const code = error.code === 'timeout' ? 'FETCH_TIMEOUT' : 'FETCH_ERROR';
    return failed(code, [{ severity: 'error', code: 'unreadable-file', message: error.message }]);
  }
  if (entry === 'unchanged') return { state: 'unchanged' };

  const files: [SpecFile, ...SpecFile[]] = [entry.file];
  const unreadable: { url: string; reason: string }[] = [];
  let isTimeout = false;
  let size = entry.file.bytes.length;
  for (let depth = 0; depth <= MAX_FILE_DEPTH; depth += 1) {
    const outcome = await means.process({ files, mayRefer: true, unreadable });
    if (outcome.state === 'processed') {
      // With several files, the response for one of them says nothing about the others.
      const { etag, modified } = files.length === 1 ? entry : { etag: null, modified: null };
      return { state: 'processed', spec: outcome, etag, modified };
    }
    if (outcome.state === 'failed') {
      const isFetch = outcome.problems.some(({ code }) => code === 'unreadable-file');
      const code = isFetch ? (isTimeout ? 'FETCH_TIMEOUT' : 'FETCH_ERROR') : 'PARSE_ERROR';
      return { ...outcome, code };
    }
    const { wanted } = outcome;
    if (files.length + wanted.length > MAX_FILES)
      return tooLarge(`The spec refers to more than ${MAX_FILES} files.`);
    for (let at = 0; at < wanted.length; at += AT_ONCE) {
      if (performance.now() > endsAt) return tooSlow(allFilesTimeoutMs, files.length);
      await Promise.all(
        wanted.slice(at, at + AT_ONCE).map(async (address) => {
          try {
            const fetched = await fetchFile(means, address, {});
            // Found again by the address that the reference names, wherever redirects led.
            if (fetched === 'unchanged') return;
            files.push({ ...fetched.file, url: address });
            size += fetched.file.bytes.length;
          } catch (error) {
            if (!(error instanceof NetworkError)) throw error;
            isTimeout ||= error.code === 'timeout';
            unreadable.push({ url: address, reason: error.message });
          }
        }),
      );
      if (size > MAX_SPEC_BYTES)
        return tooLarge(`The files of the spec are larger than ${MAX_SPEC_BYTES / 1_000_000} MB in total.`);
    }
    // The order in which they arrived must not make a version.
    const [first, ...others] = files;
    files.splice(0, files.length, first, ...others.sort((a, b) => (a.url < b.url ? -1 : 1)));
  }
  return tooLarge(`A reference leads through more than ${MAX_FILE_DEPTH} files.`);
}

const failed = (
  code: 'FETCH_TIMEOUT' | 'FETCH_ERROR' | 'PARSE_ERROR',
  problems: SpecProblem[],
): FetchedSpec => ({
  state: 'failed',
  code,
  problems,
  problemCount: problems.length,
});

const tooLarge = (message: string): FetchedSpec =>
  failed('PARSE_ERROR', [{ severity: 'error', code: 'too-large', message }]);

const tooSlow = (timeoutMs: number, count: number): FetchedSpec =>
  failed('FETCH_TIMEOUT', [
    {
      severity: 'error',
      code: 'unreadable-file',
      message: `Not all files of the spec could be fetched within ${timeoutMs / 1000} seconds. Files fetched: ${count}. Publish the spec as one file.`,
    },
  ]);

/** @throws NetworkError also if the answer is not the file. */
async function fetchFile(
  { config, signal, timeoutMs = TIMEOUT_MS }: Means,
  url: string,
  conditions: Record<string, string>,
): Promise<'unchanged' | ({ file: SpecFile } & Validators)> {
  const response = await guardedFetch(url, {
    allowPrivate: config.allowPrivateNetworks,
    headers: { ...HEADERS, ...conditions },
    maxBytes: MAX_FILE_BYTES,
    timeoutMs,
    signal,
  }).catch((error: unknown) => {
    signal.throwIfAborted();
    throw error;
  });
  if (response.status === 304) return 'unchanged';
  if (response.status !== 200)
    throw new NetworkError('unreachable', `${response.url.hostname} returned status ${response.status}.`);
  const { etag, 'last-modified': modified } = response.headers;
  return {
    file: { url: response.url.href, bytes: response.body },
    etag: etag ?? null,
    modified: modified ?? null,
  };
}
