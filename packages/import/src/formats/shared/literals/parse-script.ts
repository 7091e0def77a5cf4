import { tsPlugin } from '@sveltejs/acorn-typescript';
import { type Node, type Options, Parser, type Program } from 'acorn';

/** A script is parsed, never run. */
const TypeScriptParser = Parser.extend(tsPlugin());

/** Longer configuration files are not read. */
const MAX_LENGTH = 500_000;
/** Deeper nesting would exhaust the stack of the parser, which recurses. */
const MAX_OPEN_BRACKETS = 500;
/** The parser tries some constructs in several ways, nested ones in ever more: this bounds the tokens it reads. */
const MAX_TOKENS_PER_CHARACTER = 4;

class TooComplex extends Error {}

/** Counts tokens while a text is parsed, and gives up when there are far more than the text can hold. */
function limitTokens(text: string): Pick<Options, 'onToken'> {
  let left = 10_000 + MAX_TOKENS_PER_CHARACTER * text.length;
  return {
    onToken() {
      left--;
      if (left < 0) throw new TooComplex();
    },
  };
}

function isTooDeep(text: string): boolean {
  let open = 0;
  let prefixes = 0;
  for (let i = 0; i < text.length; i++) {
    const character = text[i]!;
    if ('([{<`'.includes(character)) open++;
    else if (')]}>'.includes(character)) open = Math.max(0, open - 1);
    // Chains of prefixes and of right-associative operators nest without brackets.
    if ('!~+-?=*'.includes(character)) prefixes++;
    else if (character === ';' || character === ',' || character === '\n') prefixes = 0;
    if (open > MAX_OPEN_BRACKETS || prefixes > MAX_OPEN_BRACKETS) return true;
  }
  return false;
}

function tryParse<Result>(text: string, parse: () => Result): Result | undefined {
  if (text.length > MAX_LENGTH || isTooDeep(text)) return undefined;
  try {
    return parse();
  } catch (error) {
    const isUnreadable =
      error instanceof SyntaxError || error instanceof RangeError || error instanceof TooComplex;
    if (isUnreadable) return undefined;
    throw error;
  }
}

/** The syntax tree of a module in JavaScript or TypeScript; undefined if it cannot be read. */
export const parseScript = (text: string): Program | undefined =>
  tryParse(text, () =>
    TypeScriptParser.parse(text, {
      ecmaVersion: 'latest',
      sourceType: 'module',
      locations: true,
      allowHashBang: true,
      allowReturnOutsideFunction: true,
      allowAwaitOutsideFunction: true,
      ...limitTokens(text),
    }),
  );

/** The error for which a module cannot be read, with its place; undefined if it has no error of syntax. */
export function findScriptError(text: string): SyntaxError | undefined {
  let found: SyntaxError | undefined;
  tryParse(text, () => {
    try {
      TypeScriptParser.parse(text, {
        ecmaVersion: 'latest',
        sourceType: 'module',
        locations: true,
        ...limitTokens(text),
      });
    } catch (error) {
      if (error instanceof SyntaxError) found = error;
      else throw error;
    }
  });
  return found;
}

/** The syntax tree of one expression; undefined if the text is not exactly one. */
export const parseExpression = (text: string): Node | undefined =>
  tryParse(text, () => {
    const [statement, ...others] = Parser.parse(`(${text}\n)`, {
      ecmaVersion: 'latest',
      sourceType: 'module',
      ...limitTokens(text),
    }).body;
    return statement?.type === 'ExpressionStatement' && others.length === 0
      ? statement.expression
      : undefined;
  });
