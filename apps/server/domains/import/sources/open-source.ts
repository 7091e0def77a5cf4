import { createWriteStream } from 'node:fs';
import { join, posix } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { ImportedPage, ImportProblem } from '@lectern/import/imported-content';
import type { Context } from '../../../platform/context.ts';
import type { StoredImport } from '../content-import.service.ts';
import { convertFiles } from '../convert-files.ts';
import { sourceUnavailable } from '../import-failures.ts';
import { MAX_FILE_BYTES } from '../import-limits.ts';
import { openWebsite } from '../website/open-website.ts';
import { cloneRepository } from './clone-repository.ts';
import { downloadSource } from './fetch-source.ts';
import type { OpenedSource, OpenOptions } from './opened-source.ts';
import { createRemoteImages, isWebUrl } from './remote-images.ts';
import { openStoredFiles, type StoredFile } from './stored-files.ts';
import { unpackZip } from './unpack-zip.ts';

const FETCH_MS = 300_000;

/** The blobs are read for uploaded files only. */
export type SourceContext = Pick<Context, 'clock' | 'config' | 'threads'> & Partial<Pick<Context, 'blobs'>>;

/** The files of a source as they were fetched. */
export interface FetchedFiles {
  stored: StoredFile[];
  /** The format of a single file. */
  format?: string | undefined;
  /** The address of a single file, against which its links and images are resolved. */
  sourceUrl?: string | undefined;
  sourceName: string;
  problems: ImportProblem[];
}

/** Fetches the source of an import and converts its content. */
export async function openSource(
  context: SourceContext,
  request: StoredImport,
  options: OpenOptions,
): Promise<OpenedSource> {
  if (request.source === 'website') return openWebsite(context, request, options);
  const fetched = await fetchFiles(context, request, options);
  const { onProgress, signal, isRecognized } = options;
  onProgress({ stage: 'converting' });
  return openFiles(context, {
    ...fetched,
    format: request.format ?? fetched.format,
    copiesPictures: request.copyPictures,
    signal,
    isRecognized,
  });
}

/** Fetches the files of a source that is not a website. */
export async function fetchFiles(
  context: Omit<SourceContext, 'threads'>,
  request: StoredImport,
  options: FetchOptions,
): Promise<FetchedFiles> {
  options.onProgress({ stage: 'fetching' });
  switch (request.source) {
    case 'zip':
    case 'notion':
    case 'confluence':
      return fetchArchive(context, request, options);
    case 'repository':
    case 'github-wiki':
      return fetchRepository(context, request, options);
    default:
      return fetchFile(context, request, options);
  }
}

type FetchOptions = Omit<OpenOptions, 'isRecognized'>;

async function fetchArchive(
  context: Pick<SourceContext, 'blobs' | 'config'>,
  request: StoredImport,
  options: FetchOptions,
): Promise<FetchedFiles> {
  const { folder, signal, onProgress } = options;
  const maxBytes = context.config.limits.importBytes;
  const problems: ImportProblem[] = [];
  const archive = join(folder, 'archive');
  const { size } = await receiveSource(context, request, archive, { ...options, maxBytes });
  onProgress({ stage: 'unpacking' });
  const stored = await unpackZip(archive, { folder, archiveBytes: size, maxBytes, problems, signal });
  return { stored: withoutWrapper(stored), sourceName: sourceNameOf(request), problems };
}

async function fetchRepository(
  context: Pick<Context, 'clock' | 'config'>,
  request: StoredImport,
  { folder, signal, credentials, organizationId }: FetchOptions,
): Promise<FetchedFiles> {
  const problems: ImportProblem[] = [];
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
  return { stored, sourceName: sourceNameOf(request), problems };
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

/** A single file; one at an address has its links and images resolved against it. */
async function fetchFile(
  context: Pick<SourceContext, 'blobs' | 'config'>,
  request: StoredImport,
  options: FetchOptions,
): Promise<FetchedFiles> {
  const file = join(options.folder, 'file');
  const received = await receiveSource(context, request, file, { ...options, maxBytes: MAX_FILE_BYTES });
  const sourceName = sourceNameOf(request);
  const path = `${sourceName}.${EXTENSIONS[request.source] ?? request.source}`;
  return {
    stored: [{ path, size: received.size, file, contentType: received.contentType }],
    format: request.source,
    sourceUrl: received.url,
    sourceName,
    problems: [],
  };
}

/** Writes what an address returns, or what was uploaded, to a file. */
async function receiveSource(
  { blobs, config }: Pick<SourceContext, 'blobs' | 'config'>,
  { url, upload }: StoredImport,
  file: string,
  { maxBytes, signal, organizationId }: FetchOptions & { maxBytes: number },
): Promise<{ size: number; contentType?: string | undefined; url?: string }> {
  if (upload) {
    const stream = await blobs?.read(organizationId, Buffer.from(upload.hash, 'hex'));
    if (!stream)
      throw sourceUnavailable(
        'The uploaded file has been deleted. Upload it again within a day of the import.',
      );
    await pipeline(stream, createWriteStream(file, { mode: 0o600, flags: 'wx' }), { signal });
    return { size: upload.size };
  }
  const response = await downloadSource(url, file, { config, maxBytes, timeoutMs: FETCH_MS, signal });
  return {
    size: response.size,
    contentType: response.headers['content-type'],
    url: response.url.href,
  };
}

/** The name of the source for titles: that of its file, without the extension. */
const sourceNameOf = ({ url, upload }: StoredImport): string =>
  upload ? withoutEnding(upload.name) : nameOf(url);

const EXTENSIONS: Partial<Record<StoredImport['source'], string>> = { markdown: 'md' };

export interface FilesToOpen {
  stored: readonly StoredFile[];
  /** The name of their format; found out if absent. */
  format: string | undefined;
  sourceName: string;
  problems: readonly ImportProblem[];
  signal: AbortSignal;
  /** The address of the source if it is a single file, whose images are always copied. */
  sourceUrl?: string | undefined;
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
  const last = posix.basename(pathname);
  try {
    return withoutEnding(decodeURIComponent(last)) || hostname;
  } catch {
    return withoutEnding(last) || hostname;
  }
}

const withoutEnding = (name: string): string => name.replace(/\.\w{1,8}$/, '').replace(/[\p{Cc}/\\]/gu, '');
