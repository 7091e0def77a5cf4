import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { createFixtureRepository, type FixtureFiles, temporaryDirectory } from '../git-fixtures.ts';
import { type GitServer, startGitServer } from '../git-server.ts';
import {
  createPreparedSetup,
  createSetup,
  type RunningService,
  request,
  type Setup,
  TEST_TIMEOUT_MS,
  waitFor,
} from './service-process.ts';

const ADMIN_TOKEN = 'token-of-the-administrator-0123456789';
const ENVIRONMENT = { LECTERN_ADMIN_TOKEN: ADMIN_TOKEN, LECTERN_ALLOW_PRIVATE_NETWORKS: '1' };
const FILES = {
  'SUMMARY.md':
    '* [Home](README.md)\n\n## Guides\n\n* [One](guides/one.md)\n* [Two](guides/two.md)\n* [Site](https://example.com)\n',
  'README.md': '# Home\n\nWelcome.\n',
  'guides/one.md': '# One\n\n[gone](gone.md)\n',
  '.gitbook/assets/a.svg': '<svg xmlns="http://www.w3.org/2000/svg" width="4" height="3"/>',
} satisfies FixtureFiles;

vi.setConfig({ testTimeout: TEST_TIMEOUT_MS, hookTimeout: TEST_TIMEOUT_MS });

let setup: Setup;
let folder: Awaited<ReturnType<typeof temporaryDirectory>>;
let git: GitServer;

beforeAll(async () => {
  folder = await temporaryDirectory();
  const repository = await createFixtureRepository(join(folder.path, 'docs.git'), { files: FILES });
  git = await startGitServer({ repositories: { docs: repository.directory } });
  for (const [path, content] of Object.entries(FILES)) {
    mkdirSync(dirname(join(folder.path, 'Handbook', path)), { recursive: true });
    writeFileSync(join(folder.path, 'Handbook', path), content);
  }
});
afterAll(async () => {
  await git.close();
  await folder.remove();
});

function useSetup(create: () => Promise<Setup>): void {
  beforeEach(async () => {
    setup = await create();
  });
  afterEach(() => setup.clean());
}

/** The space that an import made or filled, by the address that its summary ends with. */
async function readImported(
  service: { url: string },
  output: string,
): Promise<{ title: string; markdown: string }> {
  const [, spaceId] = /\/app\/s\/([0-9a-f-]{36})\n/.exec(output) ?? [];
  const space = await request<{ title: string }>(service, ADMIN_TOKEN, `/v1/spaces/${spaceId}`);
  const path = `/v1/spaces/${spaceId}/content/path/readme?format=markdown`;
  const page = await request<{ markdown: string }>(service, ADMIN_TOKEN, path);
  return { title: space.body.title, markdown: page.body.markdown };
}

function expectSummary(output: string): void {
  expect(output).toContain('Imported.\n');
  expect(output).toContain('pages 3, groups 1, links 1, computed 0, files 1, reusable contents 0');
  expect(output).toMatch(/\d+ files read in \d+\.\d s/);
  expect(output).toMatch(/Warnings and errors \(1\):\n {2}[^\n]*guides\/two\.md/);
  expect(output).toContain('Broken links (1):\n  guides/one: gone.md\n');
}

