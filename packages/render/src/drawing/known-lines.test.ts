import fc from 'fast-check';
import { expect, test } from 'vitest';
import { highlightCode } from './highlight-code.ts';
import { KnownLines } from './known-lines.ts';

const highlight = (syntax: string, text: string, lines: KnownLines) =>
  highlightCode({ syntax, text }, { budget: { leftMs: 30_000 }, lines });

const LINES: Record<string, readonly string[]> = {
  python: [
    'import requests',
    '"""',
    'text "quoted"',
    "x = '''a",
    'def f(a, b):',
    'r = requests.get(',
    ')',
    '# note',
  ],
  javascript: [
    'const a = `one',
    'end` + `two`;',
    '/* note',
    '*/',
    'fetch("/a", {',
    '});',
    '// end',
    'x = "a\\',
  ],
  bash: [
    'curl \\',
    '  --data \'{"a": 1}\' \\',
    "cat <<'END'",
    'END',
    'echo "$A',
    '"',
    '# note',
    'for a in b; do',
  ],
  markdown: ['# Title', '```json', '{"a": 1}', '```', '* one', '> two', 'text *a', 'b*'],
};

test.for(Object.keys(LINES))('code of %s looks the same after other code', async (syntax) => {
  const lines = fc.array(fc.constantFrom(...(LINES[syntax] ?? [])), { maxLength: 12 });
  await fc.assert(
    fc.asyncProperty(fc.array(lines, { minLength: 2, maxLength: 6 }), async (texts) => {
      const shared = new KnownLines();
      for (const text of texts.map((one) => one.join('\n')))
        expect(await highlight(syntax, text, shared)).toEqual(
          await highlight(syntax, text, new KnownLines()),
        );
    }),
    { numRuns: 30 },
  );
});

test('the lines that samples have in common are read once', async () => {
  const shared = new KnownLines();
  let count = 0;
  const read = shared.read.bind(shared);
  shared.read = (grammar, state, line, readLine) =>
    read(grammar, state, line, () => {
      count += 1;
      return readLine();
    });
  const sample = (n: number): string =>
    `import requests\n\nresponse = requests.get(\n    "https://api.example/things/${n}",\n    headers={"Accept": "text/plain"},\n)\nprint(response.text)`;
  for (let n = 0; n < 100; n += 1) await highlight('python', sample(n), shared);
  expect(count).toBe(5 + 100);
});
