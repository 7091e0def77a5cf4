import { posix } from 'node:path';
import { appendTo } from '@lectern/std/long-lists';
import { isHtmlPath } from '../../decode-text.ts';
import { convertHtml } from '../../html/convert-html.ts';
import { selectContent } from '../../html/main-content.ts';
import type {
  ImportedContent,
  ImportedDocument,
  ImportFiles,
  ImportFormat,
  ImportProblem,
} from '../../imported-content.ts';
import { MAX_PAGE_BYTES } from '../../page-limits.ts';
import { arrangeFolders } from '../folder-pages.ts';
import { createInlineImages } from '../inline-images.ts';

/** Pages of HTML in folders, such as a website that was saved or built. */
export const htmlFormat: ImportFormat = {
  name: 'html',
  label: 'HTML',
  async convert(files: ImportFiles, { sourceUrl }): Promise<ImportedContent> {
    const problems: ImportProblem[] = [];
    const images = createInlineImages();
    const paths = files.paths.filter((path) => {
      if (!isHtmlPath(path)) return false;
      if (files.sizeOf(path) <= MAX_PAGE_BYTES) return true;
      problems.push({
        path,
        reason: 'page-too-large',
        message: `The page is larger than ${MAX_PAGE_BYTES} bytes and was left out.`,
      });
      return false;
    });
    const read = async (path: string): Promise<ImportedDocument> => {
      const page = convertHtml(await files.readText(path), {
        path,
        baseUrl: sourceUrl,
        selectContent,
        keepInlineImage: images.keep,
      });
      appendTo(problems, page.problems);
      return {
        kind: 'document',
        path,
        title: page.title ?? titleOfFile(path),
        description: page.description,
        markdown: page.markdown,
        children: [],
      };
    };
    const pages = await arrangeFolders(paths, {
      isIndex: (path) => /^index\./i.test(posix.basename(path)),
      read,
    });
    return { pages, files: images.files, reusables: [], problems };
  },
};

const titleOfFile = (path: string): string => posix.basename(path).replace(/\.\w+$/, '');
