import { escapeAttribute } from '@lectern/markdown/syntax/html';
import { textAttribute } from '../shared/markup/attributes.ts';
import type { MarkupElement, MarkupSyntax } from '../shared/markup/markup.ts';
import { htmlTagKind } from '../shared/markup/markup.ts';
import { findHint, HTML_ELEMENTS, writeCommonTag } from '../shared/markup/mdx-components.ts';
import {
  HINT_STYLES,
  iconName,
  writeContent,
  writeExpandable,
  writeHint,
  writeIcon,
  writeTabs,
} from '../shared/markup/write-containers.ts';
import type { MarkupRules, WriteElement } from '../shared/markup/write-markup.ts';
import { titleOfFileName } from '../shared/paths.ts';
import type { PageContext } from '../shared/site/convert-page.ts';

export const MKDOCS_SYNTAX: MarkupSyntax = {
  isMdx: false,
  hasDirectives: false,
  hasAdmonitions: true,
  hasAlerts: true,
  tagKind: (name) => (/^[a-z]/.test(name) ? htmlTagKind(name) : 'inline'),
};

/** Writes `!!! type "Title"` as a hint, and the collapsible forms `???` and `???+` as an expandable. */
const writeAdmonition: WriteElement = (element, writer) => {
  const marker = textAttribute(element.attributes, 'marker') ?? '!!!';
  const type = element.name.split(/\s+/)[0]!.toLowerCase();
  if (marker !== '!!!') {
    const title = element.label || titleOfFileName(type);
    writeExpandable({ element, title, isOpen: marker.endsWith('+') }, writer);
    return;
  }
  writeHint({ element, style: HINT_STYLES.get(type) ?? 'info', title: element.label }, writer);
};

const writeTabGroup: WriteElement = (element, writer) => {
  const tabs = element.children.flatMap((child) =>
    child.kind === 'element' ? [{ title: child.label ?? '', write: () => writer.write(child.children) }] : [],
  );
  writeTabs(element.indent, tabs, writer);
};

function findElement(element: MarkupElement): WriteElement | undefined {
  switch (element.form) {
    case 'admonition':
      return writeAdmonition;
    case 'tab':
      return element.name === 'tabs' ? writeTabGroup : writeContent;
    case 'alert':
      return findHint(element);
    case 'tag':
      return HTML_ELEMENTS.get(element.name);
    case 'directive':
      return undefined;
  }
}

