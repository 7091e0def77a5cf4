import { parseMarkdown } from '@lectern/markdown/parse-markdown';
import { escapeAttribute } from '@lectern/markdown/syntax/html';
import { createFootnotes } from '@lectern/markdown/write/write-blocks';
import { writeHtmlBlocks } from '@lectern/markdown/write/write-html';
import { textAttribute } from '../shared/markup/attributes.ts';
import type { MarkupElement, MarkupNode, MarkupSyntax } from '../shared/markup/markup.ts';
import { htmlTagKind } from '../shared/markup/markup.ts';
import { findHint, HTML_ELEMENTS, writeCommonTag } from '../shared/markup/mdx-components.ts';
import {
  HINT_STYLES,
  writeContent,
  writeExpandable,
  writeHint,
  writeTabs,
} from '../shared/markup/write-containers.ts';
import type { MarkupRules, WriteElement } from '../shared/markup/write-markup.ts';
import { titleOfFileName } from '../shared/paths.ts';
import type { PageContext } from '../shared/site/convert-page.ts';
import { writeInlineExtensions } from './inline-extensions.ts';
import type { MkDocsConfig } from './mkdocs-config.ts';

export const MKDOCS_SYNTAX: MarkupSyntax = {
  isMdx: false,
  hasDirectives: false,
  hasAdmonitions: true,
  hasAlerts: true,
  tagKind: (name) =>
    name === 'figure' || name === 'figcaption' ? 'block' : /^[a-z]/.test(name) ? htmlTagKind(name) : 'inline',
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

const IMAGE =
  /!\[([^[\]\n]{0,1000})\]\(<?([^()<>\s]{1,2000})>?(?:[ \t]+(?:"[^"\n]*"|'[^'\n]*'))?\)(?:\{([^{}\n]{0,300})\})?/;
const IMAGE_TAG = /<img[ \t\n][^<>]{0,3000}>/;

/** A picture with a caption, both of which may be Markdown. Anything else in a figure stays as it is. */
const writeFigure: WriteElement = (element, writer) => {
  const isCaption = (node: MarkupNode): node is MarkupElement =>
    node.kind === 'element' && node.name === 'figcaption';
  const captions = element.children.filter(isCaption);
  const others = element.children.filter((node) => !isCaption(node));
  const source = others.map(textOf).join('\n').trim();
  const [tag] = IMAGE_TAG.exec(source) ?? [];
  const [image, alt = '', src = '', attributes = ''] = IMAGE.exec(source) ?? [];
  const caption = captions
    .map(({ children, indent }) => writer.writeApart(children, indent))
    .join('\n\n')
    .trim();
  if ((image ?? tag) !== source || source === '') {
    writer.out.separate();
    writer.write(others);
    writer.out.separate();
    for (const line of caption.split('\n')) writer.out.text(' '.repeat(element.indent) + line);
    writer.out.separate();
    return;
  }
  const width = /(?:^|[\s:])width=["']?(\d+%?)/.exec(attributes)?.[1];
  const size = width === undefined ? '' : ` width="${width}"`;
  const picture = tag ?? `<img src="${escapeAttribute(src)}" alt="${escapeAttribute(alt)}"${size}>`;
  const words =
    caption === '' ? '' : writeHtmlBlocks(parseMarkdown(caption).document.nodes, createFootnotes());
  writer.out.block([
    `${' '.repeat(element.indent)}<figure>${picture.replace(/\s+/g, ' ')}<figcaption>${words}</figcaption></figure>`,
  ]);
};

const textOf = (node: MarkupNode): string =>
  node.kind === 'text'
    ? node.lines.map(({ text }) => text.trim()).join('\n')
    : node.kind === 'element' && (node.name === 'p' || node.name === 'a')
      ? node.children.map(textOf).join('\n')
      : `<${node.kind}>`;

function findElement(element: MarkupElement): WriteElement | undefined {
  switch (element.form) {
    case 'admonition':
      return writeAdmonition;
    case 'tab':
      return element.name === 'tabs' ? writeTabGroup : writeContent;
    case 'alert':
      return findHint(element);
    case 'tag':
      return element.name === 'figure' ? writeFigure : HTML_ELEMENTS.get(element.name);
    case 'directive':
      return undefined;
  }
}

/** Rules that turn the markup of MkDocs into our dialect. */
export const mkDocsRules = (
  page: PageContext,
  { hasMath, repository }: Pick<MkDocsConfig, 'hasMath' | 'repository'>,
): MarkupRules => ({
  inlines: {
    isMdx: false,
    hasInterpolation: false,
    hasMath,
    writeTag: writeCommonTag,
    writeLine: (text, line) => writeInlineExtensions(text, { page, line, repository }),
  },
  code: { hasBareTitles: false },
  findElement,
});
