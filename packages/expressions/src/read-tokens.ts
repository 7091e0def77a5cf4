import { UnreadableExpression } from './expression-problem.ts';

/** The longest first: each is read as far as it goes. */
const SIGNS = [
  '===',
  '!==',
  '==',
  '!=',
  '<=',
  '>=',
  '=>',
  '&&',
  '||',
  '??',
  '?.',
  '<',
  '>',
  '!',
  '?',
  ':',
  '.',
  ',',
  '(',
  ')',
  '[',
  ']',
  '-',
] as const;

export type Sign = (typeof SIGNS)[number];

export type Token = { start: number; text: string } & (
  | { kind: 'sign'; sign: Sign }
  | { kind: 'name' }
  | { kind: 'string'; value: string }
  | { kind: 'number'; value: number }
  | { kind: 'end' }
);

const BLANKS = /[\s\ufeff]*/y;
const NAME = /[\p{ID_Start}$_][\p{ID_Continue}$\u200c\u200d]*/uy;
const NUMBER = /(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y;
/** Characters that cannot follow a number without a blank. */
const AFTER_NUMBER = /[\p{ID_Continue}$]/uy;
const CHARACTER = /./suy;
const PLAIN_PART = /[^'"\\\n\r]+/y;
const CODE_ESCAPE = /\\(?:u\{([0-9a-fA-F]{1,6})\}|u([0-9a-fA-F]{4})|x([0-9a-fA-F]{2}))/y;

const ESCAPES: Readonly<Record<string, string>> = {
  n: '\n',
  r: '\r',
  t: '\t',
  b: '\b',
  f: '\f',
  v: '\v',
  '\\': '\\',
  "'": "'",
  '"': '"',
  '`': '`',
  '/': '/',
};

/** Signs of JavaScript that these expressions lack, with what to write instead. */
const HINTS: Readonly<Record<string, string>> = {
  '=': 'To compare, write ===.',
  '&': 'For “and”, write &&.',
  '|': 'For “or”, write ||.',
  '`': 'Put text between " or \'.',
};

/** Splits a text into its tokens; the last one is its end. */
export function readTokens(text: string): Token[] {
  const tokens: Token[] = [];
  let at = skipBlanks(text, 0);
  while (at < text.length) {
    const token = readToken(text, at);
    tokens.push(token);
    at = skipBlanks(text, at + token.text.length);
  }
  tokens.push({ kind: 'end', start: text.length, text: '' });
  return tokens;
}

const skipBlanks = (text: string, at: number): number => at + (matchAt(BLANKS, text, at)?.[0].length ?? 0);

function readToken(text: string, start: number): Token {
  const first = text.charAt(start);
  if (first === '"' || first === "'") return readString(text, start);
  const name = matchAt(NAME, text, start);
  if (name) return { kind: 'name', start, text: name[0] };
  const number = matchAt(NUMBER, text, start);
  if (number) return readNumber(text, start, number[0]);
  const sign = SIGNS.find((candidate) => text.startsWith(candidate, start));
  if (sign) return { kind: 'sign', start, text: sign, sign };
  const found = matchAt(CHARACTER, text, start)?.[0] ?? '';
  const hint = HINTS[found];
  throw new UnreadableExpression(
    `“${found}” cannot be used in an expression.${hint ? ` ${hint}` : ''}`,
    start,
  );
}

function readNumber(text: string, start: number, digits: string): Token {
  const end = start + digits.length;
  if (matchAt(AFTER_NUMBER, text, end) || text.charAt(end) === '.')
    throw new UnreadableExpression('Expected a number such as 12 or 1.5.', start);
  const value = Number(digits);
  if (!Number.isFinite(value)) throw new UnreadableExpression('This number is too large.', start);
  return { kind: 'number', start, text: digits, value };
}

function readString(text: string, start: number): Token {
  const quote = text.charAt(start);
  const parts: string[] = [];
  let at = start + 1;
  for (;;) {
    const next = text.charAt(at);
    if (next === quote)
      return { kind: 'string', start, text: text.slice(start, at + 1), value: parts.join('') };
    if (next === '' || next === '\n' || next === '\r')
      throw new UnreadableExpression(`Expected ${quote} at the end of the text that begins here.`, start);
    const part = next === '\\' ? readEscape(text, at) : readPlain(text, at);
    parts.push(part.value);
    at = part.end;
  }
}

interface StringPart {
  value: string;
  end: number;
}

function readPlain(text: string, at: number): StringPart {
  // The other quotation mark is an ordinary character.
  const value = matchAt(PLAIN_PART, text, at)?.[0] ?? text.charAt(at);
  return { value, end: at + value.length };
}

function readEscape(text: string, at: number): StringPart {
  const escaped = text.charAt(at + 1);
  const value = Object.hasOwn(ESCAPES, escaped) ? ESCAPES[escaped] : undefined;
  if (value !== undefined) return { value, end: at + 2 };
  const code = matchAt(CODE_ESCAPE, text, at);
  const point = code ? Number.parseInt(code[1] ?? code[2] ?? code[3] ?? '', 16) : Number.NaN;
  if (!code || point > 0x10ffff)
    throw new UnreadableExpression(
      'Expected an escape such as \\n, \\" or \\u0041 after the backslash. For a backslash, write \\\\.',
      at,
    );
  return { value: String.fromCodePoint(point), end: at + code[0].length };
}

function matchAt(pattern: RegExp, text: string, at: number): RegExpExecArray | null {
  pattern.lastIndex = at;
  return pattern.exec(text);
}
