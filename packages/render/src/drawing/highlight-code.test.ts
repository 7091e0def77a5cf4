import { expect, test } from 'vitest';
import { highlightCode } from './highlight-code.ts';
import { KnownLines } from './known-lines.ts';

const kindsOf = async (syntax: string, text: string): Promise<Map<string, string>> => {
  const lines = await highlightCode(
    { syntax, text },
    { budget: { leftMs: 10_000 }, lines: new KnownLines() },
  );
  return new Map((lines ?? []).flatMap((line) => line.map(([kind, token]) => [token.trim(), kind] as const)));
};

test('what is colored within Markdown does not depend on the languages that were colored before', async () => {
  const text = '```yaml\nname: x\n```\n\n```python\nimport os\n```\n';
  const before = await kindsOf('markdown', text);
  expect(before.get('name')).toBe('t');
  expect(before.get('import os')).toBe('');
  expect((await kindsOf('python', 'import os')).get('import')).toBe('k');
  expect(await kindsOf('markdown', text)).toEqual(before);
});
