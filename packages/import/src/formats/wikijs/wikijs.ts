import { findByTag, type HtmlNode, type parseHtml } from '@lectern/html/html-tree';
import { findFrontMatter } from '@lectern/markdown/front-matter';
import type { ImportFiles, ImportFormat } from '../../imported-content.ts';
import { demoteHeadings } from '../shared/demote-headings.ts';
import { plainRules, plainSyntax } from '../shared/markup/plain-markdown.ts';
import { leaveOut, writeTabs } from '../shared/markup/write-containers.ts';
import { fileNameOf, isShallow, titleOfFileName, withoutExtension } from '../shared/paths.ts';
import { createProblems } from '../shared/problems.ts';
import { buildSite } from '../shared/site/build-site.ts';
import { convertHtmlPage } from '../shared/site/convert-html-page.ts';
import { createPageConverter, type PageConverter, type SiteTool } from '../shared/site/convert-page.ts';
import { makeDocument, textField } from '../shared/site/page-fields.ts';
import { readPageFolders } from '../shared/site/page-folders.ts';
import { createSiteFinder } from '../shared/site/site-files.ts';
import { markStyledBlocks } from './styled-blocks.ts';

/** If none of this many files is of Wiki.js, the source is assumed to be something else. */
const MAX_EXAMINED = 20;

/** The files that Wiki.js writes to a disk or a Git repository: one for each page, with its metadata at the top. */
export const wikiJsFormat: ImportFormat = {
  name: 'wikijs',
  label: 'Wiki.js',
  detect: async (files) => (await findExamples(files)).length > 0,
  findDeciding: findExamples,
  async convert(files) {
    const problems = createProblems();
    const paths = files.paths.filter(isWikiPage);
    const finder = createSiteFinder(files, { pagesFolder: '', publicFolders: [] });
    const facts = new Map<string, Record<string, unknown>>();
    for (const path of paths) {
      const own = splitFacts(await files.readText(path)).facts;
      facts.set(path, own);
      const name = withoutExtension(path);
      finder.addRoute(name, path);
      // Addresses may contain the language or omit it.
      finder.addRoute(name.replace(/^[a-z]{2}(?:-[a-z]{2})?\//i, ''), path);
      finder.addRoute(`/en/${name}`, path);
    }
    return buildSite({
      files,
      problems,
      converter: wikiJsConverter(files, finder.resolve, problems),
      navigation: readPageFolders({ paths, compare: (left, right) => compareTitles(left, right, facts) }),
      navigationPath: 'wiki',
      unlisted: paths,
      makePage: (page) => {
        const own = facts.get(page.path) ?? {};
        return makeDocument(
          { ...page, frontMatter: own },
          { title: textField(own.title) ?? page.heading },
          own.published === false || own.published === 'false' ? { isHidden: true } : {},
        );
      },
    });
  },
};

/** The first page with the facts that Wiki.js writes. */
async function findExamples(files: ImportFiles): Promise<string[]> {
  for (const path of files.paths.filter(isWikiPage).slice(0, MAX_EXAMINED)) {
    const { facts } = splitFacts(await files.readText(path));
    if ('editor' in facts && 'dateCreated' in facts && 'published' in facts) return [path];
  }
  return [];
}

const isWikiPage = (path: string): boolean =>
  /\.(?:md|html)$/.test(path) && isShallow(path) && !path.split('/').some((part) => part.startsWith('.'));

/** Orders the home page first, and others by title. */
function compareTitles(
  left: string,
  right: string,
  facts: ReadonlyMap<string, Record<string, unknown>>,
): number {
  const titleOf = (path: string): string =>
    textField(facts.get(path)?.title) ?? titleOfFileName(fileNameOf(path));
  const isHome = (path: string): boolean => /^home\.\w+$/.test(fileNameOf(path));
  return Number(isHome(right)) - Number(isHome(left)) || (titleOf(left) < titleOf(right) ? -1 : 1);
}

/** Separates the metadata, which is in front matter, or in a comment before HTML. */
function splitFacts(text: string): { facts: Record<string, unknown>; body: string } {
  const frontMatter = findFrontMatter(text);
  if (frontMatter)
    return {
      facts: readLines(text.slice(0, frontMatter.end), frontMatter.data),
      body: text.slice(frontMatter.end),
    };
  const comment = /^\uFEFF?<!--\r?\n([\s\S]{0,20000}?)\r?\n-->/.exec(text);
  return comment
    ? { facts: readLines(comment[1]!, {}), body: text.slice(comment[0].length) }
    : { facts: {}, body: text };
}

/** Wiki.js writes titles without quotes, so that they may not be YAML. */
function readLines(text: string, known: Record<string, unknown>): Record<string, unknown> {
  const facts: Record<string, unknown> = { ...known };
  for (const line of text.split(/\r?\n/)) {
    const match = /^(title|description|published|date|tags|editor|dateCreated):(.*)/.exec(line);
    if (match && typeof facts[match[1]!] !== 'boolean') facts[match[1]!] = match[2]!.trim();
  }
  return facts;
}

/** All headings are part of the text: the title is in the metadata. */
function selectBody(document: ReturnType<typeof parseHtml>): HtmlNode[] {
  const body = findByTag(document, 'body');
  if (body) demoteHeadings(body);
  return body?.childNodes ?? [];
}

function wikiJsConverter(
  files: ImportFiles,
  resolve: SiteTool['resolve'],
  problems: ReturnType<typeof createProblems>,
): PageConverter {
  const markdown = createPageConverter(
    files,
    {
      hasLooseFrontMatter: true,
      syntaxOf: () => plainSyntax({ hasDirectives: true }),
      rulesOf: () =>
        plainRules(
          {
            hasMath: true,
            // Wiki.js writes the size of an image after its target.
            writeText: (text) => text.replace(/(\]\([^()\s]{1,2000})[ \t]+=\d*%?x\d*%?\)/g, '$1)'),
          },
          new Map([
            [
              'wiki-tabs',
              (element, writer) => {
                // Text above the first tab is shown above all of them.
                writer.write(element.children.filter(({ kind }) => kind !== 'element'));
                writeTabs(
                  element.indent,
                  element.children.flatMap((child) =>
                    child.kind === 'element'
                      ? [{ title: child.label ?? '', write: () => writer.write(child.children) }]
                      : [],
                  ),
                  writer,
                );
              },
            ],
            ['wiki-toc', leaveOut],
          ]),
        ),
      isKnownModule: () => true,
      findModule: () => undefined,
      resolve,
      prepare: markStyledBlocks,
    },
    problems,
  );
  return {
    convertIncluded: markdown.convertIncluded,
    async convert(path) {
      if (!/\.html$/.test(path)) return markdown.convert(path);
      const text = await files.readText(path);
      const { body } = splitFacts(text);
      const firstLine = text.slice(0, text.length - body.length).split('\n').length;
      return convertHtmlPage(
        body,
        { path, firstLine, selectContent: selectBody, resolve: (target) => resolve(target, path) },
        problems,
      );
    },
  };
}
