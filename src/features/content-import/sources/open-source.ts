import { join, posix } from 'node:path';
import type { Context } from '../../../context.ts';
import { NetworkError } from '../../../http/guarded-network.ts';
import type { ImportProgress } from '../content-import.schemas.ts';
import type { StoredImport } from '../content-import.service.ts';
import { convertFiles } from '../convert-files.ts';
import { MAX_FILE_BYTES } from '../import-limits.ts';
import type { ImportedPage, ImportProblem } from '../imported-content.ts';
import type { ImportSource } from '../landing/import-source.ts';
import { downloadSource, fetchAddress } from './fetch-source.ts';
import { openStoredFiles, type StoredFile } from './stored-files.ts';
import { unpackZip } from './unpack-zip.ts';

export interface OpenOptions {
  /** An empty folder for what is fetched; the caller removes it. */
  folder: string;
  signal: AbortSignal;
  onProgress: (progress: ImportProgress) => void;
}

export interface OpenedSource extends ImportSource {
  /** The format that the files were read as; undefined for a website. */
  format: string | undefined;
}

const FETCH_MS = 300_000;

/** Fetches the source of an import and converts what it holds. */
export async function openSource(
  context: Pick<Context, 'config' | 'threads'>,
  request: StoredImport,
  options: OpenOptions,
): Promise<OpenedSource> {
  switch (request.source) {
    case 'zip':
    case 'notion':
    case 'confluence':
      return openArchive(context, request, options);
    default:
      return openFile(context, request, options);
  }
}

async function openArchive(
  context: Pick<Context, 'config' | 'threads'>,
  request: StoredImport,
  { folder, signal, onProgress }: OpenOptions,
): Promise<OpenedSource> {
  const { config } = context;
  const maxBytes = config.limits.importBytes;
  const problems: ImportProblem[] = [];
  onProgress({ stage: 'fetching' });
  const archive = join(folder, 'archive');
  const { size } = await downloadSource(request.url, archive, {
    config,
    maxBytes,
    timeoutMs: FETCH_MS,
    signal,
  });
  onProgress({ stage: 'unpacking' });
  const stored = await unpackZip(archive, { folder, archiveBytes: size, maxBytes, problems, signal });
  onProgress({ stage: 'converting' });
  return openFiles(context, { stored: withoutWrapper(stored), request, problems, signal });
}

/** A single file, which the address names. Its links and images count from the address. */
async function openFile(
  context: Pick<Context, 'config' | 'threads'>,
  request: StoredImport,
  { folder, signal, onProgress }: OpenOptions,
): Promise<OpenedSource> {
  const { config } = context;
  onProgress({ stage: 'fetching' });
  const file = join(folder, 'file');
  const response = await downloadSource(request.url, file, {
    config,
    maxBytes: MAX_FILE_BYTES,
    timeoutMs: FETCH_MS,
    signal,
  });
  onProgress({ stage: 'converting' });
  const path = `${nameOf(request.url)}.${EXTENSIONS[request.source] ?? request.source}`;
  const stored = [{ path, size: response.size, file }];
  return openFiles(context, {
    stored,
    request: { ...request, format: request.format ?? request.source },
    problems: [],
    signal,
    sourceUrl: response.url.href,
  });
}

const EXTENSIONS: Partial<Record<StoredImport['source'], string>> = { markdown: 'md' };

interface FilesToOpen {
  stored: readonly StoredFile[];
  request: StoredImport;
  problems: readonly ImportProblem[];
  signal: AbortSignal;
  sourceUrl?: string;
}

/** Converts files; what their pages name is read from the disk, and from the network if they have an address. */
export async function openFiles(
  context: Pick<Context, 'config' | 'threads'>,
  { stored, request, problems, signal, sourceUrl }: FilesToOpen,
): Promise<OpenedSource> {
  const options = { sourceName: nameOf(request.url), sourceUrl };
  const { format, content } = await convertFiles(
    context.threads,
    { stored, format: request.format, options },
    signal,
  );
  const pages = sourceUrl === undefined ? content.pages : placeAt(content.pages, sourceUrl);
  const all = { ...content, pages, problems: [...problems, ...content.problems] };
  const files = openStoredFiles(stored);
  const images = createRemoteImages(context, { problems: all.problems, signal });
  return {
    format,
    content: all,
    hasFile: (path, isShown) => files.has(path) || (sourceUrl !== undefined && isShown && isWebUrl(path)),
    async readFile(path) {
      if (!files.has(path)) return images.read(path);
      if (files.sizeOf(path) <= MAX_FILE_BYTES) return files.readBytes(path);
      all.problems.push({
        path,
        reason: 'file-too-large',
        message: `The file is larger than ${MAX_FILE_BYTES} bytes and was left out.`,
      });
      return undefined;
    },
  };
}

/** The links of a single page count from its address. */
function placeAt(pages: ImportedPage[], url: string): ImportedPage[] {
  const [page, ...others] = pages;
  return page && others.length === 0 && page.children.length === 0 ? [{ ...page, path: url }] : pages;
}

export const isWebUrl = (text: string): boolean => /^https?:\/\//i.test(text);

const IMAGE_MS = 30_000;
const MAX_IMAGE_BYTES = 25_000_000;

/** Fetches images that pages show. One that cannot be had keeps its address. */
export function createRemoteImages(
  { config }: Pick<Context, 'config'>,
  { problems, signal }: { problems: ImportProblem[]; signal: AbortSignal },
): { read(url: string): Promise<Buffer | undefined> } {
  return {
    async read(url) {
      const fail = (message: string): undefined => {
        problems.push({
          path: url,
          reason: 'image-unavailable',
          message: `${message} The image stays where it is.`,
        });
      };
      try {
        const { status, body, headers } = await fetchAddress(url, {
          config,
          maxBytes: MAX_IMAGE_BYTES,
          timeoutMs: IMAGE_MS,
          signal,
        });
        if (status !== 200) return fail(`The address answered with the status ${status}.`);
        if (/^text\/html/i.test(headers['content-type'] ?? ''))
          return fail('The address answered with a page instead of an image.');
        return body;
      } catch (error) {
        signal.throwIfAborted();
        if (error instanceof NetworkError) return fail(error.message);
        throw error;
      }
    },
  };
}

/** Archives of a folder hold it as their only one; the paths begin within it. */
export function withoutWrapper(stored: readonly StoredFile[]): StoredFile[] {
  const [first] = stored;
  const at = first ? first.path.indexOf('/') : -1;
  if (!first || at < 0) return [...stored];
  const wrapper = first.path.slice(0, at + 1);
  if (!stored.every(({ path }) => path.startsWith(wrapper))) return [...stored];
  return withoutWrapper(stored.map((file) => ({ ...file, path: file.path.slice(wrapper.length) })));
}

/** The last part of an address, without its extension. */
export function nameOf(url: string): string {
  const { pathname, hostname } = new URL(url);
  const last = posix.basename(pathname).replace(/\.\w{1,8}$/, '');
  try {
    return decodeURIComponent(last).replace(/[\p{Cc}/\\]/gu, '') || hostname;
  } catch {
    return last || hostname;
  }
}
