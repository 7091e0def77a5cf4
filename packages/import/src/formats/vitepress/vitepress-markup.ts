import { isRecord } from '@lectern/std/is-record';
import { textAttribute } from '../shared/markup/attributes.ts';
import type { MarkupElement, MarkupSyntax } from '../shared/markup/markup.ts';
import { htmlTagKind } from '../shared/markup/markup.ts';
import { COMMON_COMPONENTS, findHint, writeCommonTag } from '../shared/markup/mdx-components.ts';
import {
  HINT_STYLES,
  writeCodeGroup,
  writeContent,
  writeExpandable,
} from '../shared/markup/write-containers.ts';
import { type MarkupRules, MarkupWriter, type WriteElement } from '../shared/markup/write-markup.ts';
import type { PageContext } from '../shared/site/convert-page.ts';

export const VITEPRESS_SYNTAX: MarkupSyntax = {
  isMdx: false,
  hasDirectives: true,
  hasAdmonitions: false,
  hasAlerts: true,
  tagKind(name) {
    if (name === 'Badge') return 'inline';
    return /^[a-z][a-z0-9]*$/.test(name) ? htmlTagKind(name) : 'either';
  },
};

const writeDetailsDirective: WriteElement = (element, writer) =>
  writeExpandable(
    { element, title: element.label ?? 'Details', isOpen: element.attributes.has('open') },
    writer,
  );

/** Content in which `{{ … }}` is text. */
const literalWriter = ({ rules, report, out }: MarkupWriter): MarkupWriter =>
  new MarkupWriter({ ...rules, inlines: { ...rules.inlines, hasInterpolation: false } }, report, out);

const writeLiteral: WriteElement = (element, writer) => writeContent(element, literalWriter(writer));

const DIRECTIVES: ReadonlyMap<string, WriteElement> = new Map<string, WriteElement>([
  ['details', writeDetailsDirective],
  ['code-group', writeCodeGroup],
  ['v-pre', writeLiteral],
  ['raw', writeContent],
]);

const COMPONENTS: ReadonlyMap<string, WriteElement> = new Map<string, WriteElement>([
  ...COMMON_COMPONENTS,
  ['ClientOnly', writeContent],
  ['template', writeContent],
]);

function findElement(element: MarkupElement): WriteElement | undefined {
  if (element.form === 'tag') {
    const write = COMPONENTS.get(element.name);
    if (!element.attributes.has('v-pre')) return write;
    return (each, writer) =>
      write === undefined ? writeLiteral(each, writer) : write(each, literalWriter(writer));
  }
  const directive = element.form === 'directive' ? DIRECTIVES.get(element.name) : undefined;
  return directive ?? (HINT_STYLES.has(element.name.toLowerCase()) ? findHint(element) : undefined);
}

/** `<<< @/folder/file.js#region{1,2 js}[title]` and `<!--@include: ./part.md{1,10}-->`. */
interface ImportTarget {
  path: string;
  region: string | undefined;
  braces: string;
  title: string | undefined;
}

/** Reads `path#region{braces}[title]`, of which only the path is required. */
function readImportTarget(text: string): ImportTarget {
  let rest = text.trim();
  let title: string | undefined;
  let braces = '';
  if (rest.endsWith(']')) {
    title = rest.slice(rest.lastIndexOf('[') + 1, -1);
    rest = rest.slice(0, Math.max(0, rest.lastIndexOf('['))).trimEnd();
  }
  if (rest.endsWith('}')) {
    braces = rest.slice(rest.lastIndexOf('{') + 1, -1);
    rest = rest.slice(0, Math.max(0, rest.lastIndexOf('{'))).trimEnd();
  }
  const hash = rest.indexOf('#');
  return {
    path: hash < 0 ? rest : rest.slice(0, hash).trimEnd(),
    region: hash < 0 ? undefined : rest.slice(hash + 1),
    braces,
    title,
  };
}

export interface VitePressFiles {
  /** Finds the file at a path, which is relative to the page, or with `@` to the root of the sources. */
  find(path: string, from: string): string | undefined;
  /** Reads a file from which code is imported. */
  read(path: string): string | undefined;
}

