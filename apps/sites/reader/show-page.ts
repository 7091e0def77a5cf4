import { all } from './dom.ts';

/** The parts around the text of a page. Those that are the same on both pages stay untouched. */
const PARTS = ['.preview', '.announcement', '.bar', '.side', '.here', '.outline', 'body > footer'];

/** Shows another page of the site in place of the current one. */
export function showPage(next: Document): void {
  // Read before anything changes: the browser would lay the page out for it.
  const scrolled = PARTS.map((part) => document.querySelector(part)?.scrollTop ?? 0);
  document.title = next.title;
  const { documentElement: root, body } = document;
  for (const name of ['lang', 'dir', 'class']) copyAttribute(next.documentElement, root, name);
  for (const name of ['data-words', 'data-events', 'data-page']) copyAttribute(next.body, body, name);
  for (const name of ['canonical', 'alternate']) replaceLinks(next, name);
  const frame = body.querySelector('.frame');
  const nextFrame = next.body.querySelector('.frame');
  if (frame && nextFrame) copyAttribute(nextFrame, frame, 'class');
  for (const [at, part] of PARTS.entries()) replacePart(part, next, scrolled[at]);
  document.getElementById('_content')?.replaceWith(adopt(next.getElementById('_content')));
}

const adopt = (element: Element | null): Node =>
  element ? document.adoptNode(element) : document.createTextNode('');

function copyAttribute(from: Element, to: Element, name: string): void {
  const value = from.getAttribute(name);
  if (value === null) to.removeAttribute(name);
  else if (to.getAttribute(name) !== value) to.setAttribute(name, value);
}

function replaceLinks(next: Document, rel: string): void {
  const selector = `head link[rel=${rel}]`;
  for (const link of all(document, selector)) link.remove();
  for (const link of all(next, selector)) document.head.append(adopt(link));
}

/** `scrollTop`: how far the part was scrolled. */
function replacePart(selector: string, next: Document, scrollTop = 0): void {
  const old = document.querySelector<HTMLElement>(selector);
  const shown = next.querySelector<HTMLElement>(selector);
  if (!old || !shown) {
    if (old) old.remove();
    else if (shown) insertLike(shown, next);
    return;
  }
  if (moveMarks(old, shown)) return;
  const open = new Set(all<HTMLDetailsElement>(old, 'details[open]').map(nameOf));
  for (const details of all<HTMLDetailsElement>(shown, 'details'))
    if (open.has(nameOf(details)) && details.closest('[data-navigation]')) details.open = true;
  old.replaceWith(adopt(shown));
  if (scrollTop > 0) shown.scrollTop = scrollTop;
}

const addressOfForm = (part: Element): string | null | undefined =>
  part.querySelector('form')?.getAttribute('action');

/** Inserts a part that only the new page has, at the same place. */
function insertLike(shown: HTMLElement, next: Document): void {
  const isBefore =
    next.getElementById('_content')?.compareDocumentPosition(shown) === Node.DOCUMENT_POSITION_PRECEDING;
  const isInFrame = shown.parentElement !== next.body;
  if (isInFrame && isBefore) document.getElementById('_content')?.before(adopt(shown));
  else if (isInFrame) document.querySelector('.frame')?.append(adopt(shown));
  else if (isBefore) document.body.prepend(adopt(shown));
  else document.body.append(adopt(shown));
}

const nameOf = (details: Element): string =>
  details.parentElement?.querySelector('a')?.getAttribute('href') ?? '';

/**
 * If both pages have the same links, moves only the mark of the current one: a table of contents can have thousands of
 * links. A menu that the address opened is replaced, which closes it.
 */
function moveMarks(old: HTMLElement, shown: HTMLElement): boolean {
  const links = all<HTMLElement>(old, 'a, summary');
  const nextLinks = all<HTMLElement>(shown, 'a, summary');
  const isSame =
    links.length > 0 &&
    !old.matches(':target') &&
    addressOfForm(old) === addressOfForm(shown) &&
    links.length === nextLinks.length &&
    old.textContent === shown.textContent &&
    links.every((link, at) => link.getAttribute('href') === nextLinks[at]?.getAttribute('href'));
  if (!isSame) return false;
  for (const [at, link] of links.entries()) {
    const next = nextLinks[at];
    if (!next) continue;
    copyAttribute(next, link, 'aria-current');
    const details = link.parentElement?.closest('details');
    if (link.tagName === 'A' && next.hasAttribute('aria-current') && details) openAbove(link);
  }
  return true;
}

function openAbove(link: HTMLElement): void {
  if (!link.closest('[data-navigation]')) return;
  for (let above: Element | null = link; above; above = above.parentElement) {
    if (above instanceof HTMLDetailsElement) above.open = true;
  }
  link.parentElement?.querySelector<HTMLDetailsElement>(':scope > details')?.setAttribute('open', '');
}
