import { pino } from 'pino';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildTestApp, type TestApp } from '../../../../../test/app.ts';
import {
  addMember,
  addOrganization,
  addSite,
  addSpace,
  addUserToken,
} from '../../../../../test/factories.ts';
import {
  type FilledOrganization,
  fillOrganization,
} from '../../../../../test/fixtures/lifecycle/organization-deletion/filled-organization.ts';
import { runJobs } from '../../../../../test/jobs.ts';
import { buildPublishedApp } from '../../../../sites/published-app.ts';
import { enqueueJob } from '../../../platform/jobs/queue.ts';

const WHY = 'The invoice of October is open.';

let app: TestApp;
let other: TestApp;
let filled: FilledOrganization;
let siteId: string;
let sites: ReturnType<typeof buildPublishedApp>[];
beforeAll(async () => {
  app = await buildTestApp();
  other = await buildTestApp({ beside: app, isListening: true });
  filled = await fillOrganization(app);
  const { organizationId, spaceId } = filled;
  siteId = await addSite(app, { organizationId, spaceIds: [spaceId], isPublished: true });
  sites = [app, other].map((one) =>
    buildPublishedApp({ ...one.app.published, log: pino({ level: 'silent' }) }),
  );
});
afterAll(async () => {
  for (const site of sites ?? []) await site.close();
  await other?.close();
  await app?.close();
});

const OF_INSTANCE = '/v1/instance/organizations';
const suspend = (reason = WHY) =>
  app.request('POST', `${OF_INSTANCE}/${filled.organizationId}/suspend`, { body: { reason } });
const resume = () => app.request('POST', `${OF_INSTANCE}/${filled.organizationId}/resume`, { body: {} });

/** What members, service accounts, browsers and readers get of the organization. */
async function requestAll(here: TestApp, published: (typeof sites)[number]): Promise<Record<string, string>> {
  const { organizationId, token, serviceToken, browser, spaceId, collectionId } = filled;
  const own = `/v1/orgs/${organizationId}`;
  const calls: [method: 'GET' | 'PATCH', path: string, body?: object][] = [
    ['GET', own],
    ['GET', `${own}/spaces`],
    ['GET', `${own}/members`],
    ['GET', `${own}/sites/${siteId}`],
    ['GET', `/v1/spaces/${spaceId}`],
    ['GET', `/v1/spaces/${spaceId}/content`],
    ['GET', `/v1/spaces/${spaceId}/search?query=doomed`],
    ['GET', `/v1/collections/${collectionId}`],
    ['PATCH', `/v1/spaces/${spaceId}`, { title: 'Changed' }],
    ['PATCH', own, { title: 'Changed' }],
  ];
  const shown: Record<string, string> = {};
  const note = (name: string, { statusCode, body }: { statusCode: number; body: string }): void => {
    const { error } = statusCode === 403 ? JSON.parse(body) : { error: undefined };
    shown[name] = `${statusCode}${error ? ` ${error.reason}` : ''}`;
    if (error?.reason === 'organization-suspended') expect(error.message).toContain(WHY);
  };
  for (const [method, path, body] of calls)
    for (const [who, secret] of [
      ['administrator', token],
      ['service account', serviceToken],
    ] as const)
      note(
        `${who} ${method} ${path}`,
        await here.request(method, path, { token: secret, ...(body ? { body } : {}) }),
      );
  if (here === app) note('browser', await browser.request('GET', own));
  const { basename } = await here.context.db
    .selectFrom('site')
    .select('basename')
    .where('site_id', '=', siteId)
    .executeTakeFirstOrThrow();
  const { host } = new URL(here.context.config.sitesUrl);
  note('site', await published.inject({ url: `/${basename}/`, headers: { host } }));
  return shown;
}
const everywhere = async (): Promise<Record<string, string>[]> => [
  await requestAll(app, sites[0] as (typeof sites)[number]),
  await requestAll(other, sites[1] as (typeof sites)[number]),
];
const statusesOf = (shown: Record<string, string>[]): string[] => [
  ...new Set(shown.flatMap((one) => Object.entries(one).map(([, status]) => status))),
];

