/** `lectern build`: what it prints, what it refuses, and what a killed build leaves. */
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { temporaryDirectory } from '../git-fixtures.ts';
import {
  createPreparedSetup,
  type RunningService,
  request,
  type Setup,
  TEST_TIMEOUT_MS,
} from './service-process.ts';

const ADMIN_TOKEN = 'token-of-the-administrator-0123456789';
const ENVIRONMENT = { LECTERN_ADMIN_TOKEN: ADMIN_TOKEN };
const IS_SOAK = process.env.LECTERN_SOAK !== undefined;
/** Enough in the soak for a build to be killed in the middle of them. */
const PAGES = IS_SOAK ? 120 : 3;

vi.setConfig({ testTimeout: TEST_TIMEOUT_MS, hookTimeout: TEST_TIMEOUT_MS });

let setup: Setup;
let service: RunningService;
let folder: Awaited<ReturnType<typeof temporaryDirectory>>;
let docs: string;
let sites: string;

beforeAll(async () => {
  folder = await temporaryDirectory();
  docs = join(folder.path, 'docs');
  writeDocs('First');
  setup = await createPreparedSetup();
  service = await setup.serve(ENVIRONMENT);
  const { output } = await run('import', docs, '--title', 'Docs');
  const spaceId = /\/app\/s\/([0-9a-f-]{36})/.exec(output)?.[1] as string;
  const organizations = await ask<{ items: { id: string }[] }>('/v1/orgs');
  sites = `/v1/orgs/${organizations.items[0]?.id}/sites`;
  await publish('Handbook', 'public', spaceId);
  await publish('Inner', 'unlisted', spaceId);
});
afterAll(async () => {
  await setup.clean();
  await folder.remove();
});

function writeDocs(word: string): void {
  mkdirSync(docs, { recursive: true });
  writeFileSync(join(docs, 'README.md'), `# Start\n\n${word}. See [nothing](missing.md).\n`);
  for (let page = 0; page < PAGES; page += 1)
    writeFileSync(join(docs, `page-${page}.md`), `# Page ${page}\n\n${word}.\n`);
}

const run = (...args: string[]): ReturnType<Setup['run']> => setup.run(args, ENVIRONMENT);
const build = (...args: string[]): ReturnType<Setup['run']> => run('build', ...args);
const target = (name: string): string => join(folder.path, name);

async function ask<T>(path: string, body?: object): Promise<T> {
  const options = body ? { method: 'POST', body } : {};
  return (await request<T>(service, ADMIN_TOKEN, path, options)).body;
}

async function publish(title: string, visibility: string, spaceId: string): Promise<void> {
  const { id } = await ask<{ id: string }>(sites, { title, spaces: [spaceId], visibility });
  await ask(`${sites}/${id}/publish`, {});
}

describe('a build', () => {
  test('says what it wrote, where, for which address, and which links lead nowhere', async () => {
    const { code, output, errors } = await build(
      'handbook',
      target('site'),
      '--base-url',
      'https://docs.example.com',
    );
    expect(output).toMatch(
      new RegExp(
        `^Built ${PAGES + 1} pages for https://docs\\.example\\.com/ into ${target('site')}: \\d+ files, [\\d.]+ MB\\.\\n$`,
      ),
    );
    expect(errors).toBe('lectern: 1 link on the site is broken:\n  /: nothing (the link has no target)\n');
    expect(code).toBe(0);
    expect(readFileSync(join(target('site'), 'index.html'), 'utf8')).toContain('<h1>Start</h1>');
  });

  test('fails over a link when it is told to, and leaves the folder as it was', async () => {
    const { code, output, errors } = await build('handbook', target('strict'), '--broken-links', 'fail');
    expect([code, output]).toEqual([1, '']);
    expect(errors).toContain(`${target('strict')} was not changed.`);
    expect(existsSync(target('strict'))).toBe(false);
  });

  test('refuses what it cannot build, in a sentence', async () => {
    mkdirSync(target('taken'));
    writeFileSync(join(target('taken'), 'thesis.txt'), '');
    for (const [args, reason] of [
      [['inner', target('x')], 'The site “Inner” is unlisted.'],
      [['nowhere', target('x')], 'There is no site with the id, hostname or basename “nowhere”.'],
      [['handbook'], 'Specify a site and a folder: lectern build <site> <folder>.'],
      [['handbook', target('taken')], 'is not empty and was not written by this command.'],
      [['handbook', target('x'), '--base-url', 'docs'], '“docs” is not a valid base URL.'],
      [['handbook', target('x'), '--broken-links', 'maybe'], '--broken-links must be report or fail.'],
    ] as const) {
      const { code, errors } = await build(...args);
      expect(errors).toContain(reason);
      expect(errors.trim().split('\n')).toHaveLength(1);
      expect(code).toBe(1);
    }
    expect(existsSync(target('x'))).toBe(false);
  });
});

describe.runIf(IS_SOAK)('a build that is killed', () => {
  test.each(['SIGKILL', 'SIGINT'] as const)(
    'by %s leaves the earlier one, and the next one is whole',
    async (signal) => {
      const site = target(`killed-${signal}`);
      await build('handbook', site);
      const before = readdirSync(site, { recursive: true }).sort();
      const running = setup.start(['build', 'handbook', site], ENVIRONMENT);
      const coming = `.killed-${signal}.lectern-new-${running.pid}`;
      while (!existsSync(join(folder.path, coming, 'page-1.md'))) await sleep(2);
      running.kill(signal);
      await running.ended;
      expect(readdirSync(site, { recursive: true }).sort()).toEqual(before);
      expect(existsSync(join(folder.path, coming))).toBe(signal === 'SIGKILL');
      await build('handbook', site);
      expect(readdirSync(site, { recursive: true }).sort()).toEqual(before);
      expect(readdirSync(folder.path).filter((name) => name.startsWith('.'))).toEqual([]);
    },
  );
});
