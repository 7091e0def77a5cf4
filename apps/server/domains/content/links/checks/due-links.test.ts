import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildTestApp, type TestApp } from '../../../../../../test/app.ts';
import { addOrganization, addSpace } from '../../../../../../test/factories.ts';
import { BY_OPERATOR } from '../../../../platform/access/cause.ts';
import { suspendOrganization } from '../../../identity/organizations/suspension.service.ts';
import { hasDueLink, listDueLinks, listUnreadSpaces, replaceUses } from './external-links.repository.ts';
import { type ExternalUrl, readExternalUrl } from './external-url.ts';

const START = Date.parse('2030-01-01T00:00:00.000Z');
const LATER = new Date(START + 60_000);

let app: TestApp;
let many: string;
let few: string;
beforeAll(async () => {
  app = await buildTestApp();
  many = app.organizationId;
  few = (await addOrganization(app)).organizationId;
});
afterAll(() => app.close());

/** The space of an organization refers to these, and did not before. */
async function refer(organizationId: string, urls: string[], now: Date): Promise<void> {
  const spaceId = await addSpace(app, { organizationId });
  await app.context.transact(({ trx }) =>
    replaceUses(trx, {
      organizationId,
      spaceId,
      revisionId: spaceId,
      urls: urls.map((url) => readExternalUrl(url) as ExternalUrl),
      factsVersion: 1,
      now,
    }),
  );
}

test('an organization with few addresses does not wait behind one with many', async () => {
  const hosts = Array.from({ length: 60 }, (_, n) => `https://host-${n}.example/`);
  const shared = Array.from({ length: 60 }, (_, n) => `https://shared.example/${n}`);
  await refer(many, [...hosts, ...shared], new Date(START));
  await refer(few, ['https://own.example/', 'https://shared.example/a', 'https://shared.example/b'], LATER);
  const due = await listDueLinks(app.context.db, { now: LATER, perHost: 5, limit: 20 });
  expect(due).toHaveLength(20);
  const of = (organizationId: string) =>
    due.filter((link) => link.organizationId === organizationId).map(({ url }) => url);
  expect(of(few).sort()).toEqual([
    'https://own.example/',
    'https://shared.example/a',
    'https://shared.example/b',
  ]);
  expect(due.slice(0, 6).filter((link) => link.organizationId === few)).toHaveLength(3);
  // One of each host before the second of any, and at most five of one.
  expect(of(many).filter((url) => url.startsWith('https://shared.example/')).length).toBeLessThanOrEqual(1);
  const all = await listDueLinks(app.context.db, { now: LATER, perHost: 5, limit: 1000 });
  expect(all.filter(({ host }) => host === 'shared.example')).toHaveLength(5);
});

test('nothing is read or requested for a suspended organization', async () => {
  const { db } = app.context;
  for (const organizationId of [many, few])
    await suspendOrganization(app.context, BY_OPERATOR, { organizationId, reason: 'Unpaid' });
  const { organizationId } = await addOrganization(app);
  expect(await hasDueLink(db, LATER)).toBe(false);
  await refer(organizationId, ['https://own.example/'], LATER);
  expect(await hasDueLink(db, LATER)).toBe(true);
  const due = await listDueLinks(db, { now: LATER, perHost: 5, limit: 1000 });
  expect(due.map((link) => link.organizationId)).toEqual([organizationId]);
  const unread = await listUnreadSpaces(db, 2);
  expect(unread.map((space) => space.organizationId)).toEqual([organizationId]);
});
