import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildTestApp, type TestApp } from '../../../../../../test/app.ts';
import { putContent } from '../../../../../../test/content.ts';
import { addMember, addSite, addSpace } from '../../../../../../test/factories.ts';

let app: TestApp;
let siteId: string;
let spaceId: string;
let siteSpaceId: string;
beforeAll(async () => {
  app = await buildTestApp();
  spaceId = await addSpace(app);
  siteId = await addSite(app, { spaceIds: [spaceId] });
  const row = await app.context.db
    .selectFrom('site_space')
    .select('site_space_id')
    .where('site_id', '=', siteId)
    .executeTakeFirstOrThrow();
  siteSpaceId = row.site_space_id;
  const plan = { type: 'string', enum: ['free', 'pro'], description: '' };
  const jsonSchema = { type: 'object', properties: { plan }, additionalProperties: false };
  await app.request('PUT', `${site()}/adaptive-schema`, { body: { jsonSchema } });
});
afterAll(() => app?.close());

const site = () => `/v1/orgs/${app.organizationId}/sites/${siteId}`;
const list = async (query = '') => (await app.request('GET', `${site()}/conditions${query}`)).json();

const link = (condition?: string) => ({
  title: 'A link',
  to: null,
  links: [],
  ...(condition ? { condition } : {}),
});

test('the conditions of a site are listed with their places and problems', async () => {
  await app.request('PUT', `${site()}/customization`, {
    body: { header: { links: [link(), link('visitor.claims.plan === "pro"')] } },
  });
  await app.request('PATCH', `${site()}/site-spaces/${siteSpaceId}/customization`, {
    body: { header: { links: [link('visitor.claims.role === "admin"')] } },
  });
  await app.context.db
    .updateTable('site_space')
    .set({ condition: 'visitor.claims.plan === "enterprise"' })
    .where('site_space_id', '=', siteSpaceId)
    .execute();
  expect(await list()).toEqual({
    count: 3,
    items: [
      {
        place: { type: 'site-space', siteSpace: siteSpaceId },
        condition: 'visitor.claims.plan === "enterprise"',
        holds: 'never',
        problem: 'never',
        message: 'It is false for every visitor.',
      },
      {
        place: { type: 'header-link', headerLink: 1 },
        condition: 'visitor.claims.plan === "pro"',
        holds: 'sometimes',
      },
      {
        place: { type: 'header-link', siteSpace: siteSpaceId, headerLink: 0 },
        condition: 'visitor.claims.role === "admin"',
        holds: 'never',
        problem: 'unknown-claim',
        message: 'The claims schema does not have “role”.',
        claims: ['role'],
      },
    ],
  });
  const first = await list('?problems=true&limit=1');
  expect([first.count, first.items.length]).toEqual([2, 1]);
  const second = await list(`?problems=true&limit=1&page=${first.next.page}`);
  expect(second.items[0].problem).toBe('unknown-claim');
  expect(second.next).toBeUndefined();
});

test('the conditions of the pages and blocks of a space are listed', async () => {
  const markdown =
    '---\nif: visitor.claims.plan !==\n---\n\n# A page\n\n{% if visitor.claims.plan === "pro" || true %}\nText\n{% endif %}\n';
  const body = { changes: [{ operation: 'insert_page', title: 'A page', document: { markdown } }] };
  const made = await app.request('POST', `/v1/spaces/${spaceId}/content`, { body });
  expect(made.statusCode, made.body).toBeLessThan(300);
  const { pages } = (await app.request('GET', `/v1/spaces/${spaceId}/content`)).json();
  const page = pages.at(-1).id;
  const { items } = await list(`?space=${spaceId}`);
  expect(items).toEqual([
    {
      place: { type: 'page', page },
      condition: 'visitor.claims.plan !==',
      holds: 'never',
      problem: 'invalid',
      message: expect.stringMatching(/^It is not a valid expression \(line 1, column 24\)/),
    },
    {
      place: { type: 'block', page },
      condition: 'visitor.claims.plan === "pro" || true',
      holds: 'always',
      problem: 'always',
      message: 'It is true for every visitor.',
    },
  ]);
});

