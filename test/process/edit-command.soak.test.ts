import { spawnSync } from 'node:child_process';
import { chmodSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
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
const FILES = {
  'README.md': '# Home\n\nFirst words.\n\nSecond words.\n',
  'guides/one.md': '# Same\n\n*  a\n*  b\n',
  'guides/two.md': '# Same\n',
};

vi.setConfig({ testTimeout: TEST_TIMEOUT_MS, hookTimeout: TEST_TIMEOUT_MS });

let setup: Setup;
let service: RunningService;
let folder: Awaited<ReturnType<typeof temporaryDirectory>>;
let git: GitServer;
let spaceId: string;

beforeAll(async () => {
  folder = await temporaryDirectory();
  const repository = await createFixtureRepository(join(folder.path, 'docs.git'), { files: FILES });
  git = await startGitServer({ repositories: { docs: repository.directory } });
  setup = await createPreparedSetup();
  service = await setup.serve(ENVIRONMENT);
  const imported = await setup.run(['import', git.url('docs'), '--title', 'Handbook'], ENVIRONMENT);
  spaceId = /\/app\/s\/([0-9a-f-]{36})/.exec(imported.output)?.[1] as string;
});
afterAll(async () => {
  await git.close();
  await setup.clean();
  await folder.remove();
});

/** An editor that runs these commands on the file. */
function editor(name: string, commands: string): string {
  const path = join(folder.path, `editor-${name}`);
  writeFileSync(path, `#!/bin/sh\nset -e\n${commands}\n`);
  chmodSync(path, 0o755);
  return path;
}

const edit = (words: string[], EDITOR: string, environment: Record<string, string> = {}) =>
  setup.run(['edit', ...words], { ...ENVIRONMENT, EDITOR, ...environment });

const readHome = async (): Promise<string> => {
  const path = `/v1/spaces/${spaceId}/content/path/readme?format=markdown`;
  return (await request<{ markdown: string }>(service, TOKEN, path)).body.markdown;
};

async function replaceByOthers(before: string, after: string): Promise<void> {
  const page = await request<{ id: string }>(service, TOKEN, `/v1/spaces/${spaceId}/content/path/readme`);
  const markdown = (await readHome()).replace(before, after);
  const response = await request(service, TOKEN, `/v1/spaces/${spaceId}/content`, {
    method: 'POST',
    body: { changes: [{ operation: 'update_page', page: page.body.id, document: { markdown } }] },
  });
  expect(response.status).toBe(200);
}

const fileIn = (errors: string): string => /Your text is in (\S+)\. To go on/.exec(errors)?.[1] as string;

test('what changed in the editor is saved, and nothing else', async () => {
  const unchanged = await edit(['Handbook', 'readme'], 'true');
  expect(unchanged).toMatchObject({ code: 0, output: 'Nothing has changed.\n', errors: '' });

  const sed = editor('sed', 'echo "$1" > "$0.path"; sed -i "s/First/Changed/" "$1"');
  const saved = await edit(['handbook', 'Home'], sed);
  expect(saved).toMatchObject({ code: 0, output: 'Saved “Home”.\n', errors: '' });
  expect(await readHome()).toBe('# Home\n\nChanged words.\n\nSecond words.\n');
  const opened = readFileSync(`${sed}.path`, 'utf8').trim();
  expect(opened).toMatch(/\/readme\.md$/);
  expect(existsSync(join(opened, '..'))).toBe(false);
});

/** Runs an editor in a terminal; util-linux has `script`. */
const inTerminal = (command: string): string =>
  `script -qec "${command} '$1'" /dev/null </dev/null >/dev/null`;
const hasPrograms = ['script', 'vi'].every(
  (name) => spawnSync('sh', ['-c', `command -v ${name}`]).status === 0,
);

test.skipIf(!hasPrograms)(
  'a page is saved from vi in a terminal, and kept if vi exits with an error',
  async () => {
    const before = await readHome();
    const saves = editor('vi', inTerminal("vi -u NONE -c '%s/Second/Other/' -c wq"));
    expect(await edit(['Handbook', 'Home'], saves)).toMatchObject({ code: 0, errors: '' });
    expect(await readHome()).toBe(before.replace('Second', 'Other'));
    const fails = editor('vi-fails', inTerminal("vi -u NONE -c '%s/Other/Lost/' -c w -c cq"));
    const { code, errors } = await edit(['Handbook', 'Home'], fails);
    const file = /Your text is in (\S+\.md)/.exec(errors)?.[1] ?? '';
    expect([code, readFileSync(file, 'utf8').includes('Lost words.')]).toEqual([1, true]);
    await edit(['Handbook', 'Home'], editor('vi-back', inTerminal("vi -u NONE -c '%s/Other/Second/' -c wq")));
    expect(await readHome()).toBe(before);
  },
);

test.skipIf(!['script', 'nano'].every((name) => spawnSync('sh', ['-c', `command -v ${name}`]).status === 0))(
  'a page is saved from nano in a terminal',
  async () => {
    const before = await readHome();
    // Text at the beginning, then ^O, Enter and ^X.
    const keys = `(sleep 2; printf 'Typed. '; sleep 1; printf '\\017'; sleep 1; printf '\\r'; sleep 1; printf '\\030')`;
    const nano = editor(
      'nano',
      `${keys} | TERM=xterm script -qec "nano --ignorercfiles '$1'" /dev/null >/dev/null`,
    );
    expect(await edit(['Handbook', 'Home'], nano)).toMatchObject({ code: 0, errors: '' });
    expect(await readHome()).toBe(`Typed. ${before}`);
    const back = editor('nano-back', 'sed -i "s/^Typed. //" "$1"');
    expect(await edit(['Handbook', 'readme'], back)).toMatchObject({ code: 0, errors: '' });
    expect(await readHome()).toBe(before);
  },
);

test('a page becomes empty only if that is allowed, and stays as it is if its file is gone', async () => {
  const path = `/v1/spaces/${spaceId}/content/path/guides/two?format=markdown`;
  const read = async () => (await request<{ markdown: string }>(service, TOKEN, path)).body.markdown;
  for (const [name, commands] of [
    ['empty', ': > "$1"'],
    ['blank', 'printf "\\n \\n" > "$1"'],
  ] as const) {
    const { code, errors } = await edit(['Handbook', 'guides/two'], editor(name, commands));
    expect([code, errors]).toEqual([1, expect.stringContaining('the text is empty. Use --allow-empty')]);
    expect(await read()).toBe('# Same\n');
    // The file is still there, to go on with.
    expect(readFileSync(fileIn(errors), 'utf8').trim()).toBe('');
    if (name === 'blank') continue;
    const saved = await edit(['Handbook', 'guides/two', '--file', fileIn(errors), '--allow-empty'], 'true');
    expect(saved).toMatchObject({ code: 0, errors: '' });
    expect(await read()).toBe('');
    const back = editor('back', 'printf "# Same\\n" > "$1"');
    expect(await edit(['Handbook', 'guides/two'], back)).toMatchObject({ code: 0, errors: '' });
  }
  const gone = await edit(['Handbook', 'guides/two'], editor('gone', 'rm "$1"'));
  expect(gone).toMatchObject({ code: 1, errors: expect.stringMatching(/Nothing was saved: \S+ is gone/) });
  expect(await read()).toBe('# Same\n');
});

test('the service can be elsewhere; then no data directory is needed', async () => {
  const remote = { LECTERN_URL: service.url, LECTERN_TOKEN: TOKEN, LECTERN_DATA_DIR: '/nonexistent' };
  const address = `${service.url}/app/s/${spaceId}`;
  const saved = await edit([address, 'readme'], editor('remote', 'sed -i "s/Second/Remote/" "$1"'), remote);
  expect(saved).toMatchObject({ code: 0, output: 'Saved “Home”.\n', errors: '' });
  expect(await readHome()).toContain('Remote words.');
  const refused = await edit([spaceId, 'readme'], 'true', { ...remote, LECTERN_TOKEN: 'unknown' });
  expect(refused).toMatchObject({ code: 1, errors: expect.stringContaining('The token is not valid') });
});

test('edits of others at other places are merged', async () => {
  const start = await readHome();
  const others = editor(
    'others',
    'sed -i "s/Changed/Mine/" "$1"; touch "$0.open"; while [ ! -e "$0.go" ]; do sleep 0.1; done',
  );
  const running = edit([spaceId, 'readme'], others);
  await vi.waitFor(() => expect(existsSync(`${others}.open`)).toBe(true), 60_000);
  await replaceByOthers('Remote', 'Theirs');
  writeFileSync(`${others}.go`, '');
  const merged = await running;
  expect(merged).toMatchObject({ code: 0, errors: '' });
  expect(merged.output).toContain('merged with what others have changed');
  expect(await readHome()).toBe(start.replace('Changed', 'Mine').replace('Remote', 'Theirs'));
});

test('if others change the same place, both texts are kept and can be merged in the editor', async () => {
  const both = editor(
    'both',
    'sed -i "s/Mine/Ours/" "$1"; touch "$0.open"; while [ ! -e "$0.go" ]; do sleep 0.1; done',
  );
  const conflicting = edit([spaceId, 'readme'], both);
  await vi.waitFor(() => expect(existsSync(`${both}.open`)).toBe(true), 60_000);
  await replaceByOthers('Mine', 'Others');
  writeFileSync(`${both}.go`, '');
  const refused = await conflicting;
  expect(refused.code).toBe(1);
  expect(refused.errors).toContain('others have changed the same places');
  expect(refused.errors).toContain('Ours');
  const file = fileIn(refused.errors);
  expect(readFileSync(file, 'utf8')).toContain('Ours words.');
  expect(await readHome()).toContain('Others words.');

  const undecided = await edit([spaceId, 'readme', '--file', file], 'true');
  expect(undecided).toMatchObject({ code: 1, errors: expect.stringContaining('places with both versions') });
  expect(readFileSync(file, 'utf8')).toContain(
    '<<<<<<< yours\nOurs words.\n=======\nOthers words.\n>>>>>>> others\n',
  );
  const decide = editor('decide', 'sed -i -e "/^<<<<<<</d" -e "/^=======/,/^>>>>>>>/d" "$1"');
  const decided = await edit([spaceId, 'readme', '--file', file], decide);
  expect(decided).toMatchObject({ code: 0, output: 'Saved “Home”.\n', errors: '' });
  expect(await readHome()).toContain('\nOurs words.\n\nTheirs words.\n');
  expect(existsSync(file)).toBe(false);
});

test('the text is kept if the editor fails or the token ends, and is saved later', async () => {
  const before = await readHome();
  const failing = await edit([spaceId, 'readme'], editor('failing', 'sed -i "s/Ours/Kept/" "$1"; exit 3'));
  expect(failing).toMatchObject({ code: 1, errors: expect.stringContaining('The editor exited with 3') });
  expect(readFileSync(fileIn(failing.errors), 'utf8')).toContain('Kept words.');
  expect(await readHome()).toBe(before);

  const { body } = await request<{ id: string; token: string }>(service, TOKEN, '/v1/user/tokens', {
    method: 'POST',
    body: { title: 'Short' },
  });
  const remote = { LECTERN_URL: service.url, LECTERN_TOKEN: body.token };
  const revoked = editor(
    'revoked',
    `sed -i "s/Ours/Later/" "$1"; touch "$0.open"; while [ ! -e "$0.go" ]; do sleep 0.1; done`,
  );
  const running = edit([spaceId, 'readme'], revoked, remote);
  await vi.waitFor(() => expect(existsSync(`${revoked}.open`)).toBe(true), 60_000);
  await request(service, TOKEN, `/v1/user/tokens/${body.id}`, { method: 'DELETE' });
  writeFileSync(`${revoked}.go`, '');
  const lost = await running;
  expect(lost).toMatchObject({ code: 1, errors: expect.stringContaining('The token is not valid') });
  const file = fileIn(lost.errors);
  const away = await edit([spaceId, 'readme', '--file', file], 'true', {
    LECTERN_URL: 'http://127.0.0.1:1',
    LECTERN_TOKEN: TOKEN,
  });
  expect(away).toMatchObject({ code: 1, errors: expect.stringContaining('cannot be reached') });
  const saved = await edit([spaceId, 'readme', '--file', file], 'true');
  expect(saved).toMatchObject({ code: 0, output: 'Saved “Home”.\n' });
  expect(await readHome()).toContain('Later words.');
});

test('an edit can be made in a change request, and an ambiguous title lists the pages', async () => {
  const before = await readHome();
  const append = editor('append', 'echo >> "$1"; echo "Added." >> "$1"');
  const created = await edit([spaceId, 'readme', '--change-request', 'new', '--subject', 'Words'], append);
  expect(created).toMatchObject({ code: 0, errors: '' });
  const number = /in change request (\d+): http/.exec(created.output)?.[1] as string;
  const more = await edit([spaceId, 'readme', '--change-request', number], append);
  expect(more).toMatchObject({ code: 0, errors: '' });
  expect(await readHome()).toBe(before);
  const { body } = await request<{ items: { id: string; subject: string }[] }>(
    service,
    TOKEN,
    `/v1/spaces/${spaceId}/change-requests?status=draft`,
  );
  expect(body.items.map(({ subject }) => subject)).toEqual(['Words']);
  const path = `/v1/spaces/${spaceId}/change-requests/${body.items[0]?.id}/content/path/readme?format=markdown`;
  const page = await request<{ markdown: string }>(service, TOKEN, path);
  expect(page.body.markdown).toBe(`${before}\nAdded.\n\nAdded.\n`);

  const ambiguous = await edit([spaceId, 'Same'], 'true');
  expect(ambiguous.code).toBe(1);
  expect(ambiguous.errors).toMatch(/2 pages are called “Same”[\s\S]*guides\/one[\s\S]*guides\/two/);
  const noEditor = await setup.run(['edit', spaceId, 'readme'], ENVIRONMENT);
  expect(noEditor).toMatchObject({ code: 1, errors: expect.stringContaining('Set VISUAL or EDITOR') });
});
