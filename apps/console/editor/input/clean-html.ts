/**
 * Prepares HTML of other programs for the editor’s own rules: lists that Word writes as paragraphs become lists, and
 * what only describes the look of a document goes.
 */
export function cleanHtml(html: string): string {
  const shown = [CONDITIONAL_COMMENT, STYLES, SCRIPT].reduce(leaveOut, html);
  const source = mapTags(shown.replace(/<!--(?:Start|End)Fragment-->/g, ''), (tag) =>
    tag.replace(/\sstyle\s*=/gi, ` ${STYLE}=`).replace(/\son[a-z]+\s*=/gi, ' data-event='),
  );
  const document = new DOMParser().parseFromString(source, 'text/html');
  for (const element of document.querySelectorAll('style, script, meta, link, title, o\\:p, colgroup, col'))
    element.remove();
  for (const box of document.querySelectorAll('[aria-hidden="true"], [hidden]')) box.remove();
  writeLists(document);
  for (const element of document.querySelectorAll(`[${STYLE}]`)) writeMarks(element);
  for (const list of document.querySelectorAll('ul')) markTasks(list);
  for (const cell of document.querySelectorAll('td, th')) unwrapOnlyParagraph(cell);
  return document.body.innerHTML;
}

const STYLE = 'data-style';

/** Where something begins and ends that is left out. */
type Part = readonly [start: RegExp, end: RegExp];

const CONDITIONAL_COMMENT: Part = [/<!--\[if/g, /<!\[endif\]-->/g];
// The policy of the console forbids styles and scripts in HTML, also in a document that nobody sees.
const STYLES: Part = [/<style\b/gi, /<\/style\s*>/gi];
const SCRIPT: Part = [/<script\b/gi, /<\/script\s*>/gi];

/** One expression for a part would look for the end of the text from each beginning again. */
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

/** Turns the styles of a text into the elements that mean them. */
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
  if (!isText) return;
  const wrap = (name: string): void => {
    const inner = element.ownerDocument.createElement(name);
    inner.append(...element.childNodes);
    element.append(inner);
  };
  if (/^(?:bold(?:er)?|[6-9]\d\d)$/.test(weight) && !/^th$/i.test(element.tagName)) wrap('strong');
  if (valueIn('font-style') === 'italic') wrap('em');
  if (/line-through/.test(valueIn('text-decoration') + valueIn('text-decoration-line'))) wrap('s');
  if (valueIn('vertical-align') === 'super') wrap('sup');
  if (valueIn('vertical-align') === 'sub') wrap('sub');
  if (
    /^span$/i.test(element.tagName) &&
    /\b(?:courier|consolas|monospace|menlo|monaco)\b/i.test(valueIn('font-family'))
  )
    wrap('code');
}

/** Word writes each item as a paragraph, with its level in a style and its mark as text. */
function writeLists(document: Document): void {
  let open: { list: Element; level: number }[] = [];
  for (const paragraph of document.querySelectorAll('p')) {
    const level = Number(/\blevel(\d+)/.exec(styleOf(paragraph).get('mso-list') ?? '')?.[1] ?? 0);
    if (level === 0) {
      open = [];
      continue;
    }
    const mark = [...paragraph.querySelectorAll('span')].find((span) =>
      styleOf(span).get('mso-list')?.startsWith('ignore'),
    );
    const isNumber = /^\s*(?:\d+|[a-z]|[ivx]+)[.)]/i.test(mark?.textContent ?? '');
    mark?.remove();
    const previous = paragraph.previousElementSibling;
    if (open.length > 0 && previous !== open[0]?.list) open = [];
    while (open.length > 0 && (open.at(-1)?.level ?? 0) > level) open.pop();
    const item = document.createElement('li');
    const top = open.at(-1);
    if (!top || top.level < level) {
      const list = document.createElement(isNumber ? 'ol' : 'ul');
      const parent = top?.list.lastElementChild;
      if (parent) parent.append(list);
      else paragraph.before(list);
      open.push({ list, level });
    }
    open.at(-1)?.list.append(item);
    item.append(...paragraph.childNodes);
    paragraph.remove();
  }
}

/** Lists whose items begin with a box, as Notion, GitHub and Google Docs have them. */
function markTasks(list: Element): void {
  const items = [...list.children].filter((child) => child.tagName === 'LI');
  const boxOf = (item: Element): Element | null =>
    item.querySelector(
      ':scope > input[type="checkbox"], :scope > p > input[type="checkbox"], :scope > .checkbox, :scope > [role="checkbox"]',
    );
  const isTask =
    items.length > 0 && items.every((item) => boxOf(item) ?? item.getAttribute('role') === 'checkbox');
  if (!isTask) return;
  list.classList.add('tasks');
  for (const item of items) {
    const box = boxOf(item);
    const isChecked =
      box?.hasAttribute('checked') === true ||
      box?.classList.contains('checkbox-on') === true ||
      (box ?? item).getAttribute('aria-checked') === 'true';
    box?.remove();
    const input = item.ownerDocument.createElement('input');
    input.type = 'checkbox';
    input.toggleAttribute('checked', isChecked);
    item.prepend(input);
  }
}

/** Spreadsheets and Word put a paragraph into each cell. */
function unwrapOnlyParagraph(cell: Element): void {
  const [only, ...more] = cell.children;
  if (cell.tagName === 'TH' && only && more.length === 0 && only.tagName === 'P')
    only.replaceWith(...only.childNodes);
}

/** Whether a text is probably Markdown. */
export const isMarkdown = (text: string): boolean =>
  /^(?:#{1,6} |[-*+] \S|\d+[.)] \S|> |```|\|.*\|\s*$|\{% )/m.test(text) ||
  /`[^`\n]+`/.test(text) ||
  text.split('\n').some((line) => isClosed(line, /(?:\*\*|__)\S/, /\*\*|__/) || isClosed(line, LINK, /\)/));

const LINK = /\[[^[\]]+\]\((?!\))/;

/** Whether something ends after its first beginning. */
function isClosed(line: string, start: RegExp, end: RegExp): boolean {
  const found = start.exec(line);
  return found !== null && end.test(line.slice(found.index + found[0].length));
}
