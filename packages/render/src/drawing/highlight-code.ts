import { createRequire } from 'node:module';
import { pathToFileURL } from 'node:url';
import type { Grammar, LanguageRegistration, RegexEngine, ThemeRegistrationRaw } from '@shikijs/primitive';
import { type CodePiece, plainLine, type Token, type TokenKind, type TokenLine } from '../pieces.ts';
import { highlightJson } from './highlight-json.ts';
import type { GrammarState, KnownLines } from './known-lines.ts';
import { sharePatterns } from './shared-patterns.ts';

/**
 * The kinds of tokens by the scopes of grammars. The last rule that matches counts. Variables, operators and
 * punctuation have no kind: most of the code consists of them, and a page of a reference would have twice as many
 * elements.
 */
const SCOPES: readonly (readonly [kind: TokenKind, scopes: readonly string[]])[] = [
  [
    '',
    [
      'punctuation',
      'meta.brace',
      'keyword.operator',
      'variable',
      'support.variable',
      'entity.name.variable',
      'meta.object-literal.key',
    ],
  ],
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
  ['', ['meta.template.expression', 'punctuation.definition.template-expression', 'string variable']],
  ['n', ['constant.character.escape', 'string.regexp']],
  ['c', ['comment', 'punctuation.definition.comment', 'string.quoted.docstring']],
  ['ins', ['markup.inserted']],
  ['del', ['markup.deleted']],
];

const KINDS: readonly TokenKind[] = ['', ...new Set(SCOPES.map(([kind]) => kind))];
const PLAIN_COLOR = colorOf(0);

/** Encodes a kind as a color; the style sheet decides on the real colors. */
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

/** The engine of this thread: loading it takes most of the time of a first page. */
let loading: Promise<RegexEngine> | undefined;

async function loadEngine(): Promise<RegexEngine> {
  const { createOnigurumaEngine } = await import('@shikijs/engine-oniguruma');
  return sharePatterns(await createOnigurumaEngine(import('@shikijs/engine-oniguruma/wasm-inlined')));
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

/** The files of grammars by the names of the languages; undefined for a language without one. */
const files = new Map<string, string | undefined>();
const MAX_KNOWN = 1000;

function findGrammar(syntax: string): string | undefined {
  if (files.has(syntax)) return files.get(syntax);
  const file = resolveGrammar(OTHER_NAMES.get(syntax) ?? syntax);
  // Limited, because any text can follow a code fence.
  if (files.size < MAX_KNOWN) files.set(syntax, file);
  return file;
}

/** Resolved at run time, so that bundlers do not include hundreds of grammars, of which a page needs few. */
function resolveGrammar(name: string): string | undefined {
  if (!LANGUAGE.test(name)) return undefined;
  try {
    return pathToFileURL(createRequire(import.meta.url).resolve(`@shikijs/langs/${name}`)).href;
  } catch {
    return undefined;
  }
}

/** The languages that have colors within Markdown and others that can contain any language. */
const COLORED_WITHIN = new Set(['diff', 'html', 'javascript', 'json', 'shellscript', 'typescript', 'yaml']);

interface Language {
  grammar: Grammar;
  /** The kinds of tokens by the number of their color. */
  kinds: readonly TokenKind[];
}

/** The languages by the files that name them: `sh` and `bash` are files of one language. */
const languages = new Map<string, Promise<Language>>();
const languagesByName = new Map<string, Promise<Language>>();

/** Loads a language when it is first needed. */
const loadLanguage = (file: string): Promise<Language> =>
  findOrMake(languages, file, async () => {
    const own = await importGrammars(file);
    const { name } = own.at(-1) as LanguageRegistration;
    return findOrMake(languagesByName, name, () => createLanguage(own));
  });

function findOrMake<Value>(known: Map<string, Value>, key: string, make: () => Value): Value {
  const value = known.get(key) ?? make();
  known.set(key, value);
  return value;
}

/**
 * Each language has a highlighter of its own. In one for all of them, a language would also have colors for those
 * within it that happened to be loaded before, and the same code could look different in another thread.
 */
async function createLanguage(own: readonly LanguageRegistration[]): Promise<Language> {
  loading ??= loadEngine();
  const [engine, { createShikiPrimitive }] = await Promise.all([loading, import('@shikijs/primitive')]);
  const { name, embeddedLangsLazy = [] } = own.at(-1) as LanguageRegistration;
  const within = embeddedLangsLazy.flatMap((one) =>
    COLORED_WITHIN.has(one) ? (findGrammar(one) ?? []) : [],
  );
  const langs = [...(await Promise.all(within.map(importGrammars))).flat(), ...own];
  const highlighter = createShikiPrimitive({ engine, themes: [THEME], langs, warnings: false });
  const { colorMap } = highlighter.setTheme(THEME.name as string);
  return {
    grammar: highlighter.getLanguage(name),
    kinds: colorMap.map((color) => KINDS[Number.parseInt(color.slice(1), 16)] ?? ''),
  };
}

const importGrammars = async (file: string): Promise<LanguageRegistration[]> => (await import(file)).default;

/** The time that is left for the pieces of a document. */
export interface TimeBudget {
  leftMs: number;
}

interface Drawing {
  budget: TimeBudget;
  /** The lines of the pieces before it. */
  lines: KnownLines;
}

/**
 * Returns the tokens of each line, without kinds if the language is unknown; undefined if `budget` was used up before
 * the end. Loading a grammar does not count.
 */
export async function highlightCode(
  piece: CodePiece,
  { budget, lines: known }: Drawing,
): Promise<TokenLine[] | undefined> {
  const file = findGrammar(piece.syntax);
  if (file === undefined) return piece.text.split('\n').map(plainLine);
  const ofJson = piece.syntax === 'json' && budget.leftMs > 0 ? highlightJson(piece.text) : undefined;
  if (ofJson) return ofJson;
  const { grammar, kinds } = await loadLanguage(file);
  const lines: TokenLine[] = [];
  let state: GrammarState = null;
  for (const line of piece.text.split('\n')) {
    if (line === '') {
      lines.push([]);
      continue;
    }
    const before = state;
    const read = known.read(grammar, before, line, () => {
      if (budget.leftMs <= 0) return undefined;
      const startedAt = performance.now();
      const { tokens, ruleStack, stoppedEarly } = grammar.tokenizeLine2(
        line,
        before,
        Math.ceil(budget.leftMs),
      );
      budget.leftMs -= performance.now() - startedAt;
      return stoppedEarly ? undefined : { tokens: readTokens(line, tokens, kinds), next: ruleStack };
    });
    if (!read) return undefined;
    state = read.next;
    lines.push(read.tokens);
  }
  return lines;
}

const COLOR_OFFSET = 15;
const COLOR_MASK = 0x1ff;

/** Joins neighbors of one kind, and blanks with the token before them. */
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
