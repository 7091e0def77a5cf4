/** The value of an attribute: text, or a JavaScript expression in braces as written. */
export interface AttributeValue {
  kind: 'text' | 'expression';
  text: string;
}

/** A tag of HTML, JSX or Vue. */
export interface ComponentTag {
  name: string;
  isClosing: boolean;
  isSelfClosing: boolean;
  attributes: Map<string, AttributeValue>;
  /** Whether attributes are spread into it: `{...props}`. */
  hasSpread: boolean;
  /** The offset after the tag. */
  end: number;
}

/** Longer tags are text. */
const MAX_TAG_LENGTH = 50_000;

/**
 * Bounds the characters that searches without a result may read: otherwise each `<` or `{` of a hostile source could
 * read the rest of it.
 */
export interface SearchBudget {
  left: number;
}

export const createSearchBudget = (source: string): SearchBudget => ({ left: 1000 + 4 * source.length });

const TAG_NAME = /[A-Za-z][\w.:-]*/y;
const ATTRIBUTE_NAME = /[@:#\w$][\w$.:@#[\]-]*/y;
const BLANKS = /\s*/y;

function matchAt(pattern: RegExp, source: string, position: number): string | undefined {
  pattern.lastIndex = position;
  return pattern.exec(source)?.[0];
}

const skipBlanks = (source: string, position: number): number =>
  position + (matchAt(BLANKS, source, position)?.length ?? 0);

/** Reads the tag that begins at `position`; undefined if there is none. */
export function readComponentTag(
  source: string,
  position: number,
  budget: SearchBudget,
): ComponentTag | undefined {
  if (source[position] !== '<' || budget.left <= 0) return undefined;
  const limit = Math.min(source.length, position + MAX_TAG_LENGTH);
  const reader = new TagReader(source, position, limit);
  const tag = reader.read();
  if (!tag) budget.left -= reader.position - position;
  return tag;
}

class TagReader {
  position: number;
  private readonly attributes = new Map<string, AttributeValue>();
  private hasSpread = false;

  private readonly source: string;
  private readonly limit: number;

  constructor(source: string, start: number, limit: number) {
    this.source = source;
    this.limit = limit;
    this.position = start + 1;
  }

  read(): ComponentTag | undefined {
    const isClosing = this.accept('/');
    const isFragment = this.source[this.position] === '>';
    const name = isFragment ? '' : matchAt(TAG_NAME, this.source, this.position);
    if (name === undefined || name.length > 100) return undefined;
    this.position += name.length;
    if (!isClosing && !this.readAttributes()) return undefined;
    this.position = skipBlanks(this.source, this.position);
    const isSelfClosing = this.accept('/');
    if (!this.accept('>') || this.position > this.limit) return undefined;
    const { attributes, hasSpread, position: end } = this;
    return { name, isClosing, isSelfClosing, attributes, hasSpread, end };
  }

  private accept(character: string): boolean {
    if (this.source[this.position] !== character) return false;
    this.position++;
    return true;
  }

  /** False if no attribute follows. */
  private readAttributes(): boolean {
    while (this.position < this.limit) {
      const next = skipBlanks(this.source, this.position);
      const character = this.source[next];
      if (character === '>' || character === '/') return true;
      if (next === this.position && this.attributes.size === 0) return false;
      this.position = next;
      if (character === '{') {
        if (!this.readSpread()) return false;
      } else if (!this.readAttribute()) return false;
    }
    return false;
  }

  private readSpread(): boolean {
    const end = endOfExpression(this.source, this.position, this.limit);
    if (end === undefined) return this.fail();
    if (this.source.startsWith('...', skipBlanks(this.source, this.position + 1))) this.hasSpread = true;
    this.position = end;
    return true;
  }

  private readAttribute(): boolean {
    const name = matchAt(ATTRIBUTE_NAME, this.source, this.position);
    if (name === undefined) return false;
    this.position += name.length;
    const equals = skipBlanks(this.source, this.position);
    if (this.source[equals] !== '=') {
      this.attributes.set(name, { kind: 'expression', text: 'true' });
      return true;
    }
    this.position = skipBlanks(this.source, equals + 1);
    const value = this.readValue();
    if (value && !this.attributes.has(name)) this.attributes.set(name, value);
    return value !== undefined;
  }

  private readValue(): AttributeValue | undefined {
    const { source, position: start } = this;
    const quote = source[start];
    if (quote === '"' || quote === "'") {
      const close = source.indexOf(quote, start + 1);
      if (close < 0 || close > this.limit) return this.fail() || undefined;
      this.position = close + 1;
      return { kind: 'text', text: source.slice(start + 1, close) };
    }
    if (quote === '{') {
      const end = endOfExpression(source, start, this.limit);
      if (end === undefined) return this.fail() || undefined;
      this.position = end;
      return { kind: 'expression', text: source.slice(start + 1, end - 1).trim() };
    }
    const bare = matchAt(/[^\s"'=<>`{}]+/y, source, start);
    if (bare === undefined) return undefined;
    this.position += bare.length;
    return { kind: 'text', text: bare };
  }

  /** The search went to the limit. */
  private fail(): false {
    this.position = this.limit;
    return false;
  }
}

/** Characters that matter in JavaScript when only the matching brace is looked for. */
const SIGNIFICANT = /[{}"'`/]/g;

/**
 * The offset after the `}` that matches the `{` at `position`, read as JavaScript: braces in strings and comments do
 * not count.
 */
export function endOfExpression(source: string, position: number, limit: number): number | undefined {
  let depth = 0;
  let at = position;
  while (at < limit) {
    SIGNIFICANT.lastIndex = at;
    const match = SIGNIFICANT.exec(source);
    if (!match || match.index >= limit) return undefined;
    at = match.index + 1;
    switch (match[0]) {
      case '{':
        depth++;
        break;
      case '}':
        depth--;
        if (depth === 0) return at;
        break;
      case '/':
        at = endOfComment(source, match.index, limit);
        break;
      default:
        at = endOfString(source, match.index, limit);
    }
  }
  return undefined;
}

/** A slash that begins no comment is a division or a closing tag. */
function endOfComment(source: string, position: number, limit: number): number {
  const isBlock = source[position + 1] === '*';
  if (!isBlock && source[position + 1] !== '/') return position + 1;
  // `//` in a URL or in text of JSX is not a comment.
  if (!isBlock && source[position - 1] === ':') return position + 2;
  const end = source.indexOf(isBlock ? '*/' : '\n', position + 2);
  return end < 0 || end > limit ? limit : end + (isBlock ? 2 : 1);
}

/** An apostrophe in text of JSX ends with its line at the latest; a template literal may span lines. */
function endOfString(source: string, position: number, limit: number): number {
  const quote = source[position]!;
  for (let at = position + 1; at < limit; at++) {
    const character = source[at];
    if (character === '\\') at++;
    else if (character === quote) return at + 1;
    else if (character === '\n' && quote !== '`') return position + 1;
  }
  return quote === '`' ? limit : position + 1;
}
