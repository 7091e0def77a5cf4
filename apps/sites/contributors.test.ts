/** The names of the contributors of a page, on sites that show them. */
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildTestApp, type TestApp } from '../../test/app.ts';
import { addMember, addSite, addSpace } from '../../test/factories.ts';
import { describeContributors } from './describe-contributors.ts';
import { buildPublishedApp } from './published-app.ts';

let app: TestApp;
let published: FastifyInstance;

beforeAll(async () => {
  app = await buildTestApp({ config: { sitesUrl: 'https://sites.example.com' } });
  published = buildPublishedApp({ log: app.context.log, ...app.app.published });
});
afterAll(async () => {
  await published.close();
  await app.close();
});

interface Person {
  token: string;
  userId: string;
}

/** Null: a part of the address. */
async function addPerson(displayName: string | null): Promise<Person> {
  const person = await addMember(app, { role: 'admin' });
  await call('PATCH', `/v1/users/${person.userId}`, { displayName }, person);
  return person;
}

async function call(method: 'POST' | 'PUT' | 'PATCH' | 'DELETE', url: string, body: object, by?: Person) {
  const response = await app.request(method, url, { body, ...(by ? { token: by.token } : {}) });
  expect(response.statusCode, response.body).toBeLessThan(300);
  return response.body === '' ? undefined : response.json();
}

async function addPage(spaceId: string, title: string, by: Person): Promise<string> {
  const insert = { operation: 'insert_page', title, document: { markdown: 'Text.\n' } };
  return (await call('POST', `/v1/spaces/${spaceId}/content`, { changes: [insert] }, by)).changes[0].page.id;
}
const write = (page: string, markdown: string) => ({
  changes: [{ operation: 'update_page', page, document: { markdown } }],
});

async function publish(spaceId: string) {
  const siteId = await addSite(app, { spaceIds: [spaceId], isPublished: true });
  const path = `/${(await app.context.pointers.sites.find(siteId))?.basename}`;
  const customization = `/v1/orgs/${app.organizationId}/sites/${siteId}/customization`;
  return {
    show: (enabled: boolean) => call('PUT', customization, { contributors: { enabled } }),
    async read(page: string): Promise<string | undefined> {
      const headers = { host: 'sites.example.com' };
      const { statusCode, body } = await published.inject({ method: 'GET', url: path + page, headers });
      expect(statusCode).toBe(200);
      expect(body).not.toContain('@example.com');
      return /<p class="updated">Contributors: ([^<]*)<\/p>/.exec(body)?.[1];
    },
  };
}

test('are shown where the site shows them, the latest first, each on the pages that they changed', async () => {
  const [ada, grace] = [await addPerson('Ada'), await addPerson('Grace')];
  const spaceId = await addSpace(app);
  const [one, two] = [await addPage(spaceId, 'One', ada), await addPage(spaceId, 'Two', ada)];
  const site = await publish(spaceId);
  expect(await site.read('/two')).toBeUndefined();
  await site.show(true);
  expect(await site.read('/two')).toBe('Ada');
  await call('POST', `/v1/spaces/${spaceId}/content`, write(two, 'More.\n'), grace);
  expect(await site.read('/two')).toBe('Grace and Ada');
  expect(await site.read('/')).toBe('Ada');
  await call('POST', `/v1/spaces/${spaceId}/content`, write(one, 'More.\n'), ada);
  expect(await site.read('/two')).toBe('Grace and Ada');
  await site.show(false);
  expect(await site.read('/two')).toBeUndefined();
});

test('of a merged change request are who edited in it, and not who merged it', async () => {
  const [ada, grace, linus] = [await addPerson('Ada'), await addPerson('Grace'), await addPerson('Linus')];
  const spaceId = await addSpace(app);
  const [one, two] = [await addPage(spaceId, 'One', ada), await addPage(spaceId, 'Two', ada)];
  const site = await publish(spaceId);
  await site.show(true);
  const base = `/v1/spaces/${spaceId}/change-requests`;
  await call('POST', base, {}, grace);
  await call('POST', `${base}/1/content`, write(two, 'More.\n'), grace);
  expect(await site.read('/two')).toBe('Ada');
  await call('POST', `/v1/spaces/${spaceId}/content`, write(one, 'Meanwhile.\n'), ada);
  await call('POST', `${base}/1/merge`, {}, linus);
  expect(await site.read('/two')).toBe('Grace and Ada');
  expect(await site.read('/')).toBe('Ada');
});

test('have the names that they have now, and are members who chose one', async () => {
  const [ada, nameless] = [await addPerson('Ada'), await addPerson(null)];
  const spaceId = await addSpace(app);
  await addPage(spaceId, 'One', ada);
  const page = await addPage(spaceId, 'Two', ada);
  await call('POST', `/v1/spaces/${spaceId}/content`, write(page, 'More.\n'), nameless);
  const site = await publish(spaceId);
  await site.show(true);
  expect(await site.read('/two')).toBe('Ada');
  await call('PATCH', `/v1/users/${ada.userId}`, { displayName: 'Ada <b>L.</b>' }, ada);
  expect(await site.read('/two')).toBe('Ada &lt;b&gt;L.&lt;/b&gt;');
  await call('PATCH', `/v1/users/${ada.userId}`, { displayName: 'ada@example.org' }, ada);
  expect(await site.read('/two')).toBeUndefined();
  await call('PATCH', `/v1/users/${ada.userId}`, { displayName: 'Ada' }, ada);
  await call('DELETE', `/v1/orgs/${app.organizationId}/members/${ada.userId}`, {});
  expect(await site.read('/two')).toBeUndefined();
});

test('are written in the language of the page, and a number if there are many', () => {
  const names = ['Ada', 'Grace', 'Linus', 'Joan', 'Tim', 'Vint', 'Barbara'];
  expect(describeContributors([], 'en')).toBeUndefined();
  expect(describeContributors(names.slice(0, 6), 'en')).toBe('Ada, Grace, Linus, Joan, Tim, and Vint');
  expect(describeContributors(names, 'en')).toBe('Ada, Grace, Linus, Joan, Tim, and 2 more');
  expect(describeContributors(names.slice(0, 2), 'de-AT')).toBe('Ada und Grace');
  expect(describeContributors(names.slice(0, 2), 'no such language')).toBe('Ada and Grace');
});
