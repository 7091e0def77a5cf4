/**
 * Lists of links and of backlinks in a space of 40,000 links: warm, first after an edit, and with nothing in memory.
 * Processor time is that of the service and of its client together, which is steadier than time on a busy machine.
 */
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import process from 'node:process';
import { newId } from '@lectern/std/ids';
import { pino } from 'pino';
import { bootstrap } from '../apps/cli/service/bootstrap.ts';
import { type App, buildApp } from '../apps/server/app/app.ts';
import { openPlatform } from '../apps/server/app/platform.ts';
import type { ContentStore } from '../apps/server/content/revisions/content-store.ts';
import { editPage } from '../apps/server/domains/content/revisions/edit-page.ts';
import { createSpace } from '../apps/server/domains/content/spaces/spaces.service.ts';
import { readConfig } from '../apps/server/platform/config.ts';
import type { Context } from '../apps/server/platform/context.ts';
import { putContent } from '../test/content.ts';
import { temporaryDirectory } from '../test/git-fixtures.ts';
import { median, TOKEN } from './service.ts';

const PAGES = 10_000;
const ROUNDS = 200;
const EDITS = 30;
const COLD_STARTS = 5;

interface Shown {
  count: number;
  stats?: { total: number; broken: { total: number } };
  items: unknown[];
}

export async function run(): Promise<void> {
  const folder = await temporaryDirectory();
  const config = readConfig({
    LECTERN_DATA_DIR: join(folder.path, 'data'),
    LECTERN_ADMIN_TOKEN: TOKEN,
  });
  const platform = await openPlatform({ config, log: pino({ level: 'silent' }) });
  try {
    const { context } = platform;
    const { organizationId = '' } = (await bootstrap(context)) ?? {};
    const actor = {
      kind: 'service' as const,
      organizationId,
      role: 'admin' as const,
      tokenId: newId(),
      scopes: ['admin' as const],
      expiresAt: null,
    };
    const { space_id: spaceId } = await createSpace(context, actor, organizationId, { title: 'Links' });
    const app = await listen(context);
    await putContent({ app: app.app, context } as Parameters<typeof putContent>[0], spaceId, files());
    const { homeId, pageId, fileId } = await findTargets(context, app.app.content, spaceId);

    const questions: [name: string, path: string][] = [
      ['50 links', 'links'],
      ['50 broken links', 'links?status=broken'],
      ['1,000 links', 'links?limit=1000'],
      ['links of a page', `content/page/${pageId}/links`],
      ['50 backlinks of a page', `content/page/${homeId}/backlinks`],
      ['50 backlinks of a file', `content/files/${fileId}/backlinks`],
    ];
    for (const [name, path] of questions) {
      const { shown, bytes } = await ask(app, spaceId, path);
      const warm: Asked[] = [];
      for (let round = 0; round < ROUNDS; round += 1) warm.push(await ask(app, spaceId, path));
      const afterEdit: Asked[] = [];
      for (let turn = 0; turn < EDITS; turn += 1) {
        await edit(context, app.app.content, spaceId, `${name} ${turn}`);
        afterEdit.push(await ask(app, spaceId, path));
      }
      const cold: Asked[] = [];
      for (let turn = 0; turn < COLD_STARTS; turn += 1) {
        const fresh = await listen(context);
        cold.push(await ask(fresh, spaceId, path));
        await fresh.app.server.close();
      }
      const total = shown.stats ? ` of ${shown.stats.total}, ${shown.stats.broken.total} broken` : '';
      console.log(
        `${name} (${shown.items.length} of ${shown.count}${total}; ${bytes} bytes): ` +
          `warm ${show(warm)}, p95 ${percentile(warm, 0.95).toFixed(1)} ms; ` +
          `first after an edit ${show(afterEdit)}; cold ${show(cold)}`,
      );
    }
    await app.app.server.close();
  } finally {
    await platform.close();
    await folder.remove();
  }
}

