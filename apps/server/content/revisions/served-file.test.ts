import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildTestApp, type TestApp } from '../../../../test/app.ts';
import { putContent } from '../../../../test/content.ts';
import { addSpace } from '../../../../test/factories.ts';
import { buildPublishedApp } from '../../../sites/published-app.ts';

let app: TestApp;
let published: FastifyInstance;

beforeAll(async () => {
  app = await buildTestApp();
  published = buildPublishedApp({ log: app.server.log, ...app.app.published });
});
afterAll(async () => {
  await published.close();
  await app.close();
});

const content = (text: string) => ({
  'SUMMARY.md': '* [Home](README.md)\n',
  'README.md': '# Home\n',
  'data.txt': text,
});

async function addressOf(spaceId: string): Promise<string> {
  const files = (await app.request('GET', `/v1/spaces/${spaceId}/content/files`)).json();
  return new URL(files.items[0].downloadURL).pathname;
}
const download = async (path: string) => {
  const { statusCode, body } = await published.inject({ method: 'GET', url: path });
  return { statusCode, body };
};

test('a file is downloaded from the sites origin under an address that outlives its revision', async () => {
  const spaceId = await addSpace(app);
  await putContent(app, spaceId, content('first'));
  const before = await addressOf(spaceId);
  expect(
    (await app.request('GET', `/v1/spaces/${spaceId}/content/files`)).json().items[0].downloadURL,
  ).toContain(app.context.config.sitesUrl);
  await putContent(app, spaceId, content('second'));
  const after = await addressOf(spaceId);
  expect(await download(before)).toEqual({ statusCode: 200, body: 'first' });
  expect(await download(after)).toEqual({ statusCode: 200, body: 'second' });
});

test('an address opens nothing in another space, and nothing once its space is deleted', async () => {
  const [spaceId, otherId] = [await addSpace(app), await addSpace(app)];
  await putContent(app, spaceId, content('mine'));
  await putContent(app, otherId, content('mine'));
  const address = await addressOf(spaceId);
  expect((await download(address.replace(spaceId, otherId))).statusCode).toBe(404);
  expect((await download(address)).statusCode).toBe(200);
  await app.request('DELETE', `/v1/spaces/${spaceId}`);
  expect((await download(address)).statusCode).toBe(404);
});

test('raising the epoch of a space revokes every address of its files', async () => {
  const spaceId = await addSpace(app);
  await putContent(app, spaceId, content('secret'));
  const address = await addressOf(spaceId);
  expect((await download(address)).statusCode).toBe(200);
  await app.context.transact(async ({ trx, announce }) => {
    await trx.updateTable('space').set({ file_epoch: 1 }).where('space_id', '=', spaceId).execute();
    announce({ kind: 'space', spaceId });
  });
  expect((await download(address)).statusCode).toBe(404);
  const renewed = await addressOf(spaceId);
  expect(renewed).not.toBe(address);
  expect((await download(renewed)).statusCode).toBe(200);
});
