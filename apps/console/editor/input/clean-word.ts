/** How Word's styles describe the list of a paragraph. */
const listStyleOf = (style: string): string =>
  style.split(';').find((declaration) => /^\s*mso-list:/i.test(declaration)) ?? '';

/** Word writes each item as a paragraph, with its level in a style and its mark as text. */
export function writeLists(document: Document, styleName: string): void {
  let open: { list: Element; level: number }[] = [];
  for (const paragraph of document.querySelectorAll('p')) {
    const style = paragraph.getAttribute(styleName) ?? '';
    const level = Number(/\blevel(\d+)/i.exec(listStyleOf(style))?.[1] ?? 0);
    if (level === 0) {
      // A paragraph in a cell or item does not belong to the list around it.
      if (!open[0]?.list.contains(paragraph)) open = [];
      continue;
    }
    const mark = [...paragraph.querySelectorAll('span')].find((span) =>
      /mso-list:\s*ignore/i.test(span.getAttribute(styleName) ?? ''),
    );
    const number = /^[\s(]*(\d+|[a-z]|[ivxlc]+)[.)]/i.exec(mark?.textContent ?? '')?.[1];
    mark?.remove();
    const previous = paragraph.previousElementSibling;
    if (open.length > 0 && previous !== open[0]?.list) open = [];
    while (open.length > 0 && (open.at(-1)?.level ?? 0) > level) open.pop();
    const kind = number === undefined ? 'ul' : 'ol';
    // Another kind of mark at the same level begins another list.
    const last = open.at(-1);
    if (last?.level === level && last.list.tagName.toLowerCase() !== kind) open.pop();
    const top = open.at(-1);
    if (!top || top.level < level) {
      const list = document.createElement(kind);
      if (number !== undefined && /^\d+$/.test(number) && number !== '1') list.setAttribute('start', number);
      const parent = top?.list.lastElementChild;
      if (parent) parent.append(list);
      else paragraph.before(list);
      open.push({ list, level });
    }
    const item = document.createElement('li');
    item.append(...paragraph.childNodes);
    open.at(-1)?.list.append(item);
    paragraph.remove();
  }
}

/** In Word, titles are paragraphs with a class. */
export function readTitles(document: Document, styleName: string): void {
  for (const paragraph of document.querySelectorAll('p[class]')) {
    const level = /\bMsoTitle\b/.test(paragraph.className)
      ? 1
      : Number(
          /\bMsoHeading(\d)\b/.exec(paragraph.className)?.[1] ??
            /mso-outline-level:\s*(\d)/i.exec(paragraph.getAttribute(styleName) ?? '')?.[1] ??
            0,
        );
    if (level < 1 || level > 6) continue;
    const heading = document.createElement(`h${level}`);
    heading.append(...paragraph.childNodes);
    paragraph.replaceWith(heading);
  }
}

/** Footnotes of Word and LibreOffice become annotations of the words before their numbers. */
export function readFootnotes(document: Document, styleName: string): void {
  const notes = new Map<string, Element>();
  const bodies = [
    ...document.querySelectorAll(
      `[${styleName}*="mso-element:footnote"], [${styleName}*="mso-element:endnote"]`,
    ),
    ...document.querySelectorAll('div[id^="sdfootnote"], div[id^="sdendnote"]'),
  ];
  for (const body of bodies) if (body.id !== '') notes.set(body.id, body);
  for (const link of document.querySelectorAll('a[href*="#"]')) {
    const id = (link.getAttribute('href') ?? '').replace(/^.*#_?/, '').replace(/sym$/, '');
    const note = notes.get(id);
    if (!note || note.contains(link)) continue;
    annotate(link, textOfNote(note));
  }
  for (const body of bodies) {
    const list = body.parentElement;
    body.remove();
    // The line above the notes.
    if (list && /footnote-list|endnote-list/.test(list.getAttribute(styleName) ?? '')) list.remove();
  }
}

function textOfNote(note: Element): string {
  const copy = note.cloneNode(true) as Element;
  copy.querySelector('a')?.remove();
  return (copy.textContent ?? '').replace(/\s+/g, ' ').trim();
}

/** Marks the last word before the number of a note. */
function annotate(link: Element, text: string): void {
  const { ownerDocument } = link;
  const outer = link.closest('sup') ?? link;
  const walker = ownerDocument.createTreeWalker(
    outer.closest('p, li, td, h1, h2, h3, h4, h5, h6') ?? ownerDocument.body,
    NodeFilter.SHOW_TEXT,
  );
  let before: Text | undefined;
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    if (outer.contains(node) || outer.compareDocumentPosition(node) & Node.DOCUMENT_POSITION_FOLLOWING) break;
    if (/\S/.test(node.nodeValue ?? '')) before = node as Text;
  }
  outer.remove();
  const word = (before?.nodeValue ?? '').trimEnd().split(/\s/).at(-1) || undefined;
  if (!before || word === undefined || text === '') return;
  const start = (before.nodeValue ?? '').lastIndexOf(word);
  const rest = before.splitText(start);
  rest.splitText(word.length);
  const note = ownerDocument.createElement('span');
  note.dataset.note = text;
  rest.replaceWith(note);
  note.append(rest);
}
