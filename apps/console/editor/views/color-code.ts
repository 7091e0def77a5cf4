/** A chunk of its own: the colors of code, which the service finds as it does for readers. */
import type { Node } from 'prosemirror-model';
import { Decoration } from 'prosemirror-view';
import { childrenOf } from '../convert/children-of.ts';
import { dataOf } from '../options/block-data.ts';
import type { Renderer } from './rendered.ts';

/** A block of code, and where it is. */
interface PlacedCode {
  node: Node;
  position: number;
}

/** A part of a line with the classes that it has for readers. */
interface Token {
  line: number;
  from: number;
  to: number;
  look: string;
}

/** Decorates the code of a page. Code that the service cannot color stays plain. */
export async function colorCode(code: readonly PlacedCode[], renderer: Renderer): Promise<Decoration[]> {
  const tokens = await Promise.all(code.map(({ node }) => tokensOf(node, renderer).catch(() => [])));
  return code.flatMap(({ node, position }, index) => decorate(node, position, tokens[index] ?? []));
}

async function tokensOf(code: Node, renderer: Renderer): Promise<Token[]> {
  const syntax = String(dataOf(code).syntax ?? '').trim();
  if (syntax === '' || syntax.toLowerCase() === 'mermaid') return [];
  const lines = childrenOf(code).map(({ textContent }) => textContent);
  const html = await renderer.render({
    object: 'block',
    type: 'code',
    isVoid: false,
    data: { syntax },
    nodes: lines.map((text) => ({
      object: 'block',
      type: 'code-line',
      isVoid: false,
      data: {},
      nodes: [{ object: 'text', leaves: [{ object: 'leaf', text, marks: [] }] }],
    })),
  });
  return readTokens(html, lines);
}

function readTokens(html: string, lines: readonly string[]): Token[] {
  const template = document.createElement('template');
  template.innerHTML = html;
  const code = template.content.querySelector('pre > code');
  if (!code || code.textContent?.replace(/\n$/, '') !== lines.join('\n').replace(/\n$/, '')) return [];
  const tokens: Token[] = [];
  let line = 0;
  let at = 0;
  const walker = document.createTreeWalker(code, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const { parentElement, textContent } = walker.currentNode;
    const look = parentElement === code ? '' : (parentElement?.className ?? '');
    const parts = (textContent ?? '').split('\n');
    for (const [index, part] of parts.entries()) {
      if (index > 0) {
        line++;
        at = 0;
      }
      if (part !== '' && look !== '') tokens.push({ line, from: at, to: at + part.length, look });
      at += part.length;
    }
    // A line that was added or removed has tokens in an element of its own.
    const whole = parentElement?.closest('.line:is(.ins, .del)');
    if (whole && at > 0) tokens.push({ line, from: -1, to: -1, look: whole.className });
  }
  return tokens;
}

function decorate(code: Node, position: number, tokens: readonly Token[]): Decoration[] {
  const starts: number[] = [];
  code.forEach((_line, offset) => {
    starts.push(position + 1 + offset);
  });
  return tokens.flatMap(({ line, from, to, look }) => {
    const start = starts[line];
    const node = code.maybeChild(line);
    if (start === undefined || !node) return [];
    return from < 0
      ? Decoration.node(start, start + node.nodeSize, { class: look })
      : Decoration.inline(start + 1 + from, start + 1 + to, { class: look });
  });
}
