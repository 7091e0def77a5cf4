import { randomBytes } from 'node:crypto';
import { readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createFixtureRepository, temporaryDirectory } from '../git-fixtures.ts';
import { type GitServer, startGitServer } from '../git-server.ts';
import { createSetup, type RunningService, request, type Setup, waitFor } from './service-process.ts';
import { fillDisk, pathOfDisk, writeSmallDisk } from './small-disk.ts';

const TOKEN = 'token-of-the-administrator-0123456789';
const DISK_BYTES = 200_000_000;
/** Less than the repository needs, and enough for a database that has its log already. */
const LEFT_BYTES = 3_000_000;

let setup: Setup;
let git: GitServer;
let folder: Awaited<ReturnType<typeof temporaryDirectory>>;
let service: RunningService;

beforeEach(async () => {
  folder = await temporaryDirectory();
  setup = await createSetup({ node: writeSmallDisk(folder.path, DISK_BYTES) });
  const repository = await createFixtureRepository(join(folder.path, 'docs.git'));
  await repository.commit({
    'README.md': '# Home\n\n![](.gitbook/assets/a.bin)\n',
    '.gitbook/assets/a.bin': randomBytes(10_000_000),
  });
  git = await startGitServer({ repositories: { docs: repository.directory } });
  service = await setup.serve({ LECTERN_ADMIN_TOKEN: TOKEN, LECTERN_ALLOW_PRIVATE_NETWORKS: '1' });
});
afterEach(async () => {
  await service?.stop();
  await git.close();
  await setup.clean();
  await folder.remove();
});

async function importInto(spaceId: string): Promise<{ state: string; error?: string }> {
  const path = `/v1/spaces/${spaceId}/git`;
  const body = { url: git.url('docs'), ref: 'refs/heads/main' };
  expect((await request(service, TOKEN, `${path}/import`, { method: 'POST', body })).status).toBe(204);
  let operation: { state: string; error?: string } = { state: 'running' };
  await waitFor('the import to end', async () => {
    operation = (await request<{ operation: typeof operation }>(service, TOKEN, `${path}/info`)).body
      .operation;
    return operation.state !== 'running';
  });
  return operation;
}

test('a full disk is named by the import and by readiness, and nothing needs a restart when there is space again', async () => {
  const organizations = await request<{ items: { id: string }[] }>(service, TOKEN, '/v1/orgs');
  const spaces = `/v1/orgs/${organizations.body.items[0]?.id}/spaces`;
  const { body: space } = await request<{ id: string }>(service, TOKEN, spaces, { method: 'POST', body: {} });

  const disk = pathOfDisk(service.pid, setup.dataDir);
  const filler = fillDisk(disk, LEFT_BYTES);

  const failed = await importInto(space.id);
  expect(failed).toMatchObject({ state: 'failure', error: expect.stringContaining('full') });
  const left = readdirSync(join(disk, 'repositories')).filter((name) => name.endsWith('.git'));
  expect(left).toEqual([]);
  expect(readdirSync(join(disk, 'blobs/tmp'))).toEqual([]);
  const ready = await fetch(`${service.url}/readyz`);
  expect(ready.status).toBe(507);
  expect(await ready.text()).toContain('storage-full');
  expect((await request(service, TOKEN, '/v1/orgs')).status).toBe(200);

  rmSync(filler);
  expect(await importInto(space.id)).toMatchObject({ state: 'success' });
  expect((await fetch(`${service.url}/readyz`)).status).toBe(200);
});