test('the conditions in variables of pages and of the space are listed as problems', async () => {
  const other = await addSpace(app);
  const [tag, value] = ['{% if visitor.claims.beta %}', '{% if visitor.claims.beta %}x{% endif %}'];
  await putContent(app, other, {
    'README.md': `---\nvars:\n  plain: a\n  ofPage: "${value}"\n---\n\n# Start\n`,
    '.gitbook/vars.yaml': `plain: a\nofSpace: "${value}"\n`,
  });
  const siteSpaces = await app.request('POST', `${site()}/site-spaces`, { body: { spaceId: other } });
  expect(siteSpaces.statusCode, siteSpaces.body).toBeLessThan(300);
  const { pages } = (await app.request('GET', `/v1/spaces/${other}/content`)).json();
  const problem = {
    condition: tag,
    holds: 'never',
    problem: 'invalid',
    message: expect.stringContaining('visitors do not see the value'),
  };
  expect((await list(`?space=${other}&problems=true`)).items).toEqual([
    { place: { type: 'variable', page: pages[0].id, variable: 'ofPage' }, ...problem },
    { place: { type: 'variable', variable: 'ofSpace' }, ...problem },
  ]);
});

test('the conditions of a space are hidden from readers of the site who cannot read the space', async () => {
  const elsewhere = await addSpace(app);
  expect((await app.request('GET', `${site()}/conditions?space=${elsewhere}`)).statusCode).toBe(404);
  const { token } = await addMember(app, { role: 'read' });
  const ask = () => app.request('GET', `${site()}/conditions?space=${spaceId}`, { token });
  expect((await ask()).statusCode).toBe(200);
  await app.request('PATCH', `/v1/spaces/${spaceId}`, { body: { defaultLevel: null } });
  expect((await ask()).statusCode).toBe(404);
});

test('a change of a condition is answered with what is probably wrong with it', async () => {
  const warningsOf = async (method: 'PATCH' | 'POST', path: string, body: object) => {
    const response = await app.request(method, `${site()}/${path}`, { body });
    expect(response.statusCode, response.body).toBeLessThan(300);
    return response.json().warnings;
  };
  const siteSpace = (body: object) => warningsOf('PATCH', `site-spaces/${siteSpaceId}`, body);
  const warning = (message: string) => [{ path: 'condition', message }];
  expect(await siteSpace({ condition: 'visitor.claims.plan === "pro"' })).toEqual([]);
  expect(await siteSpace({ condition: 'visitor.claims.plan === "enterprise"' })).toEqual(
    warning('It is false for every visitor.'),
  );
  expect(
    await siteSpace({ condition: 'visitor.claims.plan === "pro" || !(visitor.claims.plan === "pro")' }),
  ).toEqual(warning('It is true for every visitor.'));
  expect(await siteSpace({ condition: null })).toBeUndefined();
  expect(await siteSpace({ hidden: false })).toBeUndefined();
  const condition = 'visitor.claims.role === "admin"';
  const unknown = warning('The claims schema does not have “role”.');
  const linkToBlog = { title: 'Blog', url: 'https://example.com/blog', condition };
  expect(await warningsOf('POST', 'external-links', linkToBlog)).toEqual(unknown);
  const { items } = (await app.request('GET', `${site()}/sections`)).json();
  expect(await warningsOf('PATCH', `sections/${items[0].id}`, { condition })).toEqual(unknown);
  expect((await app.request('GET', `${site()}/sections`)).json().items[0]).not.toHaveProperty('warnings');
});

test('an edit of pages is answered with what is probably wrong with their conditions', async () => {
  const insert = (condition: string, block: string) => ({
    operation: 'insert_page',
    title: 'Plans',
    document: {
      markdown: `---\nif: ${condition}\n---\n\n# Plans\n\n{% if ${block} %}\nHere.\n{% endif %}\n`,
    },
  });
  const edit = async (changes: object[], path = `/v1/spaces/${spaceId}/content`) => {
    const response = await app.request('POST', path, { body: { changes } });
    expect(response.statusCode, response.body).toBe(200);
    return response.json();
  };
  const pro = 'visitor.claims.plan === "pro"';
  const role = 'visitor.claims.role === "admin"';
  const made = await edit([insert(role, 'visitor.claims.plan === "none"'), insert(pro, pro)]);
  const page = made.changes[0].page.id;
  const unknown = { page, condition: role, message: 'The claims schema does not have “role”.' };
  expect(made.warnings).toEqual([
    unknown,
    { page, condition: 'visitor.claims.plan === "none"', message: 'It is false for every visitor.' },
  ]);
  expect(await edit([{ operation: 'delete_page', page }])).not.toHaveProperty('warnings');

  const request = (
    await app.request('POST', `/v1/spaces/${spaceId}/change-requests`, { body: { subject: 'Plans' } })
  ).json();
  const changed = await edit(
    [insert(role, pro)],
    `/v1/spaces/${spaceId}/change-requests/${request.id}/content?compat=false`,
  );
  expect(changed.warnings).toEqual([{ ...unknown, page: changed.changes[0].page.id }]);
});
