import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { buildTestApp, type Method, type TestApp } from '../app.ts';
import { createTestDatabase, type TestDatabase } from '../database.ts';
import { addSite, addSpace } from '../factories.ts';
import { explainStatements } from './explain-statements.ts';
import { recordStatements, type StatementRecorder } from './record-statements.ts';
import { describeUnexpected } from './unexpected-statements.ts';

let app: TestApp;
let database: TestDatabase;
let recorder: StatementRecorder;
beforeAll(async () => {
  recorder = recordStatements();
  app = await buildTestApp();
  database = await createTestDatabase({ poolSize: 1 });
});
afterAll(async () => {
  recorder.stop();
  await app.close();
  await database.drop();
});

async function send(method: Method, url: string, body?: unknown) {
  const response = await app.request(method, url, body === undefined ? {} : { body });
  expect([url, response.statusCode < 300]).toEqual([url, true]);
  return response.body === '' ? undefined : response.json();
}

// On Citus itself, statements are executed instead of being explained by a newer PostgreSQL.
test.skipIf(inject('citusMachines') !== undefined)(
  'reading, writing, reviewing and commenting concern one organization',
  async () => {
    const spaceId = await addSpace(app);
    await addSite(app, { spaceIds: [spaceId] });
    recorder.take();
    const space = `/v1/spaces/${spaceId}`;
    const organization = `/v1/orgs/${app.organizationId}`;
    const inserted = await send('POST', `${space}/content`, {
      changes: [{ operation: 'insert_page', document: { markdown: '# One\n\nText.' } }],
    });
    const page = inserted.changes[0].page.id;
    const changeRequest = await send('POST', `${space}/change-requests`, { subject: 'Better' });
    const review = `${space}/change-requests/${changeRequest.id}`;
    await send('POST', `${review}/content`, {
      changes: [{ operation: 'update_page', page, document: { markdown: '# One\n\nMore text.' } }],
    });
    await send('POST', `${review}/comments`, { body: { markdown: 'Good.' } });
    for (const url of [review, `${review}/comments`, `${review}/changes`]) await send('GET', url);
    await send('POST', `${review}/merge`);
    for (const url of [
      space,
      `${space}/content`,
      `${space}/content/page/${page}`,
      `${space}/comments`,
      `${space}/change-requests`,
      organization,
      `${organization}/spaces`,
      `${organization}/sites`,
      `${organization}/members`,
      `${organization}/teams`,
      `${organization}/collections`,
    ])
      await send('GET', url);
    const statements = await explainStatements(database.sql, recorder.take());
    expect(statements.filter(({ kind }) => kind === 'one shard').length).toBeGreaterThan(50);
    expect(describeUnexpected(statements)).toEqual([]);
  },
);
