import { replaceTargets } from '@lectern/markdown/edit-markdown';
import { findFrontMatter, findFrontMatterEnd } from '@lectern/markdown/front-matter';
import { parseMarkdown } from '@lectern/markdown/parse-markdown';
import type { ImportedReusable, ImportFiles } from '../../../imported-content.ts';
import { UNKNOWN } from '../literals/literal.ts';
import type { MarkupNode, MarkupSyntax, ReportMarkup } from '../markup/markup.ts';
import { readMarkup } from '../markup/read-markup.ts';
import { readStatements } from '../markup/statements.ts';
import { type MarkupRules, MarkupWriter } from '../markup/write-markup.ts';
import { fileNameOf, isShallow, targetFrom, titleOfFileName } from '../paths.ts';
import type { Problems } from '../problems.ts';
import { reportBefore } from './line-map.ts';

/** Longer pages are imported without conversion, which would need several times their length in memory. */
const MAX_LENGTH = 5_000_000;

/** The context in which one page is converted. */
export interface PageContext {
  /** The path of the file. */
  path: string;
  frontMatter: Record<string, unknown>;
  report: ReportMarkup;
  /** Finds the file of an imported name, if it is in the source. */
  findImport(name: string): string | undefined;
  /** Finds the value of a constant of the page, or the path of an imported image. */
  findValue(name: string): string | undefined;
  /** Turns a file into reusable content, and returns the target that includes it. */
  include(path: string): string;
}

/** A tool whose pages are Markdown. */
export interface SiteTool {
  syntaxOf(path: string): MarkupSyntax;
  rulesOf(page: PageContext): MarkupRules;
  /** Whether an imported module is part of the tool, so that it is not reported. */
  isKnownModule(module: string): boolean;
  /** Finds the file that an import of a page names. */
  findModule(module: string, from: string): string | undefined;
  /** Resolves the target of a link or an image, relative to the root of the source; undefined if it stays. */
  resolve(target: string, from: string): string | undefined;
  /** Whether front matter that is not YAML is not reported, because the format reads it itself. */
  hasLooseFrontMatter?: boolean;
  /** Reads metadata that is not front matter in YAML. */
  readMetadata?(source: string): { frontMatter: Record<string, unknown>; bodyStart: number } | undefined;
  /** Changes a body before it is read. */
  prepare?(body: string, page: PageContext): string;
}

export interface ConvertedPage {
  path: string;
  frontMatter: Record<string, unknown>;
  /** The text of the heading that began the page. */
  heading: string | undefined;
  markdown: string;
}

/** Converts the pages of a site, and the content that they include. */
export interface PageConverter {
  convert(path: string): Promise<ConvertedPage>;
  /** Converts all content that the pages converted so far include. */
  convertIncluded(): Promise<ImportedReusable[]>;
}

export function createPageConverter(files: ImportFiles, tool: SiteTool, problems: Problems): PageConverter {
  const included = new Set<string>();
  const convert = async (path: string): Promise<ConvertedPage> => {
    const include = (target: string): string => {
      included.add(target);
      return `/${target}`;
    };
    return convertSource({ path, text: await files.readText(path) }, { files, tool, problems, include });
  };
  return {
    convert,
    async convertIncluded() {
      const reusables: ImportedReusable[] = [];
      // Included content may include more, which is then added to the set.
      for (const path of included) {
        const { markdown, heading, frontMatter } = await convert(path);
        const { title } = frontMatter;
        const named = typeof title === 'string' ? title : heading;
        reusables.push({ path, title: named ?? titleOfFileName(fileNameOf(path)), markdown });
      }
      return reusables;
    },
  };
}

interface ConversionContext {
  files: ImportFiles;
  tool: SiteTool;
  problems: Problems;
  include: (path: string) => string;
}