const BUTTON = /\[([^\][\n]{1,300})\]\(([^()\s]{1,1000})\)\{([^{}\n]{1,300})\}/g;
const BRACES = /[ \t]?\{([^{}\n]{1,300})\}/g;
const ATTRIBUTE = /^(?:[#.][\w-]+|[\w-]+=[^\s"']+)$/;
const ICON = /:(fontawesome-(?:solid|regular|brands)|material|octicons|simple)-([a-z0-9-]{1,60}):/g;
const KEYS = /\+\+([a-z0-9"'+_-]{1,60}?)\+\+/gi;

/** Turns the inline extensions of Python-Markdown and of Material into the dialect. */
function writeInlineExtensions(text: string, page: PageContext): string {
  return text
    .replace(BUTTON, (match, label: string, url: string, classes: string) => {
      if (!classes.includes('.md-button')) return match;
      const kind = classes.includes('--primary') ? 'primary' : 'secondary';
      return `<a href="${escapeAttribute(url)}" class="button ${kind}">${label}</a>`;
    })
    .replace(ICON, (_match, set: string, name: string) => writeSetIcon(set, name, page))
    .replace(BRACES, (match, content: string) => (isAttributeList(content) ? '' : match))
    .replace(KEYS, (_match, keys: string) =>
      keys
        .split('+')
        .map((key) => `<kbd>${titleOfKey(key)}</kbd>`)
        .join('+'),
    )
    .replace(
      /(?<![=\w])==(?=[^\s=])([^=\n]{1,500}?[^\s=])==(?!=)/g,
      '<mark style="background-color:yellow;">$1</mark>',
    )
    .replace(/\^\^(?=\S)([^^\n]{1,500}?\S)\^\^/g, '$1')
    .replace(/^[ \t]*\[TOC\][ \t]*$/gm, '')
    .replace(/^\*\[[^\]\n]{1,200}\]:[^\n]*$/gm, () => {
      page.report({
        reason: 'unsupported-abbreviations',
        message: 'Abbreviations have no counterpart. They were left out.',
      });
      return '';
    });
}

/** Whether the content of braces is an attribute list: `{ .class #id key="value" }`, with or without a colon. */
function isAttributeList(content: string): boolean {
  const words = content
    .replace(/^:/, '')
    .replace(/"[^"]*"|'[^']*'/g, 'x')
    .split(/[ \t]+/)
    .filter((word) => word !== '');
  return words.length > 0 && words.every((word) => ATTRIBUTE.test(word));
}

const titleOfKey = (key: string): string => titleOfFileName(key.replace(/^["']|["']$/g, ''));

function writeSetIcon(set: string, name: string, page: PageContext): string {
  const icon = set.startsWith('fontawesome') ? iconName(name) : undefined;
  if (icon !== undefined) return writeIcon(icon);
  page.report({
    reason: 'unsupported-icon',
    message: `The icon “${set}-${name}” has no counterpart. It was left out.`,
  });
  return '';
}

/** Rules that turn the markup of MkDocs into our dialect. */
export const mkDocsRules = (
  page: PageContext,
  { hasMath, hasMacros }: { hasMath: boolean; hasMacros: boolean },
): MarkupRules => ({
  inlines: {
    isMdx: false,
    hasInterpolation: hasMacros,
    hasMath,
    writeTag: writeCommonTag,
    writeText: (text) => writeInlineExtensions(text, page),
  },
  code: { hasBareTitles: false },
  findElement,
});

/** `--8<-- "file"`, on a line of its own. */
const SNIPPET = /^([ \t]*)-{1,}8<-{1,}[ \t]+(["'])([^"'\n]{1,500})\2[ \t]*$/;

export interface Snippets {
  find(name: string): string | undefined;
  read(path: string): string | undefined;
}

/** The file and the part of it that a snippet names: `file.py:3:5`, `file.py:section`. */
export function splitSnippet(name: string): { file: string; part: string | undefined } {
  const clean = name.replace(/^;/, '').trim();
  const colon = clean.indexOf(':');
  return colon < 0
    ? { file: clean, part: undefined }
    : { file: clean.slice(0, colon), part: clean.slice(colon + 1) };
}

/** Inserts snippets into a body: pages become reusable content, everything else becomes part of the text. */
export function expandSnippets(body: string, page: PageContext, snippets: Snippets): string {
  if (!body.includes('8<')) return body;
  let fence: string | undefined;
  return body
    .split('\n')
    .map((line, i) => {
      const marker = /^[ \t]*(`{3,}|~{3,})/.exec(line)?.[1];
      if (marker !== undefined && (fence === undefined || line.trim().startsWith(fence)))
        fence = fence === undefined ? marker : undefined;
      const match = line.length < 1000 ? SNIPPET.exec(line) : null;
      if (!match) return line;
      return expandSnippet(match, { page, snippets, line: i + 1, isInCode: fence !== undefined });
    })
    .join('\n');
}

function expandSnippet(
  match: RegExpExecArray,
  {
    page,
    snippets,
    line,
    isInCode,
  }: { page: PageContext; snippets: Snippets; line: number; isInCode: boolean },
): string {
  const [, indent = '', , name = ''] = match;
  const { file, part } = splitSnippet(name);
  const path = snippets.find(file);
  const text = path === undefined ? undefined : snippets.read(path);
  if (path === undefined || text === undefined) {
    page.report({ line, reason: 'missing-file', message: `The snippet “${name}” is not in the source.` });
    return '';
  }
  if (!isInCode && part === undefined && /\.md$/i.test(path))
    return `${indent}{% include "${page.include(path).replaceAll('"', '%22')}" %}`;
  return partOf(text, part)
    .map((each) => indent + each)
    .join('\n');
}

function partOf(text: string, part: string | undefined): string[] {
  const lines = text.replace(/\r\n?/g, '\n').replace(/\n$/, '').split('\n');
  if (part === undefined) return lines;
  const [first = '', last = ''] = part.split(':');
  if (/^\d*$/.test(first) && /^\d*$/.test(last))
    return lines.slice(Number(first || 1) - 1, last === '' ? undefined : Number(last));
  const start = lines.findIndex((line) => line.includes(`[start:${part}]`));
  const end = lines.findIndex((line) => line.includes(`[end:${part}]`));
  return start < 0 ? lines : lines.slice(start + 1, end < 0 ? undefined : end);
}