describe('beside a running service', () => {
  // One service for all of these tests: they run in this order.
  let service: RunningService;
  beforeAll(async () => {
    setup = await createPreparedSetup();
    service = await setup.serve(ENVIRONMENT);
  });
  afterAll(() => setup.clean());

  test('token create makes a token that works at once, and import fills spaces that can be read at once', async () => {
    const made = await setup.run([
      'token',
      'create',
      '--title',
      'For a robot',
      '--scopes',
      'read',
      '--days',
      '2',
    ]);
    expect(made).toMatchObject({ code: 0, errors: '' });
    expect(made.output).toMatch(/^\S{40,}\n$/);
    const token = made.output.trim();
    expect((await request(service, token, '/v1/user')).status).toBe(200);
    const refused = await request(service, token, '/v1/orgs', { method: 'POST', body: { title: 'Mine' } });
    expect(refused.status).toBe(403);

    const nobody = await setup.run(['token', 'create', '--email', 'nobody@example.com']);
    expect(nobody).toMatchObject({ code: 1, output: '' });
    expect(nobody.errors).toMatch(/^lectern: [^\n]*nobody@example\.com[^\n]*\n$/);

    const fromGit = await setup.run(['import', git.url('docs'), '--ref', 'main'], ENVIRONMENT);
    expect(fromGit).toMatchObject({ code: 0, errors: '' });
    expectSummary(fromGit.output);
    expect(await readImported(service, fromGit.output)).toEqual({
      title: 'docs',
      markdown: FILES['README.md'],
    });

    const fromFolder = await setup.run(['import', join(folder.path, 'Handbook')], ENVIRONMENT);
    expect(fromFolder).toMatchObject({ code: 0, errors: '' });
    expectSummary(fromFolder.output);
    expect(await readImported(service, fromFolder.output)).toEqual({
      title: 'Handbook',
      markdown: FILES['README.md'],
    });

    const [, spaceId] = /\/app\/s\/([0-9a-f-]{36})/.exec(fromFolder.output) ?? [];
    const again = await setup.run(
      ['import', join(folder.path, 'Handbook'), '--space', spaceId as string],
      ENVIRONMENT,
    );
    expect(again).toMatchObject({ code: 0, errors: '' });
    expect(again.output).toContain('Nothing has changed since the last import.');
    expect(again.output).toContain(`${service.url}/app/s/${spaceId}\n`);
  });

  test('user adds users, and prints links with which they set the password that they sign in with', async () => {
    const { body } = await request<{ items: { id: string }[] }>(service, ADMIN_TOKEN, '/v1/orgs');
    const organization = body.items[0]?.id as string;
    const created = await setup.run(
      ['user', 'create', '--email', 'ada@example.com', '--organization', organization, '--role', 'edit'],
      ENVIRONMENT,
    );
    const again = await setup.run(['user', 'password', '--email', 'ADA@example.com'], ENVIRONMENT);
    const password = 'a password of this test';
    const links = [created, again].map(({ output, code, errors }) => {
      expect({ code, errors }).toEqual({ code: 0, errors: '' });
      expect(output).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/app\/reset-password\/[\w.-]+\n$/);
      return output.trim();
    });
    const set = async (link: string | undefined): Promise<number> =>
      (
        await fetch(`${service.url}/v1/password-resets/${link?.split('/').at(-1)}`, {
          method: 'PUT',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify({ password }),
        })
      ).status;
    // The second took the place of the first.
    expect([await set(links[0]), await set(links[1]), await set(links[1])]).toEqual([404, 204, 404]);
    const signedIn = await fetch(`${service.url}/v1/session`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email: 'ada@example.com', password }),
    });
    expect(signedIn.status).toBe(201);
    expect(await signedIn.json()).toMatchObject({ user: { displayName: 'ada' } });
    expect(await setup.run(['user', 'verify', '--email', 'ada@example.com'])).toMatchObject({
      code: 0,
      errors: '',
    });
    for (const [args, message] of [
      [['password', '--email', 'nobody@example.com'], 'nobody@example.com'],
      [['password'], '--email'],
      [['create', '--email', 'ada@example.com'], 'already'],
      [['create', '--email', 'no address'], 'not an email address'],
      [['create', '--email', 'b@example.com', '--organization', 'none'], 'no organization'],
      [['create', '--email', 'b@example.com', '--role', 'king'], 'king'],
      [['remove-second-factor', '--email', 'ada@example.com'], 'Two-factor authentication is off'],
      [['rename', '--email', 'ada@example.com'], 'user password'],
    ] as [string[], string][]) {
      const ended = await setup.run(['user', ...args], ENVIRONMENT);
      expect(ended, args.join(' ')).toMatchObject({ code: 1, output: '' });
      expect(ended.errors).toMatch(/^lectern: [^\n]+\n$/);
      expect(ended.errors).toContain(message);
    }
  });

  test('openapi publish reads several files, and tells where the errors are', async () => {
    const place = join(folder.path, 'Specs');
    mkdirSync(place);
    const file = join(place, 'openapi.json');
    const publish = () => setup.run(['openapi', 'publish', 'several', file], ENVIRONMENT);
    const paths = { '/dogs': { $ref: 'dogs.yaml' }, '/cats': { $ref: 'cats.yaml' }, birds: {} };
    writeFileSync(file, JSON.stringify({ openapi: '3.1.0', info: { title: 'Pets', version: '1' }, paths }));
    writeFileSync(join(place, 'dogs.yaml'), 'get:\n  responses: {}\n');
    const missing = await publish();
    expect(missing).toMatchObject({ code: 1, output: '' });
    expect(missing.errors).toMatch(
      /openapi\.json:1:\d+: error: [^\n]*cats\.yaml[^\n]*\nlectern: No version of the spec “several” was created/,
    );
    writeFileSync(join(place, 'cats.yaml'), 'put: [\n');
    expect((await publish()).errors).toMatch(/Specs\/cats\.yaml:2:1: error: /);
    writeFileSync(join(place, 'cats.yaml'), 'put: {}\n');
    const published = await publish();
    expect(published).toMatchObject({ code: 0, output: 'The first version was created.\n' });
    expect(published.errors).toMatch(/^[^\n]*openapi\.json:1:\d+: warning: The path “birds” [^\n]+\n$/);
    expect(await publish()).toMatchObject({ code: 0, output: 'Nothing has changed.\n' });

    for (const [args, message] of [
      [['pets'], 'Specify the slug'],
      [['not a slug', file], 'A slug consists'],
      [['pets', join(folder.path, 'missing.json')], 'There is no file'],
      [['pets', file, '--organization', 'none'], 'There is no organization with the id none'],
      [['pets', 'http://127.0.0.1:9/openapi.json'], 'http://127.0.0.1:9/openapi.json: error'],
    ] as [string[], string][]) {
      const ended = await setup.run(['openapi', 'publish', ...args], ENVIRONMENT);
      expect(ended, args.join(' ')).toMatchObject({ code: 1, output: '' });
      expect(ended.errors).toContain(message);
    }
  });

  test('conversations import reads mail and an export of a help desk, once, and tells what it could not read', async () => {
    const importFile = (name: string, text: string, ...args: string[]) => {
      const file = join(folder.path, name);
      writeFileSync(file, text);
      return setup.run(['conversations', 'import', file, ...args], ENVIRONMENT);
    };
    const mail = (id: number, more: string) =>
      `From jane@example.org Mon Jan  7 10:00:00 2030\nMessage-ID: <${id}@example.org>\n${more}Date: Mon, 7 Jan 2030 1${id}:00:00 +0000\n\nMy key does not work, writes jane@example.org.\n\n`;
    const mbox = mail(1, 'Subject: Key\n') + mail(2, 'In-Reply-To: <1@example.org>\n');
    const stored = (read: number, count: number) => ({
      code: 0,
      output: `Read ${read} conversations, of which ${count} are new or changed.\n`,
      errors: '',
    });
    expect(
      await importFile('mail.mbox', mbox + mail(3, 'Subject: Other\n'), '--format', 'mbox'),
    ).toMatchObject(stored(2, 2));
    const ticket = { id: 7, subject: 'Fire', description: 'It burns.', created_at: '2030-01-20T22:55:29Z' };
    const desk = ['--format', 'zendesk', '--source', 'integration:desk:1'];
    expect(await importFile('tickets.json', JSON.stringify({ tickets: [ticket] }), ...desk)).toMatchObject(
      stored(1, 1),
    );
    const changed = [JSON.stringify(ticket), 'broken', JSON.stringify({ ...ticket, id: 8 })].join('\n');
    expect(await importFile('tickets.json', changed, ...desk)).toMatchObject({
      ...stored(2, 1),
      errors: 'Line 2 is not a JSON object.\n',
    });

    for (const [name, args, message] of [
      ['mail.mbox', [], 'Specify the format of the file in --format: '],
      ['mail.mbox', ['--format', 'mbox', '--source', 'me'], 'A source is'],
      ['broken.json', ['--format', 'zendesk'], 'The file is not valid JSON.'],
    ] as [string, string[], string][]) {
      const ended = await importFile(name, 'broken', ...args);
      expect(ended.code, args.join(' ')).toBe(1);
      expect(ended.errors).toContain(message);
    }
  });

  test('import says in one line what keeps it from importing', async () => {
    const unknown = '01890000-0000-7000-8000-000000000000';
    for (const [args, message] of [
      [[git.url('nothing')], 'has no repository at this URL'],
      [[git.url('docs'), '--ref', 'refs/heads/nowhere'], 'nowhere'],
      [[join(folder.path, 'missing')], 'missing is neither a folder'],
      [[join(folder.path, 'Handbook'), '--space', unknown], unknown],
      [['ext::sh -c id'], 'neither a folder'],
    ] as [string[], string][]) {
      const ended = await setup.run(['import', ...args], ENVIRONMENT);
      expect(ended.code, ended.output).toBe(1);
      expect(ended.errors).toMatch(/^lectern: [^\n]+\n$/);
      expect(ended.errors).toContain(message);
    }
  });

  test('openapi publish tells what changed, and its exit code whether that breaks clients', async () => {
    const file = join(folder.path, 'pets.json');
    const publish = (paths: object) => {
      writeFileSync(file, JSON.stringify({ openapi: '3.1.0', info: { title: 'Pets', version: '1' }, paths }));
      return setup.run(['openapi', 'publish', 'pets', file], ENVIRONMENT);
    };
    const pets = { get: { responses: {} }, post: { responses: {} } };
    expect(await publish({ '/pets': pets })).toMatchObject({
      code: 0,
      output: 'The first version was created.\n',
    });
    expect(await publish({ '/pets': pets })).toMatchObject({ code: 0, output: 'Nothing has changed.\n' });
    const more = await publish({ '/pets': pets, '/cats': pets });
    expect([more.code, more.output]).toEqual([
      0,
      expect.stringMatching(/non-breaking +operation-added +GET \/cats/),
    ]);
    const less = await publish({ '/pets': pets });
    expect([less.code, less.output]).toEqual([
      2,
      expect.stringMatching(/breaking +operation-removed +GET \/cats/),
    ]);
    writeFileSync(file, 'openapi: [');
    const broken = await setup.run(['openapi', 'publish', 'pets', file], ENVIRONMENT);
    expect([broken.code, broken.errors]).toEqual([1, expect.stringMatching(/pets\.json:1:\d+: error: /)]);
  });

  test('user delete takes a person away, but no last administrator', async () => {
    const grace = ['--email', 'grace@example.com'];
    await setup.run(['user', 'create', ...grace]);
    const made = await setup.run(['token', 'create', ...grace]);
    const token = made.output.trim();
    expect((await request(service, token, '/v1/user')).status).toBe(200);
    expect(await setup.run(['user', 'delete', ...grace])).toMatchObject({
      code: 0,
      output: 'The account of grace@example.com was deleted.\n',
      errors: '',
    });
    await waitFor(
      'the service to hear of it',
      async () => (await request(service, token, '/v1/user')).status === 401,
    );
    for (const [email, message] of [
      ['grace@example.com', 'There is no user'],
      ['admin@localhost', 'You are the only administrator of “My organization”'],
    ] as const) {
      const refused = await setup.run(['user', 'delete', '--email', email]);
      expect(refused).toMatchObject({ code: 1, output: '' });
      expect(refused.errors).toContain(message);
    }
  });

  test('organization restore lists what was deleted, and brings one back at once', async () => {
    const made = await request<{ id: string }>(service, ADMIN_TOKEN, '/v1/orgs', {
      method: 'POST',
      body: { title: 'Deleted by mistake' },
    });
    const path = `/v1/orgs/${made.body.id}`;
    const none = await setup.run(['organization', 'restore']);
    expect(none.output).toBe('No deleted organization can be restored.\n');
    expect((await request(service, ADMIN_TOKEN, path, { method: 'DELETE' })).status).toBe(204);
    const listed = await setup.run(['organization', 'restore']);
    expect(listed.output).toMatch(new RegExp(`^${made.body.id} {2}until \\S+Z {2}Deleted by mistake\n$`));
    const restored = await setup.run(['organization', 'restore', made.body.id]);
    expect(restored).toMatchObject({ code: 0, output: 'The organization was restored.\n', errors: '' });
    await waitFor(
      'the service to hear of it',
      async () => (await request(service, ADMIN_TOKEN, path)).status === 200,
    );
    const again = await setup.run(['organization', 'restore', made.body.id]);
    expect([again.code, again.errors]).toEqual([
      1,
      'lectern: There is no deleted organization with this ID.\n',
    ]);
    expect((await setup.run(['organization', 'purge'])).code).toBe(1);
  });

  test('migrate finds nothing to do, and the service stops in good order', async () => {
    expect(await setup.run(['migrate'])).toMatchObject({ code: 0, errors: '' });
    expect((await service.stop()).code).toBe(0);
  });
});

