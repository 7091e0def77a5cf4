import { cutText } from '@lectern/std/cut-text';
import { cleanTable } from './clean-tables.ts';
import { readFootnotes, readTitles, writeLists } from './clean-word.ts';
import { withoutEndOfLines } from './fresh-keys.ts';

const STYLE = 'data-style';

export interface CleanHtml {
  html: string;
  /** Pictures that were in the HTML itself. Their addresses are `lectern-upload:` and the index. */
  files: File[];
}

/**
 * Prepares HTML of other programs for the editor’s own rules: lists that Word writes as paragraphs become lists, and
 * what only describes the look of a document goes.
 */
export function cleanHtml(html: string): CleanHtml {
  // Word writes each list twice, and hides one of them in conditional comments.
  const once = html.replace(/<!\[if !supportLists\]>|<!\[endif\]>/g, '');
  const shown = [CONDITIONAL_COMMENT, STYLES, SCRIPT].reduce(leaveOut, once);
  const source = mapTags(shown.replace(/<!--(?:Start|End)Fragment-->/g, ''), (tag) =>
    tag.replace(/\sstyle\s*=/gi, ` ${STYLE}=`).replace(/\son[a-z]+\s*=/gi, ' data-event='),
  );
  const document = new DOMParser().parseFromString(source, 'text/html');
  const { body } = document;
  for (const element of body.querySelectorAll('style, script, meta, link, title, o\\:p, colgroup, col'))
    element.remove();
  for (const box of body.querySelectorAll('[aria-hidden="true"], [hidden], template')) box.remove();
  readTitles(document, STYLE);
  readFootnotes(document, STYLE);
  writeLists(document, STYLE);
  for (const block of body.querySelectorAll('pre')) readCode(block);
  for (const element of body.querySelectorAll(`[${STYLE}]`)) writeMarks(element);
  for (const list of body.querySelectorAll('ul')) markTasks(list);
  for (const table of body.querySelectorAll('table')) cleanTable(table);
  const files: File[] = [];
  for (const picture of body.querySelectorAll('img')) readPicture(picture, files);
  for (const frame of body.querySelectorAll('iframe[src]')) readFrame(frame);
  for (const paragraph of body.querySelectorAll('p, div:not(.line)'))
    if (
      /^[\s\u00a0]*$/.test(paragraph.textContent ?? '') &&
      !paragraph.querySelector('img, hr, br, input, td')
    )
      paragraph.remove();
  return { html: body.innerHTML, files };
}

/** The start and the end of markup that is removed. */
type Part = readonly [start: RegExp, end: RegExp];

