import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildTestApp, type TestApp } from '../../../../test/app.ts';
import { putContent } from '../../../../test/content.ts';
import { addSpace } from '../../../../test/factories.ts';

let app: TestApp;
beforeAll(async () => {
  app = await buildTestApp();
});
afterAll(() => app.close());

test('try', async () => {
  const id = await addSpace(app);
  await putContent(app, id, {
    'README.md': '# Home\n\n## A\n\n[x](b.md#h) [gone](c.md) ![](pic.png)\n',
    'b.md': '# B\n\n## H\n\n[up](README.md)\n',
    'SUMMARY.md': '* [Home](README.md)\n* [B](b.md)\n',
  });
  const r = await app.request('GET', `/v1/spaces/${id}/links`);
  console.log(r.statusCode, r.body.slice(0, 3000));
  expect(r.statusCode).toBe(200);
});
