import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildTestApp, type TestApp } from '../../../../../test/app.ts';
import { petSpec, publishSpec } from '../../../../../test/fixtures/review/openapi-drift/drift.ts';
import { parseXml } from '../../access/sign-on/saml/response/xml-element.ts';

let app: TestApp;
let specs: string;
beforeAll(async () => {
  app = await buildTestApp({ config: { baseUrl: 'https://docs.example.com' } });
  specs = `/v1/orgs/${app.organizationId}/openapi`;
});
afterAll(() => app?.close());

const publish = (slug: string, source: string) =>
  publishSpec(app, { organizationId: app.organizationId, slug, source });
const show = (slug: string) => app.request('PATCH', `${specs}/${slug}`, { body: { visibility: 'public' } });
/** As anyone. */
const read = (slug: string) => app.request('GET', `${specs}/${slug}/changes.atom`, { token: null });

test('the feed of a public spec has its versions with what changed, newest first', async () => {
  const first = await publish('pets', petSpec({ methods: ['get', 'put'], fields: ['a<b>&"c"'] }));
  const second = await publish('pets', petSpec({ methods: ['get'], summary: 'Pets' }));
  await show('pets');
  const response = await read('pets');
  expect(response.headers['content-type']).toBe('application/atom+xml; charset=utf-8');
  await expect(parseXml(response.body)).resolves.toBeDefined();
  const [head, ...entries] = response.body.split('<entry>');
  const published = `https://docs.example.com${specs}/pets/published`;
  expect(head).toContain('<title>Changes of the API “pets”</title>');
  expect(head).toContain(
    `<link rel="self" type="application/atom+xml" href="https://docs.example.com${specs}/pets/changes.atom"/>\n<link href="${published}"/>`,
  );
  const [newest, oldest] = entries;
  expect(entries).toHaveLength(2);
  expect(newest).toContain(`<id>urn:uuid:${second}</id>`);
  expect(newest).toContain('<title>A new version with 2 breaking changes, 1 text change</title>');
  const escaped = (html: string) => html.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;');
  expect(newest).toContain(
    escaped('<li><strong>Breaking:</strong> operation removed <code>PUT /pets</code></li>'),
  );
  expect(newest).toContain(
    escaped('property removed <code>a&lt;b&gt;&amp;&quot;c&quot;</code> in <code>GET /pets</code>'),
  );
  expect(newest).toContain(escaped('<li>text changed <code>summary</code> in <code>GET /pets</code></li>'));
  expect(oldest).toContain(`<id>urn:uuid:${first}</id>\n<title>A new version</title>`);
});

test('a long list of changes is cut', async () => {
  const fields = Array.from({ length: 60 }, (_, n) => `field${n}`);
  await publish('long', petSpec({ fields }));
  await publish('long', petSpec({}));
  await show('long');
  const { body } = await read('long');
  expect(body).toContain('with 60 breaking changes');
  expect(body.split('property removed').length - 1).toBe(20);
  expect(body).toContain('and 40 more');
});

test('an unchanged feed is not sent again', async () => {
  await publish('same', petSpec({}));
  await show('same');
  const { etag } = (await read('same')).headers;
  const again = await app.request('GET', `${specs}/same/changes.atom`, {
    token: null,
    headers: { 'if-none-match': String(etag) },
  });
  expect(again.statusCode).toBe(304);
});

test('a private spec has no feed', async () => {
  await publish('private', petSpec({}));
  expect((await read('private')).statusCode).toBe(404);
  expect((await read('none')).statusCode).toBe(404);
});
