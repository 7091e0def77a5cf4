/**
 * The parts of a document that take time or much memory to draw: code, formulas and icons. A thread draws them and
 * returns them as plain data, which only `html` turns into markup.
 */

/** Keyword, string, comment, number, function, type; inserted and deleted lines; anything else. */
export type TokenKind = 'k' | 's' | 'c' | 'n' | 'f' | 't' | 'ins' | 'del' | '';
export type Token = readonly [kind: TokenKind, text: string];
export type TokenLine = readonly Token[];

export const plainLine = (text: string): TokenLine => (text === '' ? [] : [['', text]]);

export interface MathElement {
  name: string;
  attributes: Readonly<Record<string, string>>;
  children: readonly MathNode[];
}
export type MathNode = MathElement | string;

/** An icon that is one path. */
export interface IconShape {
  width: number;
  height: number;
  path: string;
}

export interface CodePiece {
  syntax: string;
  text: string;
}

export interface MathPiece {
  formula: string;
  isBlock: boolean;
}

export interface WantedPieces {
  code: CodePiece[];
  math: MathPiece[];
  icons: string[];
}

/**
 * The drawn pieces, by their names. Null: the piece can never be drawn, such as an icon that does not exist. A piece
 * for which there was no time is missing.
 */
export interface Pieces {
  code: ReadonlyMap<string, readonly TokenLine[]>;
  math: ReadonlyMap<string, MathNode | null>;
  icons: ReadonlyMap<string, IconShape | null>;
}

export const NO_PIECES: Pieces = { code: new Map(), math: new Map(), icons: new Map() };

export const nameCode = ({ syntax, text }: CodePiece): string => `${syntax}\n${text}`;

export const nameMath = ({ formula, isBlock }: MathPiece): string =>
  `${isBlock ? 'block' : 'inline'}\n${formula}`;
