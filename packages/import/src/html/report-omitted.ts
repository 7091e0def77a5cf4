import { attributeOf, classesOf, findElement, type HtmlElement, lineOf } from '@lectern/html/html-tree';
import { isElementName, UNSUPPORTED_ELEMENTS } from '@lectern/markdown/syntax/html-elements';
import { shortenText } from '@lectern/std/cut-text';
import type { HtmlContext } from './html-context.ts';

/** Elements that show something to readers, although pages show nothing of them. */
const SEEN = new Set('nav dialog button input select textarea svg canvas map'.split(' '));
const MAX_QUOTE = 200;

export const quote = (text: string): string => `“${shortenText(text, MAX_QUOTE)}”`;

/** Reports an element that is left out, if readers of the source see it. */
export function reportOmitted(context: HtmlContext, element: HtmlElement): void {
  const { tagName } = element;
  if (!SEEN.has(tagName)) return;
  const words = wordsOf(element);
  if (COPY.test(words)) return;
  if (words === '' && !(tagName === 'canvas' || (tagName === 'svg' && !isIcon(element)))) return;
  context.report(
    'unsupported-element',
    `A <${tagName}> element has no counterpart and was left out${words === '' ? '' : `: ${quote(words)}`}.`,
  );
}

/** Buttons beside code. */
const COPY = /^(?:copy(?: code| link| to clipboard)?|copied)!?$/i;

/** The visible text of an element. */
function wordsOf(element: HtmlElement): string {
  if (element.tagName === 'input')
    return attributeOf(element, 'type') === 'hidden'
      ? ''
      : (['value', 'placeholder', 'alt'].map((name) => attributeOf(element, name)).find(Boolean) ?? '');
  if (element.tagName === 'map') {
    const areas: string[] = [];
    findElement(element, (area) => {
      if (area.tagName === 'area')
        areas.push([attributeOf(area, 'alt'), attributeOf(area, 'href')].filter(Boolean).join(' '));
      return false;
    });
    return areas.join(', ');
  }
  return lineOf(element) || attributeOf(element, 'placeholder') || '';
}

/** Icons are decoration: small, hidden from screen readers, or named as icons. */
function isIcon(element: HtmlElement): boolean {
  if (attributeOf(element, 'aria-hidden') === 'true') return true;
  if (classesOf(element).some((name) => /icon|octicon|\bfa\b/i.test(name))) return true;
  const size = Number.parseFloat(attributeOf(element, 'width') ?? attributeOf(element, 'height') ?? '');
  const { parentNode } = element;
  return size <= 48 || (parentNode !== null && 'tagName' in parentNode && parentNode.tagName === 'a');
}

/** Elements whose title becomes a part of the page, or is one of a frame. */
const TITLED = new Set(['pre', 'code', 'iframe', 'img', 'picture', 'link', 'style']);

/** Reports what is left out of an element whose content is kept: an element of no page, and its title. */
export function reportUnknown(context: HtmlContext, element: HtmlElement): void {
  const { tagName } = element;
  if (UNSUPPORTED_ELEMENTS.has(tagName) || !isElementName(tagName))
    context.report('unsupported-element', `<${tagName}> has no counterpart. Its content was kept.`);
  reportTitle(context, element);
}

/** Reports the text that readers see while they point at an element. */
function reportTitle(context: HtmlContext, element: HtmlElement): void {
  const title = attributeOf(element, 'title')?.replace(/\s+/g, ' ').trim();
  if (!title || TITLED.has(element.tagName) || lineOf(element) === title) return;
  context.report(
    'unsupported-properties',
    `The title ${quote(title)} of a <${element.tagName}> element was left out.`,
  );
}
