import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildTestApp, type TestApp } from '../../../../../../test/app.ts';
import { addMember, addSpace } from '../../../../../../test/factories.ts';
import { runJobs } from '../../../../../../test/jobs.ts';
import { startWebhookReceiver } from '../../../../../../test/webhook-receiver.ts';

let app: TestApp;
beforeAll(async () => {
  app = await buildTestApp({ config: { allowPrivateNetworks: true } });
});
afterAll(() => app.close());

async function send(
  method: 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE',
  url: string,
  { body, token }: { body?: object; token?: string } = {},
) {
  const response = await app.request(method, url, { ...(body ? { body } : {}), ...(token ? { token } : {}) });
  return { status: response.statusCode, body: response.body === '' ? undefined : response.json() };
}

/** An open change request. */
async function open(rules: object[] = []): Promise<{ one: string; revision: string }> {
  const space = `/v1/spaces/${await addSpace(app)}`;
  if (rules.length > 0) await send('PATCH', space, { body: { mergeRules: { type: 'rules', rules } } });
  const { id } = (await send('POST', `${space}/change-requests`, { body: {} })).body;
  const one = `${space}/change-requests/${id}`;
  await edit(one);
  await send('PATCH', one, { body: { status: 'open' } });
  return { one, revision: await revisionOf(one) };
}

const edit = (one: string) =>
  send('POST', `${one}/content`, {
    body: { changes: [{ operation: 'insert_page', title: 'Page', document: { markdown: 'Text.' } }] },
  });
const revisionOf = async (one: string): Promise<string> => (await send('GET', one)).body.revision;
const report = (one: string, body: object) => send('POST', `${one}/checks`, { body });
const listed = async (one: string) => (await send('GET', `${one}/checks`)).body.external;

test('a check is reported, replaced by name, and outdated when the content changes', async () => {
  const { one, revision } = await open();
  expect(await listed(one)).toEqual([]);
  const first = await report(one, { name: 'build', status: 'pending' });
  expect(first).toMatchObject({
    status: 200,
    body: { name: 'build', status: 'pending', revision, outdated: false, reportedBy: { object: 'user' } },
  });
  expect(first.body).not.toHaveProperty('title');
  const details = { title: '12 examples run', url: 'https://ci.example.com/7' };
  await report(one, { name: 'build', status: 'passed', ...details });
  await report(one, { name: 'Prose', status: 'failed' });
  expect(await listed(one)).toMatchObject([
    { name: 'Prose', status: 'failed', outdated: false },
    { name: 'build', status: 'passed', outdated: false, ...details, createdAt: first.body.createdAt },
  ]);
  await edit(one);
  expect(await listed(one)).toMatchObject([
    { name: 'Prose', outdated: true },
    { name: 'build', status: 'passed', outdated: true, revision },
  ]);
  // A slow program reports on the earlier content.
  expect((await report(one, { name: 'build', status: 'failed', revision })).body.outdated).toBe(true);
  await report(one, { name: 'build', status: 'pending' });
  await report(one, { name: 'build', status: 'passed', revision });
  expect((await listed(one))[1]).toMatchObject({ status: 'pending', outdated: false });
});

test('a rule requires checks of the current content', async () => {
  const { one } = await open([{ rule: 'require_external_checks', names: ['build', 'prose'] }]);
  const check = async () => (await send('GET', `${one}/checks`)).body;
  expect(await check()).toMatchObject({
    canMerge: false,
    checks: [
      {
        rule: 'require_external_checks',
        status: 'failed',
        message:
          'The check “build” has not reported on the current content yet. The check “prose” has not reported on the current content yet.',
      },
    ],
  });
  await report(one, { name: 'build', status: 'pending' });
  await report(one, { name: 'prose', status: 'failed' });
  const refused = await send('POST', `${one}/merge`);
  expect(refused).toMatchObject({ status: 409, body: { error: { reason: 'merge-rules-not-met' } } });
  expect(refused.body.error.message).toContain('“build” is still running. The check “prose” failed.');
  await report(one, { name: 'build', status: 'passed' });
  await report(one, { name: 'prose', status: 'passed' });
  expect(await check()).toMatchObject({ canMerge: true, checks: [{ status: 'passed' }] });
  await edit(one);
  expect((await check()).canMerge).toBe(false);
  await report(one, { name: 'build', status: 'passed' });
  await report(one, { name: 'prose', status: 'passed' });
  expect((await send('POST', `${one}/merge`)).body.result).toBe('merge');
});

