import { attributeOf, elementsOf, textOf } from '@lectern/html/html-tree';
import { codeOf, expandableOf, fileOf, hintOf, mathOf } from '@lectern/markdown/block-factories';
import { decodeComponent } from '@lectern/std/decode-component';
import { isRecord } from '@lectern/std/is-record';
import type { HtmlRules } from '../../html/html-context.ts';
import type { ImportFiles, ImportFormat } from '../../imported-content.ts';
import { plainRules, plainSyntax } from '../shared/markup/plain-markdown.ts';
import { HINT_STYLES } from '../shared/markup/write-containers.ts';
import { isShallow } from '../shared/paths.ts';
import { createProblems, type Problems } from '../shared/problems.ts';
import { buildSite } from '../shared/site/build-site.ts';
import { convertHtmlPage } from '../shared/site/convert-html-page.ts';
import { createPageConverter, type PageConverter, type SiteTool } from '../shared/site/convert-page.ts';
import { makeDocument, readIcon, textField } from '../shared/site/page-fields.ts';
import { readPageFolders } from '../shared/site/page-folders.ts';
import { createSiteFinder } from '../shared/site/site-files.ts';

const METADATA = 'docmost-metadata.json';
const MAX_METADATA_LENGTH = 50_000_000;

interface PageMetadata {
  slugId: string | undefined;
  icon: unknown;
  position: string;
}

/** An export of Docmost: a page and those below it, or a space, in Markdown or HTML. */
export const docmostFormat: ImportFormat = {
  name: 'docmost',
  label: 'Docmost',
  detect: (files) => files.has(METADATA),
  async convert(files) {
    const problems = createProblems();
    const metadata = await readMetadata(files, problems);
    const paths = files.paths.filter(
      (path) => /\.(?:md|html)$/.test(path) && isShallow(path) && !/(?:^|\/)files\//.test(path),
    );
    const finder = createSiteFinder(files, { pagesFolder: '', publicFolders: [] });
    const resolve = createResolver(finder.resolve, metadata);
    return buildSite({
      files,
      problems,
      converter: docmostConverter(files, resolve, problems),
      navigation: readPageFolders({
        paths,
        compare: (left, right) => comparePositions(left, right, metadata),
      }),
      navigationPath: METADATA,
      unlisted: paths,
      makePage: (page) =>
        makeDocument(page, { title: page.heading }, readIcon(metadata.get(page.path)?.icon)),
    });
  },
};

/** Reads the metadata that the export has of its pages, by their paths. */
async function readMetadata(files: ImportFiles, problems: Problems): Promise<Map<string, PageMetadata>> {
  const metadata = new Map<string, PageMetadata>();
  if (!files.has(METADATA)) return metadata;
  const value =
    files.sizeOf(METADATA) > MAX_METADATA_LENGTH ? undefined : parseJson(await files.readText(METADATA));
  if (!isRecord(value) || !isRecord(value.pages)) {
    problems.report({
      path: METADATA,
      reason: 'unreadable-metadata',
      message: 'The description of the pages could not be read. The pages were sorted by name.',
    });
    return metadata;
  }
  for (const [path, facts] of Object.entries(value.pages))
    if (isRecord(facts))
      metadata.set(decodeComponent(path), {
        slugId: textField(facts.slugId),
        icon: facts.icon,
        position: textField(facts.position) ?? '',
      });
  return metadata;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Orders pages by their positions, which are compared as text. Folders have the position of their page. */
function comparePositions(left: string, right: string, metadata: ReadonlyMap<string, PageMetadata>): number {
  const first = metadata.get(left)?.position ?? '';
  const second = metadata.get(right)?.position ?? '';
  if (first !== second) return first < second ? -1 : 1;
  return left < right ? -1 : left > right ? 1 : 0;
}

/** Resolves links that the export did not make relative, by the end of their address: `/s/space/p/title-SLUGID`. */
function createResolver(
  resolveFile: SiteTool['resolve'],
  metadata: ReadonlyMap<string, PageMetadata>,
): SiteTool['resolve'] {
  const bySlugId = new Map<string, string>();
  for (const [path, { slugId }] of metadata) if (slugId !== undefined) bySlugId.set(slugId, path);
  return (target, from) => {
    const slug = /(?:^|\/)p\/([\w-]+)\/?(#[^#]*)?$/.exec(target);
    const path = slug ? bySlugId.get(slug[1]!.split('-').at(-1)!) : undefined;
    if (slug && path !== undefined) return `/${path}${slug[2] ?? ''}`;
    return resolveFile(target.replace(/^\/(?:api\/)?files\//, 'files/'), from);
  };
}

const HTML_RULES: HtmlRules = {
  block(element, converter) {
    switch (attributeOf(element, 'data-type')) {
      case 'callout': {
        const style = HINT_STYLES.get(attributeOf(element, 'data-callout-type') ?? 'info') ?? 'info';
        return [hintOf(style, converter.blocks(element.childNodes))];
      }
      case 'mathBlock':
        return [mathOf(textOf(element).trim())];
      case 'details': {
        const [summary, ...others] = elementsOf(element);
        const body = others.flatMap(({ childNodes }) => converter.blocks(childNodes));
        return summary ? [expandableOf(converter.inlines(summary.childNodes), body, false)] : [];
      }
      case 'attachment': {
        const target = converter.target(attributeOf(element, 'data-attachment-url') ?? '');
        return target === undefined ? [] : [fileOf(target)];
      }
      case 'mermaid':
        return [codeOf(textOf(element), { syntax: 'mermaid' })];
      default:
        return undefined;
    }
  },
};

function docmostConverter(
  files: ImportFiles,
  resolve: SiteTool['resolve'],
  problems: Problems,
): PageConverter {
  const markdown = createPageConverter(
    files,
    {
      syntaxOf: () => plainSyntax({ hasDirectives: true }),
      rulesOf: () => plainRules({ hasMath: true }),
      isKnownModule: () => true,
      findModule: () => undefined,
      resolve,
    },
    problems,
  );
  return {
    convertIncluded: markdown.convertIncluded,
    async convert(path) {
      if (!/\.html$/.test(path)) return markdown.convert(path);
      const html = await files.readText(path);
      return convertHtmlPage(
        html,
        { path, rules: HTML_RULES, resolve: (target) => resolve(target, path) },
        problems,
      );
    },
  };
}
