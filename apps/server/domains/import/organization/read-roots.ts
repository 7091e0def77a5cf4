import type { DescribedRoot } from '@lectern/import/formats/describe-roots';
import type { Context } from '../../../platform/context.ts';
import type { StoredImport } from '../content-import.service.ts';
import { describeFiles } from '../convert-files.ts';
import { nothingToImport } from '../import-failures.ts';
import { type FetchedFiles, fetchFiles, openFiles } from '../sources/open-source.ts';
import type { OpenedSource, OpenOptions } from '../sources/opened-source.ts';
import { openWebsite } from '../website/open-website.ts';
import type { StoredRequest } from './organization-import.service.ts';

/** A root that can be opened as the source of an import. */
export interface ReadableRoot extends DescribedRoot {
  title: string;
  /** `format`: another one than its own. */
  open(format?: string): Promise<OpenedSource>;
}

/** Fetches a source, and finds the sets of documentation in it. */
export async function readRoots(
  context: Pick<Context, 'blobs' | 'clock' | 'config' | 'threads'>,
  source: StoredImport,
  options: Omit<OpenOptions, 'isRecognized'>,
): Promise<ReadableRoot[]> {
  if (source.source === 'website') return [await readWebsite(context, source, options)];
  const fetched = await fetchFiles(context, source, options);
  const { stored, sourceName } = fetched;
  options.onProgress({ stage: 'converting' });
  const described = await describeFiles(context.threads, { stored, sourceName }, options.signal);
  if (described.length === 0)
    throw nothingToImport('The source has no files of a kind that can be imported.');
  return described.map((root) => ({
    ...root,
    title: root.title ?? sourceName,
    open: (format) => openRoot(context, source, { fetched, described, root, format, signal: options.signal }),
  }));
}

async function readWebsite(
  context: Pick<Context, 'config' | 'threads'>,
  source: StoredImport,
  options: OpenOptions,
): Promise<ReadableRoot> {
  const opened = await openWebsite(context, source, options);
  const [first] = opened.content.pages;
  const { hostname } = new URL(source.url);
  return {
    path: '',
    format: 'website',
    product: opened.generator ?? 'Website',
    title: first?.title || hostname,
    pages: opened.content.pages.length,
    isSuggested: true,
    open: async () => opened,
  };
}

interface RootToOpen {
  fetched: FetchedFiles;
  described: readonly DescribedRoot[];
  root: DescribedRoot;
  format: string | undefined;
  signal: AbortSignal;
}

function openRoot(
  context: Pick<Context, 'config' | 'threads'>,
  source: StoredImport,
  { fetched, described, root, format = root.format, signal }: RootToOpen,
): Promise<OpenedSource> {
  // The configuration of a product may name folders beside its own, unless another root has the same product.
  const isConfigured = root.file !== undefined && root.format !== 'markdown';
  const isAlone = isConfigured && described.every((one) => one === root || one.format !== root.format);
  const stored = isAlone || root.path === '' ? fetched.stored : within(fetched.stored, root.path);
  return openFiles(context, {
    ...fetched,
    stored,
    format,
    copiesPictures: source.copyPictures,
    // The problems of fetching are those of the first root.
    problems: root === described[0] ? fetched.problems : [],
    signal,
  });
}

const within = (stored: FetchedFiles['stored'], folder: string): FetchedFiles['stored'] =>
  stored.flatMap((file) =>
    file.path.startsWith(`${folder}/`) ? [{ ...file, path: file.path.slice(folder.length + 1) }] : [],
  );

/** The roots that an import was asked for, with the titles and formats that it names. */
export function chooseRoots(found: readonly ReadableRoot[], asked: StoredRequest['roots']): ReadableRoot[] {
  if (!asked) return found.slice(0, 1);
  return asked.map(({ path, title, format }) => {
    const known = found.find((one) => one.path === path);
    if (!known) throw nothingToImport(`The source has no documentation in “${path || '/'}”.`);
    return {
      ...known,
      ...(title === undefined ? {} : { title }),
      ...(format === undefined ? {} : { format, open: () => known.open(format) }),
    };
  });
}
