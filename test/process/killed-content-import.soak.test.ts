import { randomInt } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createRandom } from '../random.ts';
import { startWebServer } from '../web-server.ts';
import { zipOf } from '../zip.ts';
import { createPreparedSetup, request, waitFor } from './service-process.ts';

const TOKEN = 'token-of-the-administrator-0123456789';
const ENVIRONMENT = {
  LECTERN_ADMIN_TOKEN: TOKEN,
  LECTERN_ALLOW_PRIVATE_NETWORKS: '1',
  LECTERN_LOG_LEVEL: 'fatal',
};
const PAGES = 80;
const ROUNDS = 2;

test('an import of content that is killed begins anew; before its end nothing of it is there, afterwards all', async () => {
  const seed = Number(process.env.LECTERN_SEED ?? randomInt(2 ** 31));
  console.log(`The seed of this run: LECTERN_SEED=${seed}`);
  const random = createRandom(seed);
  const setup = await createPreparedSetup();
  const pages = Array.from({ length: PAGES }, (_, n) => [
    `p${n}.md`,
    `# Page ${n}\n\n[next](p${(n + 1) % PAGES}.md)\n`,
  ]);
  const web = await startWebServer({
    '/docs.zip': { type: 'application/zip', body: await zipOf(Object.fromEntries(pages)) },
  });
  try {
    let service = await setup.serve(ENVIRONMENT);
    const get = async <Body>(path: string): Promise<Body> => (await request<Body>(service, TOKEN, path)).body;
    const { items } = await get<{ items: { id: string }[] }>('/v1/orgs');
    for (let round = 1; round <= ROUNDS; round += 1) {
      const space = await request<{ id: string }>(service, TOKEN, `/v1/orgs/${items[0]?.id}/spaces`, {
        method: 'POST',
        body: { title: 'Docs' },
      });
      const url = `/v1/spaces/${space.body.id}/content`;
      const countPages = async () => (await get<{ pages: object[] }>(url)).pages.length;
      const body = { url: web.url('/docs.zip'), source: 'zip' };
      // The connection breaks with the service.
      const asking = request(service, TOKEN, `${url}/import`, { method: 'POST', body }).catch(() => {});
      await waitFor('the import to be there', async () => {
        const { count } = await get<{ count: number }>(`${url}/imports`);
        return count === 1;
      });
      const delay = random() * 1500;
      const where = `seed ${seed}, round ${round}: killed after ${Math.round(delay)} ms`;
      await new Promise((resolve) => setTimeout(resolve, delay));
      service.kill('SIGKILL');
      await service.ended;
      await asking;
      service = await setup.serve(ENVIRONMENT);
      expect([0, PAGES], where).toContain(await countPages());
      await waitFor(`the import to end (${where})`, async () => {
        const runs = await get<{ items: { status: string; message?: string }[] }>(`${url}/imports`);
        expect(runs.items[0]?.status, `${where}: ${runs.items[0]?.message}`).not.toBe('failed');
        return runs.items[0]?.status === 'completed';
      });
      expect(await countPages(), where).toBe(PAGES);
      await waitFor('the temporary files to be gone', async () => {
        const left = await readdir(join(setup.dataDir, 'imports'));
        return left.length === 0;
      });
    }
    expect((await service.stop()).code).toBe(0);
  } finally {
    await web.close();
    await setup.clean();
  }
}, 300_000);