export function convertSource(
  { path, text }: { path: string; text: string },
  context: ConversionContext,
): ConvertedPage {
  const { tool, problems } = context;
  const source = normalize(text);
  const { frontMatter, bodyStart } =
    (findFrontMatterEnd(source) === undefined ? tool.readMetadata?.(source) : undefined) ??
    splitFrontMatter(source, path, tool.hasLooseFrontMatter ? undefined : problems);
  const body = source.slice(bodyStart);
  if (body.length > MAX_LENGTH) {
    problems.report({
      path,
      reason: 'page-too-long',
      message: 'The page is too long to be converted. It was kept unchanged.',
    });
    return { path, frontMatter, heading: undefined, markdown: body };
  }
  const linesBefore = countLines(source, bodyStart);
  const reportOfFile: ReportMarkup = (problem) => problems.report({ path, ...problem });
  let report = reportOfFile;
  const page = createPageContext({ path, frontMatter, report: (problem) => report(problem) }, context);
  const prepared =
    tool.prepare?.(body, {
      ...page,
      report: (problem) => reportOfFile({ ...problem, line: problem.line && problem.line + linesBefore }),
    }) ?? body;
  report = reportBefore(reportOfFile, { before: body, after: prepared, offset: linesBefore });
  const nodes = readMarkup({ text: prepared, firstLine: linesBefore + 1 }, tool.syntaxOf(path), report);
  page.addStatements(nodes);
  const writer = new MarkupWriter(tool.rulesOf(page), report);
  writer.write(nodes);
  const written = `${writer.out.lines.join('\n').trim()}\n`;
  return { path, frontMatter, ...finishMarkdown(written, path, (target) => tool.resolve(target, path)) };
}

const normalize = (text: string): string => text.replace(/\r\n?/g, '\n').replaceAll('\0', '\uFFFD');

function splitFrontMatter(
  source: string,
  path: string,
  problems: Problems | undefined,
): { frontMatter: Record<string, unknown>; bodyStart: number } {
  const found = findFrontMatter(source);
  if (found?.error !== undefined)
    problems?.report({
      path,
      line: 1,
      reason: 'unreadable-front-matter',
      message: `The front matter could not be read: ${found.error}`,
    });
  return { frontMatter: found?.data ?? {}, bodyStart: found?.end ?? 0 };
}

function countLines(text: string, end: number): number {
  let count = 0;
  for (let at = text.indexOf('\n'); at >= 0 && at < end; at = text.indexOf('\n', at + 1)) count++;
  return count;
}

function createPageContext(
  { path, frontMatter, report }: Pick<PageContext, 'path' | 'frontMatter' | 'report'>,
  { tool, include }: ConversionContext,
): PageContext & { addStatements(nodes: readonly MarkupNode[]): void } {
  let statements: ReturnType<typeof readStatements> = { imports: new Map(), values: new Map() };
  const findImport = (name: string): string | undefined => {
    const module = statements.imports.get(name);
    return module === undefined ? undefined : tool.findModule(module, path);
  };
  return {
    path,
    frontMatter,
    report,
    include,
    findImport,
    findValue(name) {
      const value = statements.values.get(name);
      if (typeof value === 'string' || typeof value === 'number') return String(value);
      const file = value === undefined || value === UNKNOWN ? findImport(name) : undefined;
      return file === undefined || isPage(file) ? undefined : `/${file}`;
    },
    addStatements(nodes) {
      statements = readStatements(
        nodes,
        (module) => tool.isKnownModule(module) || tool.findModule(module, path) !== undefined,
        report,
      );
    },
  };
}

export const isPage = (path: string): boolean => /\.(?:md|mdx|markdown)$/i.test(path) && isShallow(path);

/** Removes the title from a page, and replaces the targets of the tool by paths in the source. */
function finishMarkdown(
  written: string,
  path: string,
  resolve: (target: string) => string | undefined,
): { heading: string | undefined; markdown: string } {
  const { title } = parseMarkdown(written);
  const body = title ? written.slice(0, title.start) + written.slice(title.end) : written;
  const markdown = replaceTargets(body, ({ raw, kind, form }) => {
    // An address between angle brackets is also what readers see.
    const target = kind === 'embed' || form === 'autolink' ? undefined : resolve(raw);
    return target === undefined ? undefined : targetFrom(target, path);
  });
  return { heading: title?.text || undefined, markdown: `${markdown.trim()}\n` };
}
