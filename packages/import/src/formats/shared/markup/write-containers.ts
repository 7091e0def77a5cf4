import type { Block } from '@lectern/markdown/document';
import { parseMarkdown } from '@lectern/markdown/parse-markdown';
import { escapeAttribute, escapeHtml } from '@lectern/markdown/syntax/html';
import { writeTag } from '@lectern/markdown/syntax/tag';
import { createFootnotes } from '@lectern/markdown/write/write-blocks';
import { writeHtmlBlocks } from '@lectern/markdown/write/write-html';
import { readAttribute, textAttribute } from './attributes.ts';
import { readCodeInfo, writeCode } from './code-block.ts';
import type { MarkupCode, MarkupElement, MarkupNode } from './markup.ts';
import type { MarkupWriter, WriteElement } from './write-markup.ts';

const blanks = (count: number): string => ' '.repeat(count);

export type HintStyle = 'info' | 'success' | 'warning' | 'danger';

/** The styles of hints, by the names that tools give to theirs. */
export const HINT_STYLES: ReadonlyMap<string, HintStyle> = new Map<string, HintStyle>([
  ...'note info secondary important abstract summary tldr todo question help faq example callout'
    .split(' ')
    .map((name) => [name, 'info'] as const),
  ...'tip success check hint done'.split(' ').map((name) => [name, 'success'] as const),
  ...'warning caution attention warn'.split(' ').map((name) => [name, 'warning'] as const),
  ...'danger error failure fail missing bug'.split(' ').map((name) => [name, 'danger'] as const),
]);

/** Writes a hint, whose title is a heading in it. */
export function writeHint(
  {
    element,
    style,
    title,
    icon,
  }: { element: MarkupElement; style: HintStyle; title?: string | undefined; icon?: string | undefined },
  writer: MarkupWriter,
): void {
  const indent = blanks(element.indent);
  writer.out.open(indent + writeTag('hint', { style, icon }));
  if (title !== undefined && title.trim() !== '') {
    writer.out.text(`${indent}#### ${title.trim()}`);
    writer.out.separate();
  }
  writer.write(element.children);
  writer.out.close(`${indent}{% endhint %}`);
}

/** Writes an expandable; `title` is Markdown in one line. */
export function writeExpandable(
  {
    element,
    title,
    isOpen = false,
    children = element.children,
  }: {
    element: MarkupElement;
    title: string;
    isOpen?: boolean;
    children?: readonly MarkupNode[];
  },
  writer: MarkupWriter,
): void {
  const { out } = writer;
  const indent = blanks(element.indent);
  const summary = title
    .replace(/<\/?summary>?/gi, '')
    .replace(/\s+/g, ' ')
    .trim();
  out.block([`${indent}<details${isOpen ? ' open' : ''}>`]);
  out.block([`${indent}<summary>${summary || 'Details'}</summary>`]);
  writer.write(children);
  out.block([`${indent}</details>`]);
}

/** `<details>`, whose `<summary>` is its title. */
export const writeDetails: WriteElement = (element, writer) => {
  const at = element.children.findIndex((child) => child.kind === 'element' && child.name === 'summary');
  const summary = element.children[at];
  const title =
    summary?.kind === 'element'
      ? writer.writeApart(summary.children, summary.indent)
      : (textAttribute(element.attributes, 'summary') ?? '');
  writeExpandable(
    {
      element,
      title,
      isOpen: element.attributes.has('open'),
      children: element.children.filter((_child, i) => i !== at),
    },
    writer,
  );
};

/** Only the content counts. */
export const writeContent: WriteElement = (element, writer) => {
  writer.out.separate();
  writer.write(element.children);
  writer.out.separate();
};

/** Only the content counts; what else readers see of the element, or a condition of it, is reported. */
export const writeDivision: WriteElement = (element, writer) => {
  const title = textAttribute(element.attributes, 'title');
  if (title)
    writer.report({
      line: element.line,
      reason: 'unsupported-properties',
      message: `The title “${title}” of <${element.name}> was left out.`,
    });
  const computed = [...element.attributes.keys()].filter((name) =>
    /^v-(?!pre$|bind|on|slot|cloak|once)/.test(name),
  );
  if (computed.length > 0)
    writer.report({
      line: element.line,
      reason: 'unsupported-expression',
      message: `“${computed.join('”, “')}” of <${element.name}> was left out: expressions are not run.`,
    });
  writeContent(element, writer);
};

/** Leaves out what readers see only outside of the page, such as the title of the window. */
export const leaveOutHead: WriteElement = (element, writer) => {
  writer.report({
    line: element.line,
    reason: 'left-out',
    message: `<${element.name}>, which changes the head of the page, was left out.`,
  });
};

export const leaveOut: WriteElement = () => {};

interface Tab {
  title: string;
  icon?: string | undefined;
  write(): void;
}