test('a rule without names, and wrong reports, are refused', async () => {
  const { one } = await open();
  const rules = (names: string[]) => ({
    body: { mergeRules: { type: 'rules', rules: [{ rule: 'require_external_checks', names }] } },
  });
  const space = one.replace(/\/change-requests.*/, '');
  expect((await send('PATCH', space, rules([]))).status).toBe(400);
  expect((await send('PATCH', space, rules(['']))).status).toBe(400);
  expect((await send('PATCH', space, rules(['build']))).status).toBe(200);
  for (const body of [
    { name: 'build' },
    { name: '', status: 'passed' },
    { name: ' build', status: 'passed' },
    { name: 'a'.repeat(101), status: 'passed' },
    { name: 'build', status: 'green' },
    { name: 'build', status: 'passed', url: 'javascript:alert(1)' },
    { name: 'build', status: 'passed', title: 'a'.repeat(201) },
  ])
    expect((await report(one, body)).status, JSON.stringify(body)).toBe(400);
  const other = await open();
  const foreign = await report(one, { name: 'build', status: 'passed', revision: other.revision });
  expect(foreign).toMatchObject({ status: 404, body: { error: { reason: 'revision-not-found' } } });
  const editor = await addMember(app, { role: 'edit' });
  const body = { name: 'build', status: 'passed' };
  expect((await send('POST', `${one}/checks`, { body, token: editor.token })).status).toBe(403);
});

test('closed change requests and more than a hundred names are refused', async () => {
  const { one } = await open();
  for (let count = 0; count < 100; count += 1)
    await report(one, { name: `check ${count}`, status: 'passed' });
  const refused = await report(one, { name: 'one more', status: 'passed' });
  expect(refused).toMatchObject({ status: 409, body: { error: { reason: 'too-many-checks' } } });
  expect((await report(one, { name: 'check 7', status: 'failed' })).status).toBe(200);
  await send('PATCH', one, { body: { status: 'archived' } });
  const archived = await report(one, { name: 'check 7', status: 'passed' });
  expect(archived).toMatchObject({ status: 409, body: { error: { reason: 'change-request-archived' } } });
  await send('PATCH', one, { body: { status: 'open' } });
  await send('POST', `${one}/merge`);
  const merged = await report(one, { name: 'check 7', status: 'passed' });
  expect(merged).toMatchObject({ status: 409, body: { error: { reason: 'change-request-merged' } } });
});

test('a program learns from webhooks what to check', async () => {
  const receiver = await startWebhookReceiver();
  try {
    const events = ['change_request.opened', 'change_request.updated', 'change_request.checked'];
    const webhook = { title: 'Checks', url: receiver.url, events };
    await send('POST', `/v1/orgs/${app.organizationId}/webhooks`, { body: webhook });
    const { one, revision } = await open();
    await report(one, { name: 'build', status: 'passed' });
    await runJobs(app);
    const heard = receiver.requests.map(({ body }) => JSON.parse(body));
    expect(heard).toMatchObject([
      { type: 'change_request.updated', revision: { id: revision } },
      { type: 'change_request.opened', revision: { id: revision } },
      {
        type: 'change_request.checked',
        check: { name: 'build', status: 'passed' },
        revision: { id: revision },
      },
    ]);
  } finally {
    await receiver.close();
  }
});
