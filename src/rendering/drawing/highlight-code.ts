import { createRequire } from 'node:module';
import { pathToFileURL } from 'node:url';
import type { RegexEngine, ShikiPrimitive, ThemeRegistrationRaw } from '@shikijs/primitive';
import type { CodePiece, Token, TokenKind, TokenLine } from '../pieces.ts';
import { sharePatterns } from './shared-patterns.ts';

/** Code of which more is shown without colors. */
const MAX_CODE_LENGTH = 50_000;
const MAX_LINE_LENGTH = 2000;

/** Which kind of token a scope of a grammar is. The last rule that fits counts. */
const SCOPES: readonly (readonly [kind: TokenKind, scopes: readonly string[]])[] = [
  ['p', ['punctuation', 'meta.brace']],
  ['o', ['keyword.operator', 'punctuation.separator.key-value', 'punctuation.accessor']],
  ['v', ['variable', 'support.variable', 'entity.name.variable', 'meta.object-literal.key']],
  [
    't',
    [
      'entity.name.type',
      'entity.name.class',
      'entity.name.namespace',
      'entity.other.inherited-class',
      'support.type',
      'support.class',
      'entity.name.section',
      'markup.heading',
    ],
  ],
  ['f', ['entity.name.function', 'support.function', 'entity.name.command', 'meta.function-call.generic']],
  ['n', ['constant', 'support.constant', 'variable.other.constant', 'keyword.other.unit']],
  [
    'k',
    [
      'keyword',
      'storage',
      'variable.language',
      'entity.name.tag',
      'constant.language',
      'support.type.builtin',
      'keyword.operator.new',
      'keyword.operator.expression',
      'keyword.operator.word',
      'keyword.operator.logical.python',
    ],
  ],
  [
    't',
    [
      'entity.other.attribute-name',
      'support.type.property-name',
      'punctuation.support.type.property-name',
      'meta.property-name',
      'entity.name.tag.yaml',
      'storage.type.java',
      'storage.type.cs',
      'support.type.primitive',
    ],
  ],
  ['s', ['string', 'markup.inline.raw', 'constant.other.symbol', 'punctuation.definition.string']],
  ['v', ['meta.template.expression', 'punctuation.definition.template-expression', 'string variable']],
  ['n', ['constant.character.escape', 'string.regexp']],
  ['c', ['comment', 'punctuation.definition.comment', 'string.quoted.docstring']],
  ['ins', ['markup.inserted']],
  ['del', ['markup.deleted']],
];

const KINDS: readonly TokenKind[] = ['', ...new Set(SCOPES.map(([kind]) => kind))];
const PLAIN_COLOR = colorOf(0);

/** Colors name kinds here: what they look like is for the style sheet. */
function colorOf(kind: number): string {
  return `#${kind.toString(16).toUpperCase().padStart(6, '0')}`;
}

const THEME: ThemeRegistrationRaw = {
  name: 'kinds',
  type: 'light',
  fg: PLAIN_COLOR,
  bg: '#FFFFFF',
  settings: SCOPES.map(([kind, scope]) => ({
    scope: [...scope],
    settings: { foreground: colorOf(KINDS.indexOf(kind)) },
  })),
};

/** What one thread holds: loading it takes most of the time of a first page. */
let loading: Promise<ShikiPrimitive> | undefined;

async function loadHighlighter(): Promise<ShikiPrimitive> {
  const [{ createShikiPrimitive }, { createOnigurumaEngine }] = await Promise.all([
    import('@shikijs/primitive'),
    import('@shikijs/engine-oniguruma'),
  ]);
  const engine: RegexEngine = await createOnigurumaEngine(import('@shikijs/engine-oniguruma/wasm-inlined'));
  return createShikiPrimitive({ engine: sharePatterns(engine), themes: [THEME], langs: [] });
}