describe('without a service', () => {
  useSetup(createSetup);

  test.each(['0', '-1', 'soon', 'Infinity', '1e300'])(
    'token create refuses --days=%s in one line',
    async (days) => {
      const ended = await setup.run(['token', 'create', `--days=${days}`]);
      expect(ended).toMatchObject({ code: 1, output: '' });
      expect(ended.errors).toMatch(/^lectern: --days [^\n]+\n$/);
    },
  );

  test('import --dry-run shows what an import would do, and creates no database', async () => {
    const handbook = await setup.run(['import', join(folder.path, 'Handbook'), '--dry-run', '--title', 'A']);
    expect(handbook).toMatchObject({ code: 0, errors: '' });
    expect(handbook.output).toMatch(/^Recognized: Markdown\. \d+ files are pages of Markdown\.$/m);
    expect(handbook.output).toContain('pages 3, groups 1, links 1, files 0, reusable contents 0');
    expect(handbook.output).toMatch(/^Table of contents \(5\):$/m);
    expect(handbook.output).toMatch(/^Nothing was imported\.$/m);
    const fromGit = await setup.run(['import', '--dry-run', git.url('docs')], ENVIRONMENT);
    expect(fromGit).toMatchObject({ code: 0, errors: '' });
    expect(fromGit.output).toContain('pages 3, groups 1, links 1, files 0, reusable contents 0');
    expect(existsSync(join(setup.dataDir, 'postgres'))).toBe(false);

    const site = join(folder.path, 'Site');
    mkdirSync(site);
    writeFileSync(join(site, 'mkdocs.yml'), 'nav:\n  - a.md\n');
    mkdirSync(join(site, 'docs'));
    writeFileSync(join(site, 'docs', 'a.md'), '# A\n\n[gone](gone.md) \u001b[2J\n');
    const asMarkdown = await setup.run(['import', site, '--dry-run']);
    expect(asMarkdown.output).toContain('To read it as MkDocs, use --format mkdocs.');
    const named = await setup.run(['import', site, '--format', 'mkdocs', '--dry-run']);
    expect(named.output).toMatch(/^Recognized: MkDocs\. Only MkDocs has a file like mkdocs\.yml\.$/m);
    expect(named.output).toContain('. (mkdocs.yml): pages 1');
    expect(named.output).toContain('Broken links: 1\n');

    const refused = await setup.run(['import', git.url('docs'), '--dry-run', '--ref', 'main']);
    expect(refused).toMatchObject({ code: 1, output: '' });
    const value = await setup.run(['import', site, '--dry-run=yes']);
    expect(value.errors).toBe('lectern: --dry-run accepts no value.\n');
  });

  test('a command that looks for something makes no empty database in the wrong directory', async () => {
    for (const args of [['token', 'create'], ['user', 'password', '--email', 'a@b.example'], ['sync']]) {
      expect(await setup.run(args)).toMatchObject({
        code: 1,
        output: '',
        errors: `lectern: There is no database in ${setup.dataDir}. Set LECTERN_DATA_DIR to the data directory of the service, or start the service there first.\n`,
      });
    }
    expect(existsSync(setup.dataDir)).toBe(false);
  });

  test.each([
    ['--ref', ['--ref', 'main']],
    ['--ref', ['--ref', 'main', '--format', 'docusaurus'], 'https://git.example.com/docs.git'],
    ['--directory', ['--directory', 'docs', '--format', 'markdown']],
    ['--pages', ['--pages', '5']],
    ['--pages', ['--pages', '5'], 'https://git.example.com/docs.git'],
    ['--pictures', ['--pictures', 'copy']],
    ['--title', ['--title', 'Docs', '--space', '01a210c8-d0e1-70b9-9f3c-77ae67a7be70']],
  ])('import refuses %s where it would have no effect: %j', async (option, args, target = '') => {
    const ended = await setup.run(['import', target || join(folder.path, 'Handbook'), ...args]);
    expect(ended).toMatchObject({ code: 1, output: '' });
    expect(ended.errors).toMatch(new RegExp(`^lectern: ${option} [^\n]+\n$`));
    expect(existsSync(setup.dataDir)).toBe(false);
  });

  test('import starts the database, imports, and stops it; what it made is there when the service comes', async () => {
    const fromGit = await setup.run(['import', git.url('docs'), '--ref', 'refs/heads/main'], ENVIRONMENT);
    expect(fromGit).toMatchObject({ code: 0, errors: '' });
    expectSummary(fromGit.output);
    expect(setup.processes()).toEqual([]);
    const made = await setup.run(['token', 'create']);
    expect(made).toMatchObject({ code: 0, errors: '' });
    expect(setup.processes()).toEqual([]);

    const service = await setup.serve(ENVIRONMENT);
    expect(await readImported(service, fromGit.output)).toEqual({
      title: 'docs',
      markdown: FILES['README.md'],
    });
    expect((await request(service, made.output.trim(), '/v1/user')).status).toBe(200);
  });
});

