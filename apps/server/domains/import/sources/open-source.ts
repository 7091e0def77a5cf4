import { join, posix } from 'node:path';
import type { ImportedPage, ImportProblem } from '@lectern/import/imported-content';
import type { Context } from '../../../platform/context.ts';
import type { StoredImport } from '../content-import.service.ts';
import { convertFiles } from '../convert-files.ts';
import { MAX_FILE_BYTES } from '../import-limits.ts';
import { openWebsite } from '../website/open-website.ts';
import { cloneRepository } from './clone-repository.ts';
import { downloadSource } from './fetch-source.ts';
import type { OpenedSource, OpenOptions } from './opened-source.ts';
import { createRemoteImages, isWebUrl } from './remote-images.ts';
import { openStoredFiles, type StoredFile } from './stored-files.ts';
import { unpackZip } from './unpack-zip.ts';

const FETCH_MS = 300_000;

/** Fetches the source of an import and converts its content. */
export async function openSource(
  context: Pick<Context, 'clock' | 'config' | 'threads'>,
  request: StoredImport,
  options: OpenOptions,
): Promise<OpenedSource> {
  switch (request.source) {
    case 'zip':
    case 'notion':
    case 'confluence':
      return openArchive(context, request, options);
    case 'repository':
    case 'github-wiki':
      return openRepository(context, request, options);
    case 'website':
      return openWebsite(context, request, options);
    default:
      return openFile(context, request, options);
  }
}

async function openArchive(
  context: Pick<Context, 'config' | 'threads'>,
  request: StoredImport,
  { folder, signal, onProgress, isRecognized }: OpenOptions,
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
  return openFiles(context, {
    stored: withoutWrapper(stored),
    format: request.format,
    sourceName: nameOf(request.url),
    copiesPictures: request.copyPictures,
    problems,
    signal,
    isRecognized,
  });
}

async function openRepository(
  context: Pick<Context, 'clock' | 'config' | 'threads'>,
  request: StoredImport,
  { folder, signal, onProgress, credentials, organizationId, isRecognized }: OpenOptions,
): Promise<OpenedSource> {
  const problems: ImportProblem[] = [];
  onProgress({ stage: 'fetching' });
  const url = request.source === 'github-wiki' ? wikiAddress(request.url) : request.url;
  const stored = await cloneRepository(context, {
    url,
    ref: request.ref,
    directory: request.directory,
    credentials,
    organizationId,
    folder,
    problems,
    signal,
  });
  onProgress({ stage: 'converting' });
  return openFiles(context, {
    stored,
    format: request.format,
    sourceName: nameOf(request.url),
    copiesPictures: request.copyPictures,
    problems,
    signal,
    isRecognized,
  });
}

/** Returns the address of the wiki of a repository, which is a separate repository. */
export function wikiAddress(url: string): string {
  const address = new URL(url);
  address.search = '';
  address.hash = '';
  const path = address.pathname
    .replace(/\/wiki(?:\/[^/]*)?\/?$/, '')
    .replace(/\/$/, '')
    .replace(/(?:\.wiki)?(?:\.git)?$/, '');
  address.pathname = `${path}.wiki.git`;
  return address.href;
}

/** Opens a single file at an address, against which its links and images are resolved. */
async function openFile(
  context: Pick<Context, 'config' | 'threads'>,
  request: StoredImport,
  { folder, signal, onProgress, isRecognized }: OpenOptions,
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
  const stored = [{ path, size: response.size, file, contentType: response.headers['content-type'] }];
  return openFiles(context, {
    stored,
    format: request.format ?? request.source,
    sourceName: nameOf(request.url),
    problems: [],
    signal,
    sourceUrl: response.url.href,
    isRecognized,
  });
}

const EXTENSIONS: Partial<Record<StoredImport['source'], string>> = { markdown: 'md' };

interface FilesToOpen {
  stored: readonly StoredFile[];
  /** The name of their format; found out if absent. */
  format: string | undefined;
  sourceName: string;
  problems: readonly ImportProblem[];
  signal: AbortSignal;
  /** The address of the source if it is a single file, whose images are always copied. */
  sourceUrl?: string;
  isRecognized?: boolean | undefined;
  /** Whether the pictures of other hosts that pages show become files. */
  copiesPictures?: boolean | undefined;
}

/** Converts files. Files that pages refer to are read from disk, or from the network if the source has an address. */
export async function openFiles(
  context: Pick<Context, 'config' | 'threads'>,
  {
    stored,
    format: named,
    sourceName,
    problems,
    signal,
    sourceUrl,
    copiesPictures,
    isRecognized = false,
  }: FilesToOpen,
): Promise<OpenedSource> {
  const options = { sourceName, sourceUrl };
  const input = { stored, format: named, options, isRecognized };
  const { format, content, recognition } = await convertFiles(context.threads, input, signal);
  const pages = sourceUrl === undefined ? content.pages : placeAt(content.pages, sourceUrl);
  const all = { ...content, pages, problems: [...problems, ...content.problems] };
  const files = openStoredFiles(stored);
  const hasImages = copiesPictures === true || sourceUrl !== undefined;
  const images = createRemoteImages(context, { problems: all.problems, signal });
  return {
    format,
    recognition,
    content: all,
    sizeOf: (path) => (files.has(path) ? files.sizeOf(path) : undefined),
    hasFile: (path, isShown) => files.has(path) || (hasImages && isShown && isWebUrl(path)),
    async readFile(path, from) {
      if (!files.has(path)) return images.read(path, from);
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
function nameOf(url: string): string {
  const { pathname, hostname } = new URL(url);
  const last = posix.basename(pathname).replace(/\.\w{1,8}$/, '');
  try {
    return decodeURIComponent(last).replace(/[\p{Cc}/\\]/gu, '') || hostname;
  } catch {
    return last || hostname;
  }
}