/** Inserts imported code and included pages into a body before it is read. */
export function expandImports(body: string, page: PageContext, files: VitePressFiles): string {
  if (!body.includes('<<<') && !body.includes('@include:')) return body;
  return body
    .split('\n')
    .map((line, i) => {
      if (line.length > MAX_IMPORT_LENGTH) return line;
      const text = line.trim();
      const place = {
        page,
        files,
        line: i + 1,
        indent: line.slice(0, line.length - line.trimStart().length),
      };
      if (text.startsWith('<<<')) return importCode(readImportTarget(text.slice(3)), place);
      const include = /^<!--[ \t]*@include:/.exec(text)?.[0];
      return include !== undefined && text.endsWith('-->')
        ? includePage(readImportTarget(text.slice(include.length, -3)), place)
        : line;
    })
    .join('\n');
}

const MAX_IMPORT_LENGTH = 1000;

interface ImportPlace {
  page: PageContext;
  files: VitePressFiles;
  line: number;
  indent: string;
}

function importCode(
  { path, region, braces, title }: ImportTarget,
  { page, files, line, indent }: ImportPlace,
): string {
  const file = files.find(path, page.path);
  const text = file === undefined ? undefined : files.read(file);
  if (file === undefined || text === undefined) {
    page.report({ line, reason: 'missing-file', message: `The code of “${path}” is not in the source.` });
    return '';
  }
  const word = braces.trim().split(/\s+/).at(-1) ?? '';
  const language = /^[A-Za-z][\w-]*$/.test(word) ? word : (/\.(\w+)$/.exec(file)?.[1] ?? '');
  const highlights = /^[\d,\s-]+/.exec(braces)?.[0].trim() ?? '';
  const info = `${language}${highlights === '' ? '' : `{${highlights}}`}${title === undefined ? '' : ` [${title}]`}`;
  const lines = regionOf(text, region);
  const fence = lines.some((each) => each.includes('```')) ? '``````' : '```';
  return [`${fence}${info}`, ...lines, fence].map((each) => indent + each).join('\n');
}

/** The lines between `#region name` and `#endregion`. */
function regionOf(text: string, region: string | undefined): string[] {
  const lines = text.replace(/\n$/, '').split('\n');
  if (region === undefined) return lines;
  const start = lines.findIndex((line) => line.includes('#region') && line.includes(region));
  const end = lines.findIndex((line, i) => i > start && line.includes('#endregion'));
  return start < 0 ? lines : lines.slice(start + 1, end < 0 ? undefined : end);
}

function includePage(
  { path, region, braces }: ImportTarget,
  { page, files, line, indent }: ImportPlace,
): string {
  const file = files.find(path, page.path);
  if (file === undefined) {
    page.report({ line, reason: 'missing-file', message: `The page “${path}” is not in the source.` });
    return '';
  }
  if (region !== undefined || braces !== '')
    page.report({
      line,
      reason: 'unsupported-include',
      message: `The page includes only a part of “${path}”. All of “${path}” was included.`,
    });
  return `${indent}{% include "${page.include(file).replaceAll('"', '%22')}" %}`;
}

/** `$frontmatter.title`, and what is another word for it. */
function findPageValue(expression: string, frontMatter: Record<string, unknown>): string | undefined {
  const [, path] =
    /^(?:\$frontmatter|frontmatter|page\.frontmatter|\$page\.frontmatter)((?:\??\.[\w$]+)+)$/.exec(
      expression,
    ) ?? [];
  if (path === undefined) return undefined;
  let value: unknown = frontMatter;
  for (const name of path.split(/\??\./).slice(1))
    value = isRecord(value) && Object.hasOwn(value, name) ? value[name] : undefined;
  return typeof value === 'string' || typeof value === 'number' ? String(value) : undefined;
}

/** Rules that turn the markup of VitePress into our dialect. */
export const vitePressRules = (page: PageContext, hasMath: boolean): MarkupRules => ({
  inlines: {
    isMdx: false,
    hasInterpolation: true,
    hasMath,
    findValue: (expression) => findPageValue(expression, page.frontMatter),
    writeTag: (tag) => (tag.name === 'Badge' ? writeBadge(tag) : writeCommonTag(tag)),
    writeText: (text) => text.replace(/^[ \t]*\[\[toc\]\][ \t]*$/gim, ''),
  },
  code: { hasBareTitles: false },
  findElement,
});

function writeBadge(tag: Parameters<typeof writeCommonTag>[0]): string {
  const text = tag.isClosing ? undefined : textAttribute(tag.attributes, 'text');
  return text === undefined ? '' : `**${text}**`;
}
