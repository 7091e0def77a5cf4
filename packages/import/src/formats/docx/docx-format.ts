import { posix } from 'node:path';
import { appendTo } from '@lectern/std/long-lists';
import { convertHtml, type InlineImage } from '../../html/convert-html.ts';
import type {
  ImportedContent,
  ImportedDocument,
  ImportFiles,
  ImportFormat,
  ImportProblem,
} from '../../imported-content.ts';
import { arrangeFolders } from '../folder-pages.ts';
import { createInlineImages } from '../inline-images.ts';
import { assertSafeArchive } from './assert-safe-archive.ts';

export const isDocxPath = (path: string): boolean => /\.docx$/i.test(path) && !/(?:^|\/)~\$/.test(path);

/** The elements for the built-in styles of Word. */
const STYLES = [
  "p[style-name='Title'] => h1:fresh",
  "p[style-name='Subtitle'] => p:fresh",
  "p[style-name='Quote'] => blockquote > p:fresh",
  "p[style-name='Intense Quote'] => blockquote > p:fresh",
  "p[style-name='Code'] => pre:separator('\n')",
  "p[style-name='HTML Preformatted'] => pre:separator('\n')",
  "r[style-name='Code'] => code",
  "r[style-name='HTML Code'] => code",
];

/** Documents of Word, LibreOffice and Google Docs. */
export const docxFormat: ImportFormat = {
  name: 'docx',
  label: 'Word',
  async convert(files: ImportFiles): Promise<ImportedContent> {
    const problems: ImportProblem[] = [];
    const images = createInlineImages();
    const read = async (path: string): Promise<ImportedDocument> => {
      const { html, messages } = await toHtml(await files.readBytes(path), images.keep);
      for (const message of messages) problems.push({ path, reason: 'docx', message });
      const page = convertHtml(html, { path });
      appendTo(problems, page.problems);
      const title = page.title ?? posix.basename(path).replace(/\.\w+$/, '');
      return { kind: 'document', path, title, markdown: page.markdown, children: [] };
    };
    const pages = await arrangeFolders(files.paths.filter(isDocxPath), { isIndex: () => false, read });
    return { pages, files: images.files, reusables: [], problems };
  },
};

async function toHtml(
  bytes: Buffer,
  keepImage: (image: InlineImage) => string,
): Promise<{ html: string; messages: string[] }> {
  await assertSafeArchive(bytes);
  // The library is loaded only for Word documents, which most imports do not have.
  const { default: mammoth } = await import('mammoth');
  const { value, messages } = await mammoth.convertToHtml(
    { buffer: bytes },
    {
      styleMap: STYLES,
      convertImage: mammoth.images.imgElement(async (image) => ({
        src: keepImage({ contentType: image.contentType, bytes: await image.readAsBuffer() }),
      })),
    },
  );
  return { html: value, messages: [...new Set(messages.map(({ message }) => message))] };
}