test('a suspended organization is closed at once in every process, says why, and comes back as it was', async () => {
  const before = await everywhere();
  expect(statusesOf(before)).toEqual(['200']);
  // Once more, so that everything is in memory.
  await everywhere();
  expect((await suspend()).statusCode).toBe(204);
  const closed = ['403 organization-suspended', '404'];
  const now = await requestAll(app, sites[0] as (typeof sites)[number]);
  expect(statusesOf([now])).toEqual(closed);
  expect(now.site).toBe('404');
  await expect.poll(async () => statusesOf(await everywhere())).toEqual(closed);
  // Nobody else learns of it.
  const stranger = await addUserToken(app, (await app.request('GET', '/v1/user')).json().id);
  const { organizationId } = filled;
  expect((await app.request('GET', `/v1/orgs/${organizationId}`, { token: stranger })).statusCode).toBe(404);
  expect((await resume()).statusCode).toBe(204);
  await expect.poll(async () => statusesOf(await everywhere())).toEqual(['200']);
});

test('addresses of its files open nothing', async () => {
  const { token, spaceId } = filled;
  const [file] = (await app.request('GET', `/v1/spaces/${spaceId}/content/files`, { token })).json().items;
  const [, , fileId, secret] = new URL(file.downloadURL).pathname.split('/').slice(1) as string[];
  const served = () => app.app.published.files.findServedFile(spaceId, fileId as string, secret as string);
  expect(await served()).toBeDefined();
  await suspend();
  expect(await served()).toBeUndefined();
  await resume();
  expect(await served()).toBeDefined();
});

test('the instance shows it with the reason, and the audit records both', async () => {
  const { organizationId, token } = filled;
  expect((await resume()).json().error).toMatchObject({ code: 409, reason: 'organization-not-suspended' });
  expect((await suspend('   ')).statusCode).toBe(400);
  await suspend('For a test.');
  await suspend();
  const listed = await app.request('GET', `${OF_INSTANCE}?search=changed`);
  expect(listed.json().items).toMatchObject([{ id: organizationId, suspension: { reason: WHY } }]);
  await resume();
  const again = await app.request('GET', `${OF_INSTANCE}?search=changed`);
  expect(again.json().items[0]).not.toHaveProperty('suspension');
  const audit = await app.request('GET', `/v1/orgs/${organizationId}/audit-events?limit=100`, { token });
  const actions = audit
    .json()
    .items.map(({ action }: { action: string }) => action)
    .filter((action: string) => /suspended|resumed/.test(action));
  expect(actions.slice(0, 3)).toEqual([
    'organization.resumed',
    'organization.suspended',
    'organization.suspended',
  ]);
  const nobody = `${OF_INSTANCE}/${siteId}`;
  expect((await app.request('POST', `${nobody}/suspend`, { body: { reason: WHY } })).statusCode).toBe(404);
  expect((await app.request('POST', `${nobody}/resume`, { body: {} })).statusCode).toBe(404);
});

test('its jobs wait until it is resumed, but for exports, which its administrators can still make', async () => {
  const { organizationId, creatorId } = await addOrganization(app);
  const spaceId = await addSpace(app, { organizationId });
  const token = await addUserToken(app, creatorId);
  await runJobs(app);
  await app.request('POST', `${OF_INSTANCE}/${organizationId}/suspend`, { body: { reason: WHY } });
  await app.context.transact((unit) =>
    enqueueJob(
      unit,
      {
        organizationId,
        kind: 'space-references',
        payload: { spaceId },
        concurrencyKey: `space-references:${spaceId}`,
      },
      app.context.clock(),
    ),
  );
  const exports = `/v1/orgs/${organizationId}/exports`;
  const begun = await app.request('POST', exports, { token, body: {} });
  expect(begun.statusCode, begun.body).toBeLessThan(300);
  await runJobs(app);
  const waiting = async () =>
    (
      await app.context.db
        .selectFrom('job')
        .select('kind')
        .where('organization_id', '=', organizationId)
        .where('kind', 'in', ['space-references', 'organization-export'])
        .execute()
    ).map(({ kind }) => kind);
  expect(await waiting()).toEqual(['space-references']);
  const { id, status } = (await app.request('GET', exports, { token })).json().items[0];
  expect(status).toBe('completed');
  const archive = await app.request('GET', `${exports}/${id}/archive`, { token });
  expect(archive.statusCode).toBe(200);
  // Nobody but an administrator can.
  const { token: reader } = await addMember(app, { organizationId, role: 'read' });
  expect((await app.request('GET', exports, { token: reader })).statusCode).toBe(403);
  await app.request('POST', `${OF_INSTANCE}/${organizationId}/resume`, { body: {} });
  await runJobs(app);
  expect(await waiting()).toEqual([]);
});
