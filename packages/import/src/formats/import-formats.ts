import { isHtmlPath } from '../decode-text.ts';
import type { ImportFiles, ImportFormat } from '../imported-content.ts';
import { bookStackFormat } from './bookstack/bookstack.ts';
import { confluenceFormat } from './confluence/confluence.ts';
import { docmostFormat } from './docmost/docmost.ts';
import { docusaurusFormat } from './docusaurus/docusaurus.ts';
import { docxFormat, isDocxPath } from './docx/docx-format.ts';
import { githubWikiFormat } from './github-wiki/github-wiki.ts';
import { htmlFormat } from './html/html-format.ts';
import { isMarkdownPath, markdownFormat } from './markdown/markdown-format.ts';
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
  const counts = FALLBACKS.map(([format, isPage]) => ({ format, count: files.paths.filter(isPage).length }));
  const most = counts.reduce((one, other) => (other.count > one.count ? other : one));
  return most.count > 0 ? most.format : undefined;
}

/** The format of files that match no other format; if several match equally many files, the first one. */
const FALLBACKS = [
  [markdownFormat, isMarkdownPath],
  [htmlFormat, isHtmlPath],
  [docxFormat, isDocxPath],
] as const;
