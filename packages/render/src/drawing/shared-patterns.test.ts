import { createRequire } from 'node:module';
import { pathToFileURL } from 'node:url';
import { createOnigurumaEngine } from '@shikijs/engine-oniguruma';
import type { LanguageRegistration, PatternScanner, RegexEngine } from '@shikijs/primitive';
import { createShikiPrimitive } from '@shikijs/primitive';
import { beforeAll, expect, test } from 'vitest';
import { sharePatterns } from './shared-patterns.ts';

const SAMPLES: readonly (readonly [syntax: string, text: string])[] = [
  [
    'cpp',
    '#include <map>\ntemplate <typename T>\nclass Box : public Base<T> {\n  std::map<std::string, T> all{{"a", 1}};\n  [[nodiscard]] auto find(const T& one) const -> T* { return operator[](one) ? &one : nullptr; } // ünd\n};\nR"x(raw "text")x";',
  ],
  [
    'csharp',
    'using System;\n[Serializable]\npublic record Box<T>(T One) where T : class {\n  public async Task<T?> Find(ref readonly int at, (int, string) pair) => await all[at] ?? throw new Exception($"no {at:N2} {{}}");\n  foreach (var one in all) { checked { total += one; } }\n}',
  ],
  [
    'typescript',
    `export const find = async <T extends object>(all: readonly T[], { at = 1 }: Options): Promise<T | undefined> =>\n  all.find((one) => /[a-z]+\\/x/giu.test(\`\${one} \${at > 0 ? "😀" : 'none'}\`)) as T; /* done\n */ class A { @log() private x?: number; }`,
  ],
  [
    'python',
    '@cached\nasync def find(all: list[str], *, at=0) -> str:\n    """One\n    of all"""\n    return f"{all[at]!r:>10}" if at else None',
  ],
  [
    'rust',
    "fn find<'a>(all: &'a [String]) -> Option<&'a str> {\n    println!(\"{:?}\", all); /* a /* b */ c */ all.iter().map(|one| one.as_str()).next()\n}",
  ],
  [
    'bash',
    `cat <<EOF | sed "s/$a/\${b:-c}/"\n$(date) text\nEOF\nfor x in "$@"; do [[ $x == *.md ]] && echo 'x'; done`,
  ],
  ['ruby', 'a = <<~ONE\n  #{b}\nONE\nc = <<~TWO\n  text\nTWO\nputs %w[d e].map { |f| f.sub(/g+/i, "h") }'],
  ['html', '<a href="x" onclick="go(1)">b</a><style>a { color: red }</style><script>let a = "</";</script>'],
  ['markdown', '# One\n```js\nconst a = 1;\n```\n* [two](three) **four**'],
  ['yaml', 'a: &b\n  - "c": |\n      text\n    d: 2024-01-01 # e'],
];

let engine: RegexEngine;

beforeAll(async () => {
  engine = await createOnigurumaEngine(import('@shikijs/engine-oniguruma/wasm-inlined'));
});

/** The tokens of each line, with their scopes. */
async function readScopes(reader: RegexEngine, syntax: string, text: string): Promise<string[][]> {
  const file = createRequire(import.meta.url).resolve(`@shikijs/langs/${syntax}`);
  const { default: languages } = (await import(pathToFileURL(file).href)) as {
    default: LanguageRegistration[];
  };
  const highlighter = createShikiPrimitive({ engine: reader, themes: [], langs: languages });
  const grammar = highlighter.getLanguage(languages.at(-1)?.name ?? '');
  let stack: Parameters<typeof grammar.tokenizeLine>[1] = null;
  const read = text.split('\n').map((line) => {
    const { tokens, ruleStack } = grammar.tokenizeLine(line, stack);
    stack = ruleStack;
    return tokens.map(
      ({ startIndex, scopes }) => `${line.slice(startIndex, startIndex + 8)} ${scopes.join(' ')}`,
    );
  });
  highlighter.dispose();
  return read;
}

test.each(SAMPLES)('reads %s as the engine does', async (syntax, text) => {
  const read = await readScopes(sharePatterns(engine), syntax, text);
  expect(read).toEqual(await readScopes(engine, syntax, text));
  expect(read.flat().length).toBeGreaterThan(10);
});

test('compiles a pattern once, when a line has what it needs, and gives it back after its last rule', () => {
  const compiled: string[] = [];
  const disposed: string[] = [];
  const shared = sharePatterns({
    createString: (text) => engine.createString(text),
    createScanner: (patterns): PatternScanner => {
      const scanner = engine.createScanner(patterns);
      compiled.push(...patterns.map(String));
      return {
        findNextMatchSync: (...how) => scanner.findNextMatchSync(...how),
        dispose: () => disposed.push(...patterns.map(String)),
      };
    },
  });
  const one = shared.createScanner(['let', 'c.nst']);
  const other = shared.createScanner(['const', 'c.nst']);
  const line = shared.createString('a const');
  expect(one.findNextMatchSync(line, 0, 0)).toMatchObject({
    index: 1,
    captureIndices: [{ start: 2, end: 7 }],
  });
  expect(other.findNextMatchSync(line, 0, 0)).toMatchObject({ index: 0 });
  expect(one.findNextMatchSync(line, 3, 0)).toBeNull();
  expect(compiled).toEqual(['c.nst', 'const']);
  one.dispose?.();
  expect(disposed).toEqual([]);
  other.dispose?.();
  expect(disposed).toEqual(['const', 'c.nst']);
  line.dispose?.();
});
