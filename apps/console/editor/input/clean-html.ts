/**
 * Prepares HTML of other programs for the editor’s own rules: lists that Word writes as paragraphs become lists, and
 * what only describes the look of a document goes.
 */
export function cleanHtml(html: string): string {
  const source = html
    .replace(/<!--\[if[\s\S]*?<!\[endif\]-->/g, '')
    .replace(/<!--(?:Start|End)Fragment-->/g, '')
    // The policy of the console forbids styles and scripts in HTML, also in a document that nobody sees.
    .replace(/<(style|script)\b[\s\S]*?<\/\1\s*>/gi, '')
    .replace(/<[a-z][^>]*>/gi, (tag) =>
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

/** Turns the styles of a text into the elements that mean them. */
function writeMarks(element: Element): void {
  const style = element.getAttribute(STYLE) ?? '';
  element.removeAttribute(STYLE);
  const valueIn = (name: string): string =>
    new RegExp(`(?:^|;)\\s*${name}\\s*:\\s*([^;]+)`, 'i').exec(style)?.[1]?.trim().toLowerCase() ?? '';
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
    const style = paragraph.getAttribute(STYLE) ?? '';
    const level = Number(/mso-list:[^;]*\blevel(\d+)/i.exec(style)?.[1] ?? 0);
    if (level === 0) {
      open = [];
      continue;
    }
    const mark = [...paragraph.querySelectorAll('span')].find((span) =>
      /mso-list:\s*ignore/i.test(span.getAttribute(STYLE) ?? ''),
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
  /(?:\*\*|__)\S.*?(?:\*\*|__)|\[[^\]\n]+\]\([^)\n]+\)|`[^`\n]+`/.test(text);
