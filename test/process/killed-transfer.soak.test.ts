import { randomInt } from 'node:crypto';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { temporaryDirectory } from '../git-fixtures.ts';
import { createPreparedSetup, type RunningService, request, waitFor } from './service-process.ts';

const TOKEN = 'token-of-the-administrator-0123456789';
const ENVIRONMENT = { LECTERN_ADMIN_TOKEN: TOKEN, LECTERN_LOG_LEVEL: 'fatal' };
/** An even number: to the other organization, and back. */
const ROUNDS = 30;
const PAGES = 300;
const FILES = 100;
const READ_AT_ONCE = 10;

interface Page {
  id: string;
  title: string;
}

const read = async <Body>(service: RunningService, path: string): Promise<Body> => {
  const response = await request<Body>(service, TOKEN, path);
  expect(response.status, path).toBe(200);
  return response.body;
};

const organizationOf = async (service: RunningService, spaceId: string): Promise<string> =>
  (await read<{ organization: string }>(service, `/v1/spaces/${spaceId}`)).organization;

/** Expects that every page and file can be read in the space. */
async function expectWhole(service: RunningService, spaceId: string, where: string): Promise<void> {
  const content = `/v1/spaces/${spaceId}/content`;
  const { pages } = await read<{ pages: Page[] }>(service, `${content}/pages`);
  expect(pages, where).toHaveLength(PAGES);
  await eachOf(pages, async ({ id, title }) => {
    const { markdown } = await read<{ markdown: string }>(service, `${content}/page/${id}?format=markdown`);
    expect(markdown, where).toContain(`# ${title}\n`);
  });
  const files = await read<{ items: { name: string; downloadURL: string }[] }>(
    service,
    `${content}/files?limit=1000`,
  );
  expect(files.items, where).toHaveLength(FILES);
  await eachOf(files.items, async ({ name, downloadURL }) => {
    const { pathname } = new URL(downloadURL);
    expect(await (await fetch(service.sitesUrl + pathname)).text(), where).toBe(`The bytes of ${name}`);
  });
}

/**
 * Expects the same during a transfer. When it ends, the addresses of the files change: content that was read across
 * that moment is read again.
 */
async function expectWholeBesideTransfer(
  service: RunningService,
  spaceId: string,
  where: string,
): Promise<void> {
  const organization = await organizationOf(service, spaceId);
  try {
    await expectWhole(service, spaceId, where);
  } catch (error) {
    if ((await organizationOf(service, spaceId)) === organization) throw error;
    await expectWhole(service, spaceId, where);
  }
}

async function eachOf<Item>(items: Item[], check: (item: Item) => Promise<void>): Promise<void> {
  for (let at = 0; at < items.length; at += READ_AT_ONCE)
    await Promise.all(items.slice(at, at + READ_AT_ONCE).map(check));
}

test('a transfer that is killed leaves the space whole on one side, and ends after the restart', async () => {
  const seed = Number(process.env.LECTERN_SEED ?? randomInt(2 ** 31));
  console.log(`The seed of this run: LECTERN_SEED=${seed}`);
  const folder = await temporaryDirectory();
  const setup = await createPreparedSetup();
  try {
    await mkdir(join(folder.path, 'files'));
    for (let n = 0; n < PAGES; n += 1) await writeFile(join(folder.path, `p${n}.md`), `# Page ${n}\n`);
    for (let n = 0; n < FILES; n += 1)
      await writeFile(join(folder.path, `files/f${n}.txt`), `The bytes of f${n}.txt`);
    const imported = await setup.run(['import', folder.path], ENVIRONMENT);
    expect(imported.code, imported.errors).toBe(0);
    let service = await setup.serve(ENVIRONMENT);
    const { items } = await read<{ items: { id: string }[] }>(service, '/v1/orgs');
    const made = await request<{ id: string }>(service, TOKEN, '/v1/orgs', {
      method: 'POST',
      body: { title: 'The other' },
    });
    const organizations = [items[0]?.id as string, made.body.id];
    const spaces = await read<{ items: { id: string }[] }>(service, `/v1/orgs/${organizations[0]}/spaces`);
    const spaceId = spaces.items[0]?.id as string;
    await expectWhole(service, spaceId, 'before');

    for (let round = 1; round <= ROUNDS; round += 1) {
      const organization = organizations[round % 2] as string;
      // The delay covers the time from before the job starts until after it ends, on an idle machine.
      const delay = (((seed * round) % 97) / 97) * 1500;
      const where = `seed ${seed}, round ${round}: killed after ${Math.round(delay)} ms`;
      const path = `/v1/spaces/${spaceId}/transfer`;
      request(service, TOKEN, path, { method: 'POST', body: { organization } }).catch(() => undefined);
      await sleep(delay);
      service.kill('SIGKILL');
      await service.ended;

      service = await setup.serve(ENVIRONMENT);
      expect(organizations, where).toContain(await organizationOf(service, spaceId));
      await expectWholeBesideTransfer(service, spaceId, where);
      // Joins the transfer that goes on, or begins it when it never was recorded.
      const again = { method: 'POST', body: { organization } };
      const running = service;
      await waitFor('the space to arrive', async () => {
        const { status, body } = await request<{ organization?: string; error?: { reason: string } }>(
          running,
          TOKEN,
          path,
          again,
        );
        // The transfer may have ended before it was asked for again.
        if (body.error?.reason === 'already-in-organization') return true;
        expect(status, where).toBe(200);
        return body.organization === organization;
      });
      expect(await organizationOf(service, spaceId), where).toBe(organization);
      await expectWhole(service, spaceId, where);
    }
    expect((await service.stop()).code).toBe(0);
  } finally {
    await setup.clean();
    await folder.remove();
  }
}, 1_800_000);
