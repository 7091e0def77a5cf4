import { attributeOf, classesOf, elementsOf, type HtmlElement, textOf } from '@lectern/html/html-tree';
import { appendTo } from '@lectern/std/long-lists';

export interface Formula {
  text: string;
  isBlock: boolean;
}

/** The TeX of a formula: of MathML with its source, of KaTeX, of MathJax; undefined for any other element. */
export function readFormula(element: HtmlElement): Formula | undefined {
  const { tagName } = element;
  const classes = classesOf(element);
  if (tagName === 'script') {
    const type = attributeOf(element, 'type') ?? '';
    if (!type.startsWith('math/tex')) return undefined;
    return toFormula(textOf(element), type.includes('mode=display'));
  }
  if (levelOf(element) > 0) {
    const source = findSource(element);
    const isBlock = classes.includes('katex-display') || attributeOf(element, 'display') === 'block';
    return source && toFormula(textOf(source), isBlock);
  }
  if (!isWritten(element)) return undefined;
  const text = textOf(element, isWritten).trim();
  const inner = /^\\\((.*)\\\)$|^\\\[(.*)\\\]$|^\$\$(.*)\$\$$/s.exec(text);
  const isBlock = text.startsWith('\\[') || tagName === 'div' || classes.includes('display');
  return inner ? toFormula(inner[1] ?? inner[2] ?? inner[3] ?? '', isBlock) : undefined;
}

/** The containers of MathML with its source, from the outside in; 0 for any other element. */
function levelOf(element: HtmlElement): number {
  if (element.tagName === 'math') return 3;
  const classes = classesOf(element);
  if (classes.includes('katex')) return 2;
  return classes.includes('katex-display') ? 1 : 0;
}

/** Searches no container twice that is in another of its kind: nested ones would take work that grows with the depth. */
function findSource(element: HtmlElement): HtmlElement | undefined {
  const level = levelOf(element);
  const waiting = elementsOf(element).reverse();
  for (let inner = waiting.pop(); inner; inner = waiting.pop()) {
    if (attributeOf(inner, 'encoding') === 'application/x-tex') return inner;
    const innerLevel = levelOf(inner);
    if (innerLevel === 0 || innerLevel > level) appendTo(waiting, elementsOf(inner).reverse());
  }
  return undefined;
}

/** Whether the text of an element may be a formula between its signs. */
const isWritten = (element: HtmlElement): boolean =>
  classesOf(element).some((name) => name === 'math' || name === 'arithmatex');

const toFormula = (text: string, isBlock: boolean): Formula | undefined => {
  const trimmed = text.trim();
  return trimmed === '' || trimmed.includes('$$')
    ? undefined
    : { text: isBlock ? trimmed : trimmed.replace(/\s+/g, ' '), isBlock };
};
