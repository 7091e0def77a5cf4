import { attributeOf, classesOf, findElement, type HtmlElement, textOf } from '@lectern/html/html-tree';

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
  const isMath = tagName === 'math' || classes.includes('katex') || classes.includes('katex-display');
  if (isMath) {
    const source = findElement(element, (inner) => attributeOf(inner, 'encoding') === 'application/x-tex');
    const isBlock = classes.includes('katex-display') || attributeOf(element, 'display') === 'block';
    return source && toFormula(textOf(source), isBlock);
  }
  if (!classes.includes('math') && !classes.includes('arithmatex')) return undefined;
  const text = textOf(element).trim();
  const inner = /^\\\((.*)\\\)$|^\\\[(.*)\\\]$|^\$\$(.*)\$\$$/s.exec(text);
  const isBlock = text.startsWith('\\[') || tagName === 'div' || classes.includes('display');
  return inner ? toFormula(inner[1] ?? inner[2] ?? inner[3] ?? '', isBlock) : undefined;
}

const toFormula = (text: string, isBlock: boolean): Formula | undefined => {
  const trimmed = text.trim();
  return trimmed === '' || trimmed.includes('$$')
    ? undefined
    : { text: isBlock ? trimmed : trimmed.replace(/\s+/g, ' '), isBlock };
};
