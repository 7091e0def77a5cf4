import { posix } from 'node:path';
import { findByTag, type HtmlElement, type HtmlNode, lineOf } from '@lectern/html/html-tree';
import { serializeOuter } from 'parse5';
import { convertHtml } from '../../html/convert-html.ts';
import type { ImportedContent, ImportedDocument, ImportFiles, ImportFormat } from '../../imported-content.ts';
import { arrangeFolders } from '../folder-pages.ts';
import { createInlineImages } from '../inline-images.ts';
import { createProblems } from '../shared/problems.ts';
import { finishHtml, readDocx, writeMarks } from './read-docx.ts';

export const isDocxPath = (path: string): boolean => /\.docx$/i.test(path) && !/(?:^|\/)~\$/.test(path);

/** Documents of Word, LibreOffice and Google Docs. */
export const docxFormat: ImportFormat = {
  name: 'docx',
  label: 'Word',
  async convert(files: ImportFiles): Promise<ImportedContent> {
    const problems = createProblems();
    const images = createInlineImages();
    const read = async (path: string): Promise<ImportedDocument> => {
      const { html, problems: found, places } = await readDocx(await files.readBytes(path), images.keep);
      for (const problem of found) problems.report({ path, ...problem });
      let notes: HtmlElement[] = [];
      const findLine = (element: HtmlElement): number | undefined =>
        places.lineOfText(lineOf(findByTag(element, 'p', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6') ?? element));
      const page = convertHtml(html, {
        path,
        findLine,
        selectContent(document) {
          notes = finishHtml(document);
          return findByTag(document, 'body')?.childNodes ?? [];
        },
      });
      const ofNotes = notes.map((note) =>
        convertHtml(note.childNodes.map(outerHtml).join(''), { path, findLine }),
      );
      for (const { problems: found } of [page, ...ofNotes])
        for (const problem of found) problems.report(problem);
      const texts = ofNotes.map(({ markdown }) => markdown);
      const title = page.title ?? posix.basename(path).replace(/\.\w+$/, '');
      return { kind: 'document', path, title, markdown: writeMarks(page.markdown, texts), children: [] };
    };
    const pages = await arrangeFolders(files.paths.filter(isDocxPath), { isIndex: () => false, read });
    return { pages, files: images.files, reusables: [], problems: problems.list };
  },
};

const outerHtml = (node: HtmlNode): string =>
  'tagName' in node
    ? serializeOuter(node)
    : 'value' in node
      ? node.value.replace(/&/g, '&amp;').replace(/</g, '&lt;')
      : '';