/** Writes tabs. */
export function writeTabs(indent: number, tabs: readonly Tab[], { out }: MarkupWriter): void {
  if (tabs.length === 0) return;
  out.open(`${blanks(indent)}{% tabs %}`);
  for (const { title, icon, write } of tabs) {
    out.open(blanks(indent) + writeTag('tab', { title, icon }));
    write();
    out.close(`${blanks(indent)}{% endtab %}`);
  }
  out.close(`${blanks(indent)}{% endtabs %}`);
}

/** Collects the children that are items. Other nodes are added to the item before them, or to the first item. */
export function gatherItems(
  element: MarkupElement,
  isItem: (child: MarkupElement) => boolean,
): { item: MarkupElement; children: MarkupNode[] }[] {
  const items: { item: MarkupElement; children: MarkupNode[] }[] = [];
  const before: MarkupNode[] = [];
  for (const child of element.children) {
    if (child.kind === 'element' && isItem(child)) items.push({ item: child, children: [...child.children] });
    else (items.at(-1)?.children ?? before).push(child);
  }
  if (items[0] && before.some(hasContent)) items[0].children.unshift(...before);
  return items;
}

/** Whether a node is more than blank lines. */
export const hasContent = (node: MarkupNode): boolean =>
  node.kind !== 'text' || node.lines.some(({ text }) => text.trim() !== '');

/** Writes blocks of code side by side as tabs, which their titles name. */
export const writeCodeGroup: WriteElement = (element, writer) => {
  const codes = listCode(element.children);
  if (codes.length === 0) {
    writeContent(element, writer);
    return;
  }
  const style = writer.rules.code;
  // Text beside the code is shown above it.
  const others = withoutCode(element.children);
  if (others.some(hasContent)) writer.write(others);
  const tabs = codes.map((code, i): Tab => {
    const { title, language } = readCodeInfo(code.info, style);
    return {
      title: title ?? (language || `Code ${i + 1}`),
      write: () =>
        void writeCode({ ...code, info: withoutTitle(code.info, title) }, { style, out: writer.out }),
    };
  });
  writeTabs(element.indent, tabs, writer);
};

function listCode(nodes: readonly MarkupNode[]): MarkupCode[] {
  return nodes.flatMap((node) =>
    node.kind === 'code' ? [node] : node.kind === 'element' ? listCode(node.children) : [],
  );
}

const withoutCode = (nodes: readonly MarkupNode[]): MarkupNode[] =>
  nodes.flatMap((node) =>
    node.kind === 'code'
      ? []
      : node.kind === 'element'
        ? listCode(node.children).length > 0
          ? withoutCode(node.children)
          : [node]
        : [node],
  );