const CONDITIONAL_COMMENT: Part = [/<!--\[if/g, /<!\[endif\]-->/g];
// The policy of the console forbids styles and scripts in HTML, also in a document that nobody sees.
const STYLES: Part = [/<style\b/gi, /<\/style\s*>/gi];
const SCRIPT: Part = [/<script\b/gi, /<\/script\s*>/gi];

/** A single expression would search to the end of the text from each start. */
function leaveOut(html: string, [start, end]: Part): string {
  let kept = '';
  let position = 0;
  for (;;) {
    start.lastIndex = position;
    const from = start.exec(html)?.index;
    end.lastIndex = from ?? 0;
    if (from === undefined || !end.test(html)) return kept + html.slice(position);
    kept += html.slice(position, from);
    position = end.lastIndex;
  }
}

function mapTags(html: string, map: (tag: string) => string): string {
  const start = /<[a-z]/gi;
  let mapped = '';
  let position = 0;
  for (;;) {
    start.lastIndex = position;
    const from = start.exec(html)?.index;
    const end = from === undefined ? 0 : html.indexOf('>', from) + 1;
    if (end === 0) return mapped + html.slice(position);
    mapped += html.slice(position, from) + map(html.slice(from, end));
    position = end;
  }
}

/** The declarations in the style of an element, by their names. */
function styleOf(element: Element): Map<string, string> {
  const declarations = (element.getAttribute(STYLE) ?? '').split(';').map((declaration) => {
    const [name = '', ...value] = declaration.split(':');
    return [name.trim().toLowerCase(), value.join(':').trim().toLowerCase()] as const;
  });
  return new Map(declarations);
}

/** Replaces inline styles by the elements with the same meaning. */
function writeMarks(element: Element): void {
  const style = styleOf(element);
  element.removeAttribute(STYLE);
  const valueIn = (name: string): string => style.get(name) ?? '';
  const weight = valueIn('font-weight');
  // Google Docs puts everything into a bold element that is not bold.
  if (/^[bi]$/i.test(element.tagName) && (weight === 'normal' || valueIn('font-style') === 'normal')) {
    element.replaceWith(...element.childNodes);
    return;
  }
  const isText = /^(?:span|a|font|td|th|p|li)$/i.test(element.tagName);
  if (!isText || element.textContent?.trim() === '') return;
  const wrap = (name: string): void => {
    const inner = element.ownerDocument.createElement(name);
    inner.append(...element.childNodes);
    element.append(inner);
  };
  // Headings are bold anyway.
  const isInHeading = element.closest('h1, h2, h3, h4, h5, h6, th') !== null;
  if (/^(?:bold(?:er)?|[6-9]\d\d)$/.test(weight) && !isInHeading) wrap('strong');
  if (valueIn('font-style') === 'italic') wrap('em');
  if (/line-through/.test(valueIn('text-decoration') + valueIn('text-decoration-line'))) wrap('s');
  if (valueIn('vertical-align') === 'super') wrap('sup');
  if (valueIn('vertical-align') === 'sub') wrap('sub');
  if (
    /^span$/i.test(element.tagName) &&
    !element.closest('pre, code') &&
    /\b(?:courier|consolas|monospace|menlo|monaco)\b/i.test(valueIn('font-family'))
  )
    wrap('code');
}

/** Reads a code block without its colors. */
function readCode(block: Element): void {
  const named = [
    block,
    ...block.querySelectorAll('code'),
    ...(block.parentElement ? [block.parentElement] : []),
  ]
    .map((element) => `${element.getAttribute('class') ?? ''} ${element.getAttribute('data-language') ?? ''}`)
    .join(' ');
  const syntax =
    /\b(?:language|lang|highlight-source|brush:)[-\s]?([\w+#-]+)/i.exec(named)?.[1] ??
    block.getAttribute('lang') ??
    block.getAttribute('data-language') ??
    '';
  for (const end of block.querySelectorAll('br')) end.replaceWith('\n');
  const { ownerDocument } = block;
  // Some pages wrap each line in an element.
  for (const line of block.querySelectorAll('div, p, li')) line.append('\n');
  const lines = withoutEndOfLines((block.textContent ?? '').replace(/^\n/, '')).split('\n');
  const made = ownerDocument.createElement('pre');
  if (syntax !== '') made.dataset.syntax = syntax.toLowerCase();
  for (const text of lines) {
    const line = ownerDocument.createElement('div');
    line.className = 'line';
    line.textContent = text;
    made.append(line);
  }
  block.replaceWith(made);
}

const BOX = /^\s*\[([ xX]?)\]\s+/;

/** Marks task lists, whose items begin with a checkbox in Notion, GitHub and Google Docs. */
function markTasks(list: Element): void {
  const items = [...list.children].filter((child) => child.tagName === 'LI');
  const boxOf = (item: Element): Element | null =>
    item.querySelector(
      ':scope > input[type="checkbox"], :scope > p > input[type="checkbox"], :scope > label > input[type="checkbox"], :scope > .checkbox, :scope > [role="checkbox"]',
    );
  const typed = (item: Element): RegExpExecArray | null => BOX.exec(item.textContent ?? '');
  const isTask =
    items.length > 0 &&
    items.every((item) => boxOf(item) ?? (item.getAttribute('role') === 'checkbox' || typed(item)));
  if (!isTask) return;
  list.classList.add('tasks');
  for (const item of items) {
    const box = boxOf(item);
    const mark = box ? null : typed(item);
    const isChecked =
      box?.hasAttribute('checked') === true ||
      box?.classList.contains('checkbox-on') === true ||
      mark?.[1]?.toLowerCase() === 'x' ||
      (box ?? item).getAttribute('aria-checked') === 'true';
    box?.remove();
    if (mark) removeStart(item, mark[0].length);
    // Google Docs adds an image of the checkbox.
    item.querySelector(':scope > img')?.remove();
    const input = item.ownerDocument.createElement('input');
    input.type = 'checkbox';
    input.toggleAttribute('checked', isChecked);
    item.prepend(input);
  }
}

function removeStart(element: Element, count: number): void {
  const walker = element.ownerDocument.createTreeWalker(element, NodeFilter.SHOW_TEXT);
  let left = count;
  for (let node = walker.nextNode(); node && left > 0; node = walker.nextNode()) {
    const text = node.nodeValue ?? '';
    node.nodeValue = text.slice(left);
    left -= Math.min(left, text.length);
  }
}

/** An image on its own becomes a block; one among words stays inline. */
function readPicture(picture: HTMLImageElement, files: File[]): void {
  const src = picture.getAttribute('src') ?? '';
  const file = fileOf(src, picture.alt);
  if (file) {
    picture.setAttribute('src', `lectern-upload:${files.length}`);
    files.push(file);
  } else if (!/^https?:\/\//i.test(src)) {
    // A local file of the writer, which nobody else can see.
    picture.remove();
    return;
  }
  const block = picture.closest('p, li, td, th, h1, h2, h3, h4, h5, h6');
  const isAmongWords = /\S/.test((block?.textContent ?? '').replace(/\u00a0/g, ''));
  if (isAmongWords) picture.dataset.inline = '';
  const caption = picture.closest('figure')?.querySelector('figcaption');
  if (caption && !isAmongWords) {
    picture.dataset.caption = caption.textContent?.trim() ?? '';
    caption.remove();
  }
}

function fileOf(src: string, alt: string): File | undefined {
  const found = /^data:(image\/[\w.+-]+);base64,([\s\S]+)$/i.exec(src);
  if (!found) return undefined;
  const [, type = '', base64 = ''] = found;
  try {
    const bytes = Uint8Array.from(atob(base64.replace(/\s/g, '')), (char) => char.charCodeAt(0));
    const name = cutText(alt.replace(/[^\p{L}\p{N}]+/gu, '-').replace(/^-|-$/g, ''), 40) || 'picture';
    return new File([bytes], `${name}.${type.replace('image/', '').split('+')[0]}`, { type });
  } catch {
    return undefined;
  }
}

/** An iframe becomes a link to its page. */
function readFrame(frame: Element): void {
  const link = frame.ownerDocument.createElement('a');
  link.href = frame.getAttribute('src') ?? '';
  link.textContent = frame.getAttribute('title') || link.href;
  const paragraph = frame.ownerDocument.createElement('p');
  paragraph.append(link);
  frame.replaceWith(paragraph);
}

/** Whether a text is probably Markdown. */
export const isMarkdown = (text: string): boolean =>
  /^(?:#{1,6} |[-*+] \S|\d+[.)] \S|> |```|\|.*\|\s*$|\{% )/m.test(text) ||
  /`[^`\n]+`/.test(text) ||
  text.split('\n').some((line) => isClosed(line, /(?:\*\*|__)\S/, /\*\*|__/) || isClosed(line, LINK, /\)/));

const LINK = /\[[^[\]]+\]\((?!\))/;

/** Whether `end` matches after the first match of `start`. */
function isClosed(line: string, start: RegExp, end: RegExp): boolean {
  const found = start.exec(line);
  return found !== null && end.test(line.slice(found.index + found[0].length));
}
