import { execFileSync } from 'node:child_process';
import { cpSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { createFixtureRepository, temporaryDirectory } from '../git-fixtures.ts';
import { type GitServer, startGitServer } from '../git-server.ts';
import {
  createPreparedSetup,
  type RunningService,
  request,
  type Setup,
  TEST_TIMEOUT_MS,
} from './service-process.ts';

const TOKEN = 'token-of-the-administrator-0123456789';
const ENVIRONMENT = { LECTERN_ADMIN_TOKEN: TOKEN, LECTERN_ALLOW_PRIVATE_NETWORKS: '1' };
/** Each line with “Acme” in text is `one` or `two`, the number of matches in it; those with “acme” are something else. */
const STYLES = `---
description: About Acme
---

# Acme styles

## Acme heading

Underlined Acme
---------------

Text with Acme and Acme, *Acme* and __Acme__ on one line,
and a hard wrap with Acme at\u0020\u0020
a break. [Acme link](https://acme.example/Acme "Acme"), \`Acme code\`, <span data-x="Acme">Acme span</span>.

-   Acme in a wide list
    + nested Acme

    second Acme paragraph
1) Acme item

> quoted Acme
> * Acme inside

| Name   | Acme \\| head |
|--------|:-----:|
| Acme |   x |
| \`Acme\` | y |

{% hint style="info" %}
Hint with Acme
{% endhint %}

{% tabs %}
{% tab title="Acme tab" %}
Tab with Acme
{% endtab %}
{% endtabs %}

\`\`\`sh
acme --Acme
\`\`\`

![Acme alt](https://pictures.example/Acme.png)

See [reference][ref] and [the other](two.md#acme).

[ref]: https://acme.example/docs "Title"
`;
const FILES = {
  'README.md': '# Home\n\nAcme & Acmes and acme.\n',
  'guides/one.md': STYLES,
  'guides/two.md': '# Two\r\n\r\n* Acme\r\n* other\r\n',
  '.gitbook/includes/note.md': '---\ntitle: Note\n---\n\nShared Acme.\n',
};

vi.setConfig({ testTimeout: TEST_TIMEOUT_MS, hookTimeout: TEST_TIMEOUT_MS });

let setup: Setup;
let service: RunningService;
let folder: Awaited<ReturnType<typeof temporaryDirectory>>;
let git: GitServer;
let spaceId: string;
let exports = 0;

beforeAll(async () => {
  folder = await temporaryDirectory();
  const repository = await createFixtureRepository(join(folder.path, 'docs.git'), { files: FILES });
  git = await startGitServer({ repositories: { docs: repository.directory } });
  setup = await createPreparedSetup();
  service = await setup.serve(ENVIRONMENT);
});
afterAll(async () => {
  await git.close();
  await setup.clean();
  await folder.remove();
});

async function importDocs(): Promise<string> {
  const { output } = await setup.run(['import', git.url('docs')], ENVIRONMENT);
  return /\/app\/s\/([0-9a-f-]{36})/.exec(output)?.[1] as string;
}

const replace = (...words: string[]) => setup.run(['replace', spaceId, ...words], ENVIRONMENT);

/** The lines that an export changes, by Git: `-` and `+` lines of the diff without context, and the numbers. */
async function diff(
  before: string,
): Promise<{ after: string; removed: string[]; added: string[]; numbers: string }> {
  const after = join(folder.path, `export-${exports++}`);
  if (before !== '') cpSync(before, after, { recursive: true });
  const exported = await setup.run(['export', spaceId, after], ENVIRONMENT);
  expect(exported).toMatchObject({ code: 0, errors: '' });
  if (before === '') return { after, removed: [], added: [], numbers: '' };
  const run = (option: string): string => {
    try {
      return execFileSync(
        'git',
        [
          '-c',
          'core.autocrlf=false',
          '-c',
          'core.safecrlf=false',
          'diff',
          '--no-index',
          option,
          before,
          after,
        ],
        { encoding: 'utf8' },
      );
    } catch (error) {
      return (error as { stdout: string }).stdout;
    }
  };
  const lines = run('--unified=0').split('\n');
  return {
    after,
    removed: lines.filter((line) => /^-(?!--)/.test(line)).map((line) => line.slice(1)),
    added: lines.filter((line) => /^\+(?!\+\+)/.test(line)).map((line) => line.slice(1)),
    numbers: run('--numstat'),
  };
}

test('only the words that match change, one line for each line with one', async () => {
  spaceId = await importDocs();
  const start = await diff('');
  const dry = await replace('Acme', 'Umbrella', '--whole-word');
  expect(dry).toMatchObject({ code: 0, errors: '' });
  expect(dry.output).toContain('guides/two:3: [-Acme-] → {+Umbrella+}\n');
  expect(dry.output).toContain('would be replaced. To replace them, add --apply.');
  expect((await diff(start.after)).numbers).toBe('');
  // The numbers of lines are those of the source, and each line there has what is shown.
  const source = STYLES.split('\n');
  for (const [, line] of dry.output.matchAll(/^guides\/one:(\d+):/gm))
    expect(source[Number(line) - 1]).toContain('Acme');

  const applied = await replace('Acme', 'Umbrella', '--whole-word', '--apply');
  expect(applied).toMatchObject({ code: 0, errors: '' });
  const changed = await diff(start.after);
  expect(changed.added).toEqual(changed.removed.map(replaceOutsideOfCode));
  for (const line of changed.numbers.trim().split('\n')) expect(line).toMatch(/^(\d+)\t\1\t/);
  const one = readFileSync(join(changed.after, 'guides/one.md'), 'utf8');
  const kept = one.split('\n').filter((line) => line.includes('Acme'));
  expect(kept).toEqual([
    'description: About Acme',
    '# Acme styles',
    'a break. [Umbrella link](https://acme.example/Acme "Acme"), `Acme code`, <span data-x="Acme">Umbrella span</span>.',
    '| `Acme` | y |',
    '{% tab title="Acme tab" %}',
    'acme --Acme',
    '![Acme alt](https://pictures.example/Acme.png)',
  ]);
  expect(readFileSync(join(changed.after, 'README.md'), 'utf8')).toBe(
    '# Home\n\nUmbrella & Acmes and acme.\n',
  );
  expect(readFileSync(join(changed.after, 'guides/two.md'), 'utf8')).toBe(
    '# Two\r\n\r\n* Umbrella\r\n* other\r\n',
  );
  expect(readFileSync(join(changed.after, '.gitbook/includes/note.md'), 'utf8')).toContain(
    'Shared Umbrella.',
  );
  const again = await replace('Acme', 'Umbrella', '--whole-word', '--apply');
  expect(again).toMatchObject({ code: 0, output: 'Nothing matches.\n' });
});

/** The lines that have “Acme” in text have nothing else that is spelled so, apart from one. */
const replaceOutsideOfCode = (line: string): string =>
  line.startsWith('a break.')
    ? line.replace('[Acme', '[Umbrella').replace('>Acme', '>Umbrella')
    : line.replace(/(?<!\p{L})Acme(?!\p{L})/gu, 'Umbrella');

test('code, links, titles and regular expressions', async () => {
  const start = await diff('');
  await replace('--apply', '--in', 'code', '--', 'Acme', 'Kode');
  const code = await diff(start.after);
  expect(code.added).toEqual([expect.stringContaining('`Kode code`'), '| `Kode` | y |', 'acme --Kode']);
  await replace('acme.example', 'new.example', '--apply', '--in', 'links');
  const links = await diff(code.after);
  expect(links.added).toEqual([
    expect.stringContaining('(https://new.example/Acme "Acme")'),
    '[ref]: https://new.example/docs "Title"',
  ]);
  await replace('(umbrella) (heading|styles)', '$2 of $1', '--regex', '--ignore-case', '--titles', '--apply');
  const regex = await diff(links.after);
  expect(regex.added).toEqual(['## heading of Umbrella']);
  await replace('Acme', 'Umbrella', '--titles', '--apply', '--path', 'guides/*');
  const titles = await diff(regex.after);
  expect(titles.added).toEqual([
    '  * [Umbrella styles](guides/one.md)',
    'description: About Umbrella',
    '# Umbrella styles',
  ]);

  const slow = await replace('(.|..)+=', 'x', '--regex', '--apply');
  expect(slow).toMatchObject({ code: 1, errors: expect.stringContaining('took longer than 2 seconds') });
  const invalid = await replace('(', 'x', '--regex');
  expect(invalid).toMatchObject({
    code: 1,
    errors: expect.stringContaining('not a valid regular expression'),
  });
});

test('labels are replaced on request', async () => {
  const start = await diff('');
  const dry = await replace('Acme', 'Label', '--in', 'labels');
  expect(dry.output).toContain('guides/one:35: [-Acme-] tab → {+Label+} tab\n');
  await replace('Acme', 'Label', '--in', 'labels', '--apply');
  const labels = await diff(start.after);
  expect(labels.added).toEqual([
    expect.stringContaining(' "Label")'),
    '{% tab title="Label tab" %}',
    expect.stringContaining('![Label alt]('),
  ]);
});

test('a change request, JSON, and a service elsewhere', async () => {
  const before = await diff('');
  const created = await setup.run(
    ['replace', spaceId, 'Umbrella', 'Elsewhere', '--change-request', 'new', '--apply', '--json'],
    { LECTERN_URL: service.url, LECTERN_TOKEN: TOKEN, LECTERN_DATA_DIR: '/nonexistent' },
  );
  expect(created).toMatchObject({ code: 0, errors: '' });
  const report = JSON.parse(created.output);
  expect(report).toMatchObject({ applied: true, totals: { failed: 0, reusableContents: 1 } });
  expect(report.changes).toContainEqual(
    expect.objectContaining({ path: 'guides/two', line: 3, before: 'Umbrella', after: 'Elsewhere' }),
  );
  expect((await diff(before.after)).numbers).toBe('');
  const { body } = await request<{ items: { id: string; subject: string }[] }>(
    service,
    TOKEN,
    `/v1/spaces/${spaceId}/change-requests?status=draft`,
  );
  expect(body.items.map(({ subject }) => subject)).toEqual(['Replace Umbrella']);
  const path = `/v1/spaces/${spaceId}/change-requests/${body.items[0]?.id}/content/path/readme?format=markdown`;
  const page = await request<{ markdown: string }>(service, TOKEN, path);
  expect(page.body.markdown).toContain('Elsewhere & Acmes');
});