/** The title of a tab need not be repeated above its code. */
function withoutTitle(info: string, title: string | undefined): string {
  if (title === undefined) return info;
  const at = info.indexOf(title);
  const before = info.slice(0, at).replace(/(?:\b(?:title|filename)=)?["'[]?$/, '');
  return before + info.slice(at + title.length).replace(/^["'\]]/, '');
}

/** Writes steps, each with its title as a heading. */
export function writeSteps(
  indent: number,
  steps: readonly { title: string | undefined; icon?: string | undefined; children: readonly MarkupNode[] }[],
  writer: MarkupWriter,
): void {
  if (steps.length === 0) return;
  const { out } = writer;
  out.open(`${blanks(indent)}{% stepper %}`);
  for (const { title, icon, children } of steps) {
    out.open(blanks(indent) + writeTag('step', { icon }));
    if (title !== undefined) {
      out.text(`${blanks(indent)}### ${title}`);
      out.separate();
    }
    writer.write(children);
    out.close(`${blanks(indent)}{% endstep %}`);
  }
  out.close(`${blanks(indent)}{% endstepper %}`);
}

/** Writes columns side by side. */
export function writeColumns(
  indent: number,
  columns: readonly (readonly MarkupNode[])[],
  writer: MarkupWriter,
): void {
  if (columns.length === 0) return;
  const { out } = writer;
  out.open(`${blanks(indent)}{% columns %}`);
  for (const children of columns) {
    out.open(`${blanks(indent)}{% column %}`);
    writer.write(children);
    out.close(`${blanks(indent)}{% endcolumn %}`);
  }
  out.close(`${blanks(indent)}{% endcolumns %}`);
}

export interface Card {
  /** Markdown in one line. */
  title: string;
  icon?: string | undefined;
  href?: string | undefined;
  /** The target of a picture above the card. */
  cover?: string | undefined;
  children: readonly MarkupNode[];
  indent: number;
}

/** Blocks that the cell of a table can hold. */
const CELL_BLOCKS: ReadonlySet<string> = new Set(
  'paragraph heading-1 heading-2 heading-3 list-unordered list-ordered list-tasks list-item blockquote divider code code-line hint images image'.split(
    ' ',
  ),
);

/** Writes cards; those that hold more than a card can are written one below the other. */
export function writeCards(indent: number, cards: readonly Card[], writer: MarkupWriter): void {
  const bodies = cards.map(({ children, indent: column }) => {
    const text = writer.writeApart(children, column);
    return { text, html: writeCell(text) };
  });
  if (indent > 0 || bodies.some(({ html }) => html === undefined)) {
    for (const [i, card] of cards.entries()) writeAsSection(card, bodies[i]!.text, writer);
    return;
  }
  const hasCovers = cards.some(({ cover }) => cover !== undefined);
  const rows = cards.map((card, i) => writeRow(card, bodies[i]!.html ?? '', hasCovers));
  writer.out.block([
    `<table data-view="cards"><thead><tr><th></th><th></th><th data-hidden data-card-target data-type="content-ref"></th>${
      hasCovers ? '<th data-hidden data-card-cover data-type="image"></th>' : ''
    }</tr></thead><tbody>${rows.join('')}</tbody></table>`,
  ]);
}

function writeRow({ title, icon, href, cover }: Card, body: string, hasCovers: boolean): string {
  const mark = icon === undefined ? '' : `${writeIcon(icon)} `;
  const heading = title === '' ? '' : `<strong>${writeCell(title) ?? escapeHtml(title)}</strong>`;
  const cells = [`${mark}${heading}`, body, writeCellLink(href)];
  if (hasCovers) cells.push(writeCellLink(cover));
  return `<tr>${cells.map((cell) => `<td>${cell}</td>`).join('')}</tr>`;
}

const writeCellLink = (href: string | undefined): string =>
  href === undefined ? '' : `<a href="${escapeAttribute(href)}">${escapeHtml(href)}</a>`;

function writeAsSection({ title, href, indent }: Card, text: string, { out }: MarkupWriter): void {
  out.separate();
  const heading = href === undefined ? title : `[${title}](<${href.replace(/[<>\n]/g, '')}>)`;
  if (title !== '') out.text(`${blanks(indent)}**${heading}**`);
  out.block(text.split('\n').map((line) => (line === '' ? '' : blanks(indent) + line)));
}

/** Markdown as the HTML of a cell; undefined if a cell cannot hold it. */
function writeCell(markdown: string): string | undefined {
  const { document, footnotes } = parseMarkdown(markdown);
  if (footnotes.length > 0 || !document.nodes.every(fitsInCell)) return undefined;
  return writeHtmlBlocks(document.nodes, createFootnotes());
}

function fitsInCell(block: Block): boolean {
  if (!CELL_BLOCKS.has(block.type)) return false;
  if (block.type === 'code' && block.data.verbatim) return false;
  return (
    !('nodes' in block) ||
    !block.nodes ||
    block.nodes.every((node) => node.object !== 'block' || fitsInCell(node))
  );
}

/** The name of an icon without the library that tools put before it. */
export function iconName(icon: string | undefined): string | undefined {
  const name = icon
    ?.trim()
    .replace(/^(?:fa-)?(?:solid|regular|brands|light|duotone)[ :/-](?:fa-)?/, '')
    .replace(/^fa-/, '');
  return name !== undefined && /^[a-z][a-z0-9-]{0,60}$/.test(name) ? name : undefined;
}

export function writeIcon(icon: string): string {
  const name = iconName(icon);
  return name === undefined ? '' : `<i class="fa-${name}">:${name}:</i>`;
}

/** The address of an element in a player. */
function findSource({ children }: MarkupElement, name: 'source' | 'track'): string | undefined {
  for (const node of children) {
    if (node.kind === 'element' && node.name === name) return textAttribute(node.attributes, 'src');
    if (node.kind !== 'text') continue;
    for (const { text } of node.lines) {
      const tag = text.slice(0, 2000).split(`<${name} `)[1];
      const src = tag && /(?:^|\s)src=["']?([^"'\s>]+)/.exec(tag)?.[1];
      if (src) return src;
    }
  }
  return undefined;
}

/** Writes content of another address: a video, a demonstration. */
export const writeEmbed: WriteElement = (element, { out, report }) => {
  const source = textAttribute(element.attributes, 'src', 'url', 'href', 'id');
  const url = source ?? findSource(element, 'source');
  if (url === undefined) {
    report({
      line: element.line,
      reason: 'unsupported-element',
      message: `<${element.name}> has no valid address. It was left out.`,
    });
    return;
  }
  const address = url.startsWith('//') ? `https:${url}` : url;
  const track = findSource(element, 'track');
  if (track !== undefined)
    report({
      line: element.line,
      reason: 'unsupported-element',
      message: `The subtitles “${track}” of <${element.name}> were left out.`,
    });
  const tag = /^https?:/i.test(address)
    ? writeTag('embed', { url: address })
    : writeTag('file', { src: address });
  out.block([blanks(element.indent) + tag]);
};

/** The number of columns that an element asks for. */
export const columnCount = ({ attributes }: MarkupElement): number => {
  const value = Number(readAttribute(attributes, 'cols') ?? Number.NaN);
  return Number.isInteger(value) && value > 0 ? value : 1;
};