describe('without a service, on a database that is there', () => {
  useSetup(createPreparedSetup);

  test('import cuts a title between characters; an empty one is none', async () => {
    const handbook = join(folder.path, 'Handbook');
    const long = await setup.run(['import', handbook, '--title', `${'a'.repeat(49)}😀b`], ENVIRONMENT);
    const empty = await setup.run(['import', handbook, '--title', ''], ENVIRONMENT);
    const service = await setup.serve(ENVIRONMENT);
    expect((await readImported(service, long.output)).title).toBe(`${'a'.repeat(49)}😀`);
    expect((await readImported(service, empty.output)).title).toBe('Handbook');
  });

  test('the first command makes the administrator and shows the token once', async () => {
    const handbook = join(folder.path, 'Handbook');
    const first = await setup.run(['import', handbook]);
    const [, token] = /token, shown only once: (\S+)\n/.exec(first.output) ?? [];
    const second = await setup.run(['import', handbook]);
    expect(second.output).not.toMatch(/token/i);
    const service = await setup.serve();
    expect((await request(service, token as string, '/v1/user')).status).toBe(200);
  });

  test('Ctrl-C ends an import and its database; the space is as it was', async () => {
    const slow = await startGitServer({ ...git.options, failWith: 'hanging', failOn: 'info/refs' });
    try {
      const command = setup.start(['import', slow.url('docs')], ENVIRONMENT);
      await waitFor('the import to fetch', async () => slow.requests.length > 0);
      command.kill('SIGINT');
      expect(await command.ended).toMatchObject({ code: 130, signal: null, errors: '' });
      await waitFor('everything to end', async () => setup.processes().length === 0);
    } finally {
      await slow.close();
    }
    const service = await setup.serve(ENVIRONMENT);
    const organizations = await request<{ items: { id: string }[] }>(service, ADMIN_TOKEN, '/v1/orgs');
    const spaces = await request<{ items: { id: string; revision: string }[] }>(
      service,
      ADMIN_TOKEN,
      `/v1/orgs/${organizations.body.items[0]?.id}/spaces`,
    );
    const pages = await request<{ pages: object[] }>(
      service,
      ADMIN_TOKEN,
      `/v1/spaces/${spaces.body.items[0]?.id}/content/pages`,
    );
    expect(pages.body.pages).toEqual([]);
  });
});
