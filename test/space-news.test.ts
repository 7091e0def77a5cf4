import { join } from 'node:path';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { buildTestApp, type TestApp } from './app.ts';
import { addCollection, addOrganization, addSpace, addUser, addUserToken } from './factories.ts';
import { createFixtureRepository, temporaryDirectory } from './git-fixtures.ts';
import { startGitServer } from './git-server.ts';
import { runJobs, runJobsFor } from './jobs.ts';

let app: TestApp;
beforeAll(async () => {
  app = await buildTestApp({ config: { allowPrivateNetworks: true } });
});
afterAll(() => app.close());

/** Counts the announcements of changed spaces: this process receives only its own, each once. */
async function countNews(change: () => PromiseLike<unknown>): Promise<number> {
  const { spaces } = app.context.pointers;
  const one = vi.spyOn(spaces, 'invalidate');
  const some = vi.spyOn(spaces, 'invalidateWhere');
  const moved = vi.spyOn(spaces, 'replace');
  await change();
  const news = one.mock.calls.length + some.mock.calls.length + moved.mock.calls.length;
  one.mockRestore();
  some.mockRestore();
  moved.mockRestore();
  return news;
}

const send = (method: 'PATCH' | 'POST' | 'DELETE', path: string, body?: object) => async () => {
  const response = await app.request(method, path, body ? { body } : {});
  expect(response.statusCode, response.body).toBeLessThan(300);
};

test('a space is announced once when it is changed, moved, deleted and restored', async () => {
  const spaceId = await addSpace(app);
  const parent = await addCollection(app);
  const path = `/v1/spaces/${spaceId}`;
  expect(await countNews(send('PATCH', path, { title: 'T', defaultLevel: 'read' }))).toBe(1);
  expect(await countNews(send('POST', `${path}/move`, { parent }))).toBe(1);
  expect(await countNews(send('DELETE', path))).toBe(1);
  expect(await countNews(send('POST', `${path}/restore`))).toBe(1);
});

test('an import announces the space once when it changes the content, and else never', async () => {
  const folder = await temporaryDirectory();
  const repository = await createFixtureRepository(join(folder.path, 'docs.git'));
  const git = await startGitServer({ repositories: { docs: repository.directory } });
  await repository.commit({ 'README.md': '# Welcome\n' });
  const spaceId = await addSpace(app);
  await runJobs(app);
  const importDocs = async () => {
    const body = { url: git.url('docs'), ref: 'refs/heads/main' };
    await send('POST', `/v1/spaces/${spaceId}/git/import`, body)();
    await runJobs(app);
    const { operation } = (await app.request('GET', `/v1/spaces/${spaceId}/git/info`)).json();
    expect(operation.state).toBe('success');
  };
  expect(await countNews(importDocs)).toBe(1);
  expect(await countNews(importDocs)).toBe(0);
  await git.close();
  await folder.remove();
});

test('a transfer announces the space once, with the organization that it leaves', async () => {
  const { userId } = await addUser(app);
  const token = await addUserToken(app, userId);
  const { organizationId: from } = await addOrganization(app, { creatorId: userId });
  const { organizationId: organization } = await addOrganization(app, { creatorId: userId });
  const spaceId = await addSpace(app, { organizationId: from });
  await runJobs(app);
  const transfer = async () => {
    const sent = app.request('POST', `/v1/spaces/${spaceId}/transfer`, { token, body: { organization } });
    const response = await runJobsFor(app, sent);
    expect(response.json().organization).toBe(organization);
  };
  expect(await countNews(transfer)).toBe(1);
});
