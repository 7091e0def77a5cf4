import { isHtmlPath } from '../decode-text.ts';
import type { ImportFiles, ImportFormat, ImportProblem } from '../imported-content.ts';
import { bookStackFormat } from './bookstack/bookstack.ts';
import { confluenceFormat } from './confluence/confluence.ts';
import { docmostFormat } from './docmost/docmost.ts';
import { docusaurusFormat } from './docusaurus/docusaurus.ts';
import { docxFormat, isDocxPath } from './docx/docx-format.ts';
import { findRoots } from './find-roots.ts';
import { githubWikiFormat } from './github-wiki/github-wiki.ts';
import { honKitFormat } from './honkit/honkit.ts';
import { htmlFormat } from './html/html-format.ts';
import { isMarkdownPath, markdownFormat } from './markdown/markdown-format.ts';
import { mdBookFormat } from './mdbook/mdbook.ts';
import { mintlifyFormat } from './mintlify/mintlify.ts';
import { mkDocsFormat } from './mkdocs/mkdocs.ts';
import { notionFormat } from './notion/notion.ts';
import { outlineFormat } from './outline/outline.ts';
import { vitePressFormat } from './vitepress/vitepress.ts';
import { wikiJsFormat } from './wikijs/wikijs.ts';

/**
 * All formats of folders and archives, one line each; each has a folder with its name. They are tried in this order
 * when the format of files is detected.
 */
export const IMPORT_FORMATS: readonly ImportFormat[] = [
  docusaurusFormat,
  vitePressFormat,
  mintlifyFormat,
  mkDocsFormat,
  mdBookFormat,
  honKitFormat,
  docmostFormat,
  bookStackFormat,
  outlineFormat,
  notionFormat,
  confluenceFormat,
  wikiJsFormat,
  githubWikiFormat,
  markdownFormat,
  htmlFormat,
  docxFormat,
];

export const findFormat = (name: string): ImportFormat | undefined =>
  IMPORT_FORMATS.find((format) => format.name === name);

/** The format that says that files are its own; else that of most of them. Undefined: nothing in them is a page. */
export async function detectFormat(files: ImportFiles): Promise<ImportFormat | undefined> {
  for (const format of IMPORT_FORMATS) if (await format.detect?.(files)) return format;
  return countFallbacks(files)[0]?.format;
}

/** A format that files can be read as, and why. */
export interface RecognizedFormat {
  name: string;
  label: string;
  /** The files that decide; none if it is only the kind of most files. */
  files: string[];
  /** For people: why. */
  reason: string;
}

/** The formats that fit files, the one that an import uses first. */
export async function recognizeFormats(files: ImportFiles): Promise<RecognizedFormat[]> {
  const roots = findRoots(files.paths);
  const recognized: RecognizedFormat[] = [];
  for (const { name, label, detect, findDeciding } of IMPORT_FORMATS) {
    if (!(await detect?.(files))) continue;
    const deciding = findDeciding
      ? await findDeciding(files)
      : roots.filter(({ format }) => format === name).map(({ file }) => file);
    const reason =
      deciding.length === 0
        ? `The files are laid out like those of ${label}.`
        : `Only ${label} has ${deciding.length === 1 ? 'a file' : 'files'} like ${deciding.slice(0, 3).join(', ')}.`;
    recognized.push({ name, label, files: deciding, reason });
  }
  for (const { format, count } of countFallbacks(files))
    recognized.push({
      name: format.name,
      label: format.label,
      files: roots.filter((root) => root.format === format.name).map(({ file }) => file),
      reason: `${count} ${count === 1 ? 'file is a page' : 'files are pages'} of ${format.label}.`,
    });
  return recognized;
}

/** The format of files that match no other format; if several match equally many files, the first one. */
const FALLBACKS = [
  [markdownFormat, isMarkdownPath],
  [htmlFormat, isHtmlPath],
  [docxFormat, isDocxPath],
] as const;

/** Those that some files match, the one with the most files first. */
const countFallbacks = (files: ImportFiles): { format: ImportFormat; count: number }[] =>
  FALLBACKS.map(([format, isPage]) => ({ format, count: files.paths.filter(isPage).length }))
    .filter(({ count }) => count > 0)
    .sort((one, other) => other.count - one.count);

/** Documents of other kinds, and the format that reads them, if there is one. */
const OTHER_DOCUMENTS: readonly (readonly [
  isDocument: (path: string) => boolean,
  kind: string,
  format?: string,
])[] = [
  [isMarkdownPath, 'Markdown', 'markdown'],
  [isHtmlPath, 'HTML', 'html'],
  [isDocxPath, 'Word', 'docx'],
  [(path) => /\.mdx$/i.test(path), 'MDX'],
  [(path) => /\.(?:rst|rest)$/i.test(path), 'reStructuredText'],
  [(path) => /\.(?:adoc|asciidoc)$/i.test(path), 'AsciiDoc'],
  [(path) => /\.(?:org|textile|mediawiki|creole)$/i.test(path), 'another markup language'],
  [(path) => /\.(?:doc|odt|rtf|pages)$/i.test(path), 'another word processor'],
];

/** Reports the documents that a format without files of its own does not read, one problem for each kind. */
export function reportOtherDocuments(format: string, { paths }: Pick<ImportFiles, 'paths'>): ImportProblem[] {
  if (!FALLBACKS.some(([{ name }]) => name === format)) return [];
  return OTHER_DOCUMENTS.flatMap(([isDocument, kind, other]): ImportProblem[] => {
    const [path, ...others] = other === format ? [] : paths.filter(isDocument);
    if (path === undefined) return [];
    const count = others.length + 1;
    const hint =
      other === undefined ? '' : ` To import ${count === 1 ? 'it' : 'them'}, set the format to ${other}.`;
    const message = `${count} ${count === 1 ? 'document' : 'documents'} of ${kind} ${count === 1 ? 'was' : 'were'} not read.${hint}`;
    return [{ path, reason: 'left-out', message }];
  });
}