const LANGUAGE = /^[a-z\d][a-z\d+#-]{0,39}$/;
const OTHER_NAMES = new Map([
  ['c++', 'cpp'],
  ['curl', 'bash'],
  ['golang', 'go'],
  ['http-request', 'http'],
  ['jsonl', 'json'],
  ['node', 'javascript'],
  ['solidity', 'solidity'],
  ['terminal', 'shellsession'],
]);

const grammars = new Map<string, Promise<string | undefined>>();
const MAX_UNKNOWN = 1000;

/** Loads the grammar of a language when it is first needed; undefined for a language without one. */
function loadLanguage(highlighter: ShikiPrimitive, syntax: string): Promise<string | undefined> {
  const known = grammars.get(syntax);
  if (known) return known;
  const loaded = importLanguage(highlighter, syntax);
  // Anything can stand behind a fence.
  if (grammars.size < MAX_UNKNOWN) grammars.set(syntax, loaded);
  return loaded;
}

async function importLanguage(highlighter: ShikiPrimitive, syntax: string): Promise<string | undefined> {
  const name = OTHER_NAMES.get(syntax) ?? syntax;
  if (!LANGUAGE.test(name)) return undefined;
  const file = findGrammar(name);
  if (file === undefined) return undefined;
  const { default: registrations } = await import(file);
  highlighter.loadLanguageSync(registrations);
  return registrations.at(-1).name;
}

/** No bundler follows this: there are hundreds of grammars, and a page needs few. */
function findGrammar(name: string): string | undefined {
  try {
    return pathToFileURL(createRequire(import.meta.url).resolve(`@shikijs/langs/${name}`)).href;
  } catch {
    return undefined;
  }
}

/** How long the pieces of a document may still take. */
export interface TimeBudget {
  leftMs: number;
}

export const canHighlight = ({ text }: CodePiece): boolean =>
  text.length <= MAX_CODE_LENGTH && text.split('\n').every((line) => line.length <= MAX_LINE_LENGTH);

/**
 * The tokens of each line; undefined if the language is unknown or the code too large, or if `budget` was used up before
 * all of it was read. Loading a grammar takes nothing of it.
 */
export async function highlightCode(piece: CodePiece, budget: TimeBudget): Promise<TokenLine[] | undefined> {
  if (!canHighlight(piece)) return undefined;
  loading ??= loadHighlighter();
  const highlighter = await loading;
  const language = await loadLanguage(highlighter, piece.syntax);
  if (language === undefined) return undefined;
  const { colorMap } = highlighter.setTheme(THEME.name as string);
  const kinds = colorMap.map((color) => KINDS[Number.parseInt(color.slice(1), 16)] ?? '');
  const grammar = highlighter.getLanguage(language);
  const lines: TokenLine[] = [];
  let stack: Parameters<typeof grammar.tokenizeLine2>[1] = null;
  for (const line of piece.text.split('\n')) {
    if (line === '') {
      lines.push([]);
      continue;
    }
    if (budget.leftMs <= 0) return undefined;
    const startedAt = performance.now();
    const { tokens, ruleStack, stoppedEarly } = grammar.tokenizeLine2(line, stack, Math.ceil(budget.leftMs));
    budget.leftMs -= performance.now() - startedAt;
    if (stoppedEarly) return undefined;
    stack = ruleStack;
    lines.push(readTokens(line, tokens, kinds));
  }
  return lines;
}

const COLOR_OFFSET = 15;
const COLOR_MASK = 0x1ff;

/** Joins neighbours of one kind, and blanks to what stands before them. */
function readTokens(line: string, tokens: Uint32Array, kinds: readonly TokenKind[]): TokenLine {
  const read: [TokenKind, string][] = [];
  for (let n = 0; n < tokens.length; n += 2) {
    const text = line.slice(tokens[n], tokens[n + 2] ?? line.length);
    if (text === '') continue;
    const kind = kinds[((tokens[n + 1] as number) >>> COLOR_OFFSET) & COLOR_MASK] ?? '';
    const last = read.at(-1);
    if (last && (last[0] === kind || text.trim() === '')) last[1] += text;
    else read.push([kind, text]);
  }
  return read as Token[];
}
