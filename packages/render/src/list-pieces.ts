import {
  type Block,
  type Code,
  type DocumentNode,
  type Fragment,
  type Inline,
  plainText,
} from '@lectern/markdown/document';
import { type CodePiece, type MathPiece, nameCode, nameMath, type WantedPieces } from './pieces.ts';

/** Code of which more is shown without colors, in characters. */
const MAX_CODE_LENGTH = 50_000;
const MAX_LINE_LENGTH = 2000;

/** The code, formulas and icons of blocks, each once. */
export function listPieces(nodes: readonly DocumentNode[]): WantedPieces {
  const code = new Map<string, CodePiece>();
  const math = new Map<string, MathPiece>();
  const icons = new Set<string>();

  const addMath = (piece: MathPiece): void => {
    math.set(nameMath(piece), piece);
  };
  const visit = (node: DocumentNode): void => {
    if (node.object === 'text') return;
    switch (node.type) {
      case 'code': {
        const piece = codePieceOf(node);
        if (piece) code.set(nameCode(piece), piece);
        break;
      }
      case 'math':
      case 'inline-math':
        addMath({ formula: node.data.formula, isBlock: node.type === 'math' });
        break;
      default: {
        const icon = iconOf(node);
        if (icon !== undefined && icon !== '') icons.add(icon);
      }
    }
    for (const child of node.nodes ?? []) visit(child);
    for (const fragment of (node.fragments ?? []) as Fragment[])
      for (const child of fragment.nodes) visit(child);
  };

  for (const node of nodes) visit(node);
  return { code: [...code.values()], math: [...math.values()], icons: [...icons] };
}

export const isNothing = ({ code, math, icons }: WantedPieces): boolean =>
  code.length + math.length + icons.length === 0;

/** The text that is highlighted; undefined for code that is shown as it is. */
export function codePieceOf({ data: { syntax = '', verbatim }, nodes }: Code): CodePiece | undefined {
  const name = syntax.toLowerCase();
  if (verbatim === true || name === '' || UNCOLORED.has(name)) return undefined;
  const text = textOfCode(nodes);
  return canHighlight(text) ? { syntax: name, text } : undefined;
}

const canHighlight = (text: string): boolean =>
  text.length <= MAX_LINE_LENGTH ||
  (text.length <= MAX_CODE_LENGTH && text.split('\n').every((line) => line.length <= MAX_LINE_LENGTH));

export const textOfCode = (lines: Code['nodes']): string => lines.map((line) => plainText([line])).join('\n');

const UNCOLORED = new Set(['mermaid', 'text', 'txt', 'plain', 'plaintext', 'diff', 'none']);

function iconOf(node: Block | Inline): string | undefined {
  switch (node.type) {
    case 'hint':
    case 'tabs-item':
    case 'stepper-step':
    case 'prompt':
    case 'icon':
    case 'button':
      return node.data.icon;
    default:
      return undefined;
  }
}
