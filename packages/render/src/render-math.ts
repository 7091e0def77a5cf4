import { type Html, html, type Insertion } from '@lectern/html/html';
import { type MathNode, type MathPiece, nameMath } from './pieces.ts';
import type { Rendering } from './rendering.ts';

/** A formula as MathML; as it is written if it could not be read. */
export function renderMath({ pieces }: Pick<Rendering, 'pieces'>, piece: MathPiece): Html {
  const drawn = pieces.math.get(nameMath(piece));
  return drawn ? html`${renderNode(drawn)}` : html`<code class="math-source">${piece.formula}</code>`;
}

function renderNode(node: MathNode): Insertion {
  if (typeof node === 'string') return node;
  const start = ELEMENTS.get(node.name);
  if (!start) return node.children.map(renderNode);
  return start(renderAttributes(node.attributes), node.children.map(renderNode));
}

function renderAttributes(attributes: Readonly<Record<string, string>>): Insertion {
  return Object.entries(attributes).map(([name, value]) => ATTRIBUTES.get(name)?.(value));
}

type Render = (attributes: Insertion, children: Insertion) => Html;

/** The elements of MathML Core. Names of elements and attributes are never inserted: each has its template. */
const ELEMENTS = new Map<string, Render>([
  ['math', (a, c) => html`<math${a}>${c}</math>`],
  ['menclose', (a, c) => html`<mrow${a}>${c}</mrow>`],
  ['merror', (a, c) => html`<merror${a}>${c}</merror>`],
  ['mfrac', (a, c) => html`<mfrac${a}>${c}</mfrac>`],
  ['mi', (a, c) => html`<mi${a}>${c}</mi>`],
  ['mmultiscripts', (a, c) => html`<mmultiscripts${a}>${c}</mmultiscripts>`],
  ['mn', (a, c) => html`<mn${a}>${c}</mn>`],
  ['mo', (a, c) => html`<mo${a}>${c}</mo>`],
  ['mover', (a, c) => html`<mover${a}>${c}</mover>`],
  ['mpadded', (a, c) => html`<mpadded${a}>${c}</mpadded>`],
  ['mphantom', (a, c) => html`<mphantom${a}>${c}</mphantom>`],
  ['mprescripts', (a, c) => html`<mprescripts${a}>${c}</mprescripts>`],
  ['mroot', (a, c) => html`<mroot${a}>${c}</mroot>`],
  ['mrow', (a, c) => html`<mrow${a}>${c}</mrow>`],
  ['ms', (a, c) => html`<ms${a}>${c}</ms>`],
  ['mspace', (a) => html`<mspace${a}></mspace>`],
  ['msqrt', (a, c) => html`<msqrt${a}>${c}</msqrt>`],
  ['mstyle', (a, c) => html`<mstyle${a}>${c}</mstyle>`],
  ['msub', (a, c) => html`<msub${a}>${c}</msub>`],
  ['msubsup', (a, c) => html`<msubsup${a}>${c}</msubsup>`],
  ['msup', (a, c) => html`<msup${a}>${c}</msup>`],
  ['mtable', (a, c) => html`<mtable${a}>${c}</mtable>`],
  ['mtd', (a, c) => html`<mtd${a}>${c}</mtd>`],
  ['mtext', (a, c) => html`<mtext${a}>${c}</mtext>`],
  ['mtr', (a, c) => html`<mtr${a}>${c}</mtr>`],
  ['munder', (a, c) => html`<munder${a}>${c}</munder>`],
  ['munderover', (a, c) => html`<munderover${a}>${c}</munderover>`],
  ['none', (a) => html`<mrow${a}></mrow>`],
]);

const ATTRIBUTES = new Map<string, (value: string) => Html>([
  ['accent', (value) => html` accent="${value}"`],
  ['accentunder', (value) => html` accentunder="${value}"`],
  ['class', (value) => html` class="${value}"`],
  ['columnspan', (value) => html` columnspan="${value}"`],
  ['depth', (value) => html` depth="${value}"`],
  ['display', (value) => html` display="${value}"`],
  ['displaystyle', (value) => html` displaystyle="${value}"`],
  ['fence', (value) => html` fence="${value}"`],
  ['form', (value) => html` form="${value}"`],
  ['height', (value) => html` height="${value}"`],
  ['largeop', (value) => html` largeop="${value}"`],
  ['linethickness', (value) => html` linethickness="${value}"`],
  ['mathcolor', (value) => html` mathcolor="${value}"`],
  ['lspace', (value) => html` lspace="${value}"`],
  ['mathvariant', (value) => html` mathvariant="${value}"`],
  ['maxsize', (value) => html` maxsize="${value}"`],
  ['minsize', (value) => html` minsize="${value}"`],
  ['movablelimits', (value) => html` movablelimits="${value}"`],
  ['rowspan', (value) => html` rowspan="${value}"`],
  ['rspace', (value) => html` rspace="${value}"`],
  ['scriptlevel', (value) => html` scriptlevel="${value}"`],
  ['separator', (value) => html` separator="${value}"`],
  ['stretchy', (value) => html` stretchy="${value}"`],
  ['symmetric', (value) => html` symmetric="${value}"`],
  ['voffset', (value) => html` voffset="${value}"`],
  ['width', (value) => html` width="${value}"`],
]);
