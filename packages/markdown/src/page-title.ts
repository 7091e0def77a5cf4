import { decodeHTMLStrict } from 'entities';
import { mentionsInLine } from './arrange-conditions.ts';
import { textNode } from './block-factories.ts';
import { type Block, type Code, type Heading, type InlineNode, isText, plainText } from './document.ts';
import { mapChildren, type TreeNode } from './map-children.ts';
import { escapeAttribute } from './syntax/html.ts';

const HTML =
  /^<\/?(?:a|abbr|b|big|br|center|cite|code|del|div|dfn|em|font|h[1-6]|hr|i|img|ins|kbd|mark|p|picture|q|s|samp|small|source|span|strike|strong|sub|sup|tt|u|var|wbr)(?=[\s/>])/i;

/** The text of a title: its words and those that describe its images, without anything of Markdown or HTML. */
export const titleText = (nodes: readonly InlineNode[]): string =>
  nodes.map(textOf).join('').replace(/\s+/g, ' ').trim();

function textOf(node: InlineNode): string {
  if (isText(node))
    return node.leaves
      .map(({ text, source }) => (source !== undefined && HTML.test(text) ? '' : text))
      .join('');
  switch (node.type) {
    case 'inline-image':
      return node.data.alt ?? '';
    case 'link':
    case 'annotation':
      return node.nodes.map(textOf).join('');
    default:
      return plainText([node]);
  }
}

export const isHeading = (block: Block): block is Heading =>
  block.type === 'heading-1' || block.type === 'heading-2' || block.type === 'heading-3';

/** Whether two titles read the same. */
export const isSameTitle = (one: string, other: string): boolean => fold(one) === fold(other);

const fold = (title: string): string => title.replace(/\s+/g, ' ').trim();

/** Whether the first heading of a page only repeats its title. */
export const isTitle = (heading: Heading, title: string): boolean =>
  heading.type === 'heading-1' && isSameTitle(titleText(heading.nodes), title);

/**
 * The blocks of a page without the first heading if that repeats the title, which is shown above them. Links to the
 * heading lead to its place, where its pictures are.
 */
export function withoutTitle(nodes: readonly Block[], title: string): Block[] {
  let isFound = false;
  const visit = <Node extends TreeNode>(node: Node): Node => {
    if (isFound || node.object !== 'block') return node;
    if (!isHeading(node)) return LAYOUT.has(node.type) ? (mapChildren(node, visit) as Node) : node;
    isFound = true;
    return isTitle(node, title) ? (placeOf(node) as TreeNode as Node) : node;
  };
  return nodes.map(visit);
}

const placeOf = ({ key, meta, data, nodes }: Heading): Block => ({
  object: 'block',
  type: 'paragraph',
  isVoid: false,
  ...(key === undefined ? {} : { key }),
  data: data.align ? { align: data.align } : {},
  nodes: [
    {
      object: 'text',
      leaves: [
        {
          object: 'leaf',
          text: '',
          marks: [],
          ...(meta ? { source: `<a id="${escapeAttribute(meta.id)}"></a>` } : {}),
        },
      ],
    },
    ...nodes.flatMap(picturesOf),
  ],
});

/** The pictures in a line, each with the link around it and a blank before it. */
function picturesOf(node: InlineNode): InlineNode[] {
  if (isText(node) || (node.type !== 'inline-image' && node.type !== 'link')) return [];
  const pictures = node.type === 'link' ? node.nodes.flatMap(picturesOf) : [node];
  if (pictures.length === 0) return [];
  return node.type === 'link' ? [{ ...node, nodes: pictures }] : [textNode(' '), node];
}

/**
 * The heading of level one with which a page begins, after nothing but comments, badges, images and elements around
 * them; or the text of one in HTML that is kept as written.
 */
export function findTitle(nodes: readonly Block[]): { heading?: Heading; text: string } | undefined {
  for (const node of nodes) {
    if (isHeading(node))
      return node.data.level === 1 ? { heading: node, text: titleText(node.nodes) } : undefined;
    const text = node.type === 'code' && node.data.verbatim ? textOfHeading(textOfCode(node)) : '';
    if (text !== '') return { text };
    const within = LAYOUT.has(node.type) ? findTitle((node.nodes ?? []) as Block[]) : undefined;
    if (within) return within;
    if (!isLead(node)) return undefined;
  }
  return undefined;
}

/** The same, if all readers see it. */
export function findShownTitle(nodes: readonly Block[]): { heading?: Heading; text: string } | undefined {
  const found = findTitle(nodes);
  return found?.heading && !mentionsInLine(found.heading.nodes) ? found : undefined;
}

/** Blocks that lay out their content, which is read in order. */
const LAYOUT = new Set<string>(['columns', 'column']);

/** Whether a block has no words of its own. */
function isLead(node: Block): boolean {
  switch (node.type) {
    case 'paragraph':
      return !hasWords(node.nodes);
    case 'images':
    case 'image':
      return true;
    case 'code':
      return node.data.verbatim === true && textOfHtml(textOfCode(node)) === '';
    case 'columns':
    case 'column':
      return node.nodes.every(isLead);
    default:
      return false;
  }
}

const hasWords = (nodes: readonly InlineNode[]): boolean =>
  nodes.some((node) => {
    if (isText(node)) return titleText([node]) !== '';
    return node.type === 'link' ? hasWords(node.nodes) : node.type !== 'inline-image' && node.type !== 'icon';
  });

/** The text of the first `<h1>`. */
function textOfHeading(html: string): string {
  const start = html.search(/<h1[\s>]/i);
  const end = start < 0 ? -1 : html.toLowerCase().indexOf('</h1', start);
  return end < 0 ? '' : textOfHtml(html.slice(start, end));
}

const textOfCode = ({ nodes }: Code): string => nodes.map((line) => plainText([line])).join('\n');

/** Text without tags and comments; a tag without an end is none of it. */
function textOfHtml(html: string): string {
  let text = '';
  let at = 0;
  for (let open = html.indexOf('<'); open >= 0; open = html.indexOf('<', at)) {
    text += `${html.slice(at, open)} `;
    const close = html.startsWith('<!--', open) ? html.indexOf('-->', open) + 2 : html.indexOf('>', open);
    at = close <= open ? html.length : close + 1;
  }
  return decodeHTMLStrict(text + html.slice(at))
    .replace(/\s+/g, ' ')
    .trim();
}
