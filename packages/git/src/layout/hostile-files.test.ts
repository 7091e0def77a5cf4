import { expect, test } from 'vitest';
import { readRepositoryLayout } from './read-layout.ts';
import type { RepositoryFiles } from './repository-files.ts';

const filesOf = (texts: Record<string, string>): RepositoryFiles => ({
  list: () => Object.keys(texts).map((path) => ({ path, oid: path, size: texts[path]?.length ?? 0 })),
  readTexts: async (paths) =>
    new Map(paths.flatMap((path) => (texts[path] === undefined ? [] : [[path, texts[path]] as const]))),
});

const readReport = async (texts: Record<string, string>): Promise<string> =>
  JSON.stringify((await readRepositoryLayout(filesOf(texts))).report);

test.each(['.gitbook.yaml', '.gitbook/vars.yaml', '.gitbook/tags.yaml'])(
  'a %s that nests without end is named and ignored',
  async (path) => {
    expect(await readReport({ 'README.md': '# A\n', [path]: '['.repeat(100_000) })).toContain('levels deep');
    expect(await readReport({ 'README.md': '# A\n', [path]: '- '.repeat(100_000) })).toContain('levels deep');
  },
);

test('an alias that leads back to itself makes no settings', async () => {
  expect(await readReport({ '.gitbook/vars.yaml': 'a: &a\n  b: *a\n' })).toContain('itself');
});

test('a computed entry that leads back to itself or nests without end is no computed entry', async () => {
  for (const body of ['a: &t\n      b: *t', `type: ${'['.repeat(5000)}`, `type: x\n    a: &b [*b]`]) {
    const { nodes } = await readRepositoryLayout(
      filesOf({ 'SUMMARY.md': `* \`\`\`yaml\n    ${body}\n  \`\`\`\n` }),
    );
    expect(nodes).toMatchObject([{ type: 'computed', parsed: undefined }]);
  }
});

test('the place of each of many wrong keys is found', async () => {
  const text = Array.from({ length: 3000 }, (_, at) => `"${at}!": x`).join('\n');
  const { report } = await readRepositoryLayout(filesOf({ '.gitbook/vars.yaml': text }));
  expect(report).toHaveLength(3000);
  expect(report[2999]).toMatchObject({ line: 3000 });
});