/** Pages in folders of twenty that refer to each other, to headings, to images and to the world; some to nothing. */
function files(): Record<string, string> {
  const all: Record<string, string> = { 'README.md': '# Home\n', '.gitbook/assets/a.png': 'a' };
  const lines = ['# Table of contents', '', '* [Home](README.md)'];
  for (let page = 0; page < PAGES; page += 1) {
    const path = pathOf(page);
    lines.push(`* [Page ${page}](${path})`);
    all[path] = sourceOf(page, 'first');
  }
  return { ...all, 'SUMMARY.md': `${lines.join('\n')}\n` };
}

const pathOf = (page: number): string => `part-${Math.floor(page / 20)}/page-${page}.md`;

const sourceOf = (page: number, edition: string): string => {
  const other = (page * 7919) % PAGES;
  const anchor = page % 100 === 0 ? 'gone' : 'use';
  return `# Page ${page}

Edition ${edition}. See [the top](../README.md) and <https://example.com/${page}>.

## Use

![](../.gitbook/assets/a.png) as in [another page](../${pathOf(other)}#${anchor}).
`;
};

interface Listening {
  app: App;
  url: string;
}

async function listen(context: Context): Promise<Listening> {
  const app = await buildApp(context);
  await app.server.listen({ port: 0, host: '127.0.0.1' });
  return { app, url: `http://127.0.0.1:${(app.server.server.address() as AddressInfo).port}` };
}

interface Asked {
  milliseconds: number;
  processorMs: number;
  bytes: number;
  shown: Shown;
}

async function ask({ url }: Listening, spaceId: string, path: string): Promise<Asked> {
  const startedAt = performance.now();
  const used = process.cpuUsage();
  const response = await fetch(`${url}/v1/spaces/${spaceId}/${path}`, {
    headers: { authorization: `Bearer ${TOKEN}`, 'accept-encoding': 'identity' },
  });
  const body = Buffer.from(await response.arrayBuffer());
  const milliseconds = performance.now() - startedAt;
  const { user, system } = process.cpuUsage(used);
  if (response.status !== 200) throw new Error(body.toString());
  return {
    milliseconds,
    processorMs: (user + system) / 1000,
    bytes: body.length,
    shown: JSON.parse(body.toString()) as Shown,
  };
}

async function edit(context: Context, store: ContentStore, spaceId: string, edition: string): Promise<void> {
  const space = await context.pointers.spaces.find(spaceId);
  if (!space) throw new Error('The space is gone.');
  const { snapshot } = await store.open(space, space.revisionId);
  const page = snapshot.pages.findByGitPath(pathOf(5000));
  await editPage(context, store, {
    space,
    pageId: page?.entry.id as string,
    source: Buffer.from(sourceOf(5000, edition)),
    actor: {
      kind: 'service',
      organizationId: space.organizationId,
      role: 'admin',
      tokenId: newId(),
      scopes: ['admin'],
      expiresAt: null,
    },
  });
}

async function findTargets(
  context: Context,
  store: ContentStore,
  spaceId: string,
): Promise<{ homeId: string; pageId: string; fileId: string }> {
  const space = await context.pointers.spaces.find(spaceId);
  if (!space) throw new Error('The space is gone.');
  const { snapshot } = await store.open(space, space.revisionId);
  const homeId = snapshot.pages.findByGitPath('README.md')?.entry.id;
  const pageId = snapshot.pages.findByGitPath(pathOf(5000))?.entry.id;
  const fileId = snapshot.findFileByGitPath('.gitbook/assets/a.png')?.id;
  if (!homeId || !pageId || !fileId) throw new Error('The import made something else.');
  return { homeId, pageId, fileId };
}

const show = (asked: Asked[]): string =>
  `${median(asked.map(({ milliseconds }) => milliseconds)).toFixed(1)} ms ` +
  `(processor ${median(asked.map((one) => one.processorMs)).toFixed(1)} ms)`;

const percentile = (asked: Asked[], part: number): number =>
  asked.map(({ milliseconds }) => milliseconds).sort((left, right) => left - right)[
    Math.floor(asked.length * part)
  ] as number;
