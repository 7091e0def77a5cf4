import type { ImportedContent, ImportProblem } from '@lectern/import/imported-content';
import { arrangeWebsite } from '@lectern/import/website/arrange-website';
import type { Context } from '../../../platform/context.ts';
import type { OpenedSource, OpenOptions } from '../sources/opened-source.ts';
import { createRemoteImages, isWebUrl } from '../sources/remote-images.ts';
import { crawlWebsite } from './crawl.ts';

/** The pages of a website as the source of an import; their images are fetched as they are imported. */
export async function openWebsite(
  context: Pick<Context, 'config' | 'threads'>,
  { url, maxPages }: { url: string; maxPages: number },
  { signal, onProgress }: OpenOptions,
): Promise<OpenedSource> {
  const problems: ImportProblem[] = [];
  const { pages, generator } = await crawlWebsite(context, { url, maxPages, problems, signal, onProgress });
  const content: ImportedContent = { pages: arrangeWebsite(pages), files: [], reusables: [], problems };
  const images = createRemoteImages(context, { problems, signal });
  return {
    format: undefined,
    generator,
    content,
    hasFile: (address, isShown) => isShown && isWebUrl(address),
    readFile: images.read,
    sizeOf: () => undefined,
  };
}
