/** The token of a site gives access to that site, as its visitor, for as long as the site itself would. */

import { newId } from '@lectern/std/ids';
import { SignJWT } from 'jose';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { buildTestApp, type TestApp } from '../../../../../test/app.ts';
import { putContent } from '../../../../../test/content.ts';
import { addMember, addOrganization, addSite, addSpace } from '../../../../../test/factories.ts';

let app: TestApp;
beforeAll(async () => {
  app = await buildTestApp({ config: { sitesUrl: 'https://sites.example.com' } });
});
afterAll(() => app.close());

const call = async (token: string, url: string, body?: object) => {
  const response = await app.request(body ? 'POST' : 'GET', url, { token, ...(body ? { body } : {}) });
  return { status: response.statusCode, body: response.body === '' ? undefined : response.json() };
};

interface Setup {
  siteId: string;
  open: string;
  secret: string;
  site: string;
  address: string;
  privateKey: string;
}

/** An adaptive site that shows its second space to the plan “pro” only. */
async function publish(): Promise<Setup> {
  const open = await addSpace(app, { title: 'Open' });
  const secret = await addSpace(app, { title: 'Secret' });
  for (const spaceId of [open, secret]) await putContent(app, spaceId, { 'README.md': '# Home\n' });
  const siteId = await addSite(app, { title: 'Adaptive', spaceIds: [open, secret], isPublished: true });
  await change(siteId, { adaptive: true });
  await app.context.transact(async ({ trx, announce }) => {
    await trx
      .updateTable('site_space')
      .set({ condition: 'visitor.claims.plan === "pro"' })
      .where('site_id', '=', siteId)
      .where('space_id', '=', secret)
      .execute();
    announce({ kind: 'site', siteId });
  });
  const site = `/v1/orgs/${app.organizationId}/sites/${siteId}`;
  const { privateKey } = (await app.request('GET', `${site}/publishing/auth`)).json();
  const { basename } = (await app.context.pointers.sites.find(siteId)) as { basename: string };
  return { siteId, open, secret, site, privateKey, address: `https://sites.example.com/${basename}/` };
}

async function change(
  siteId: string,
  columns: { adaptive?: boolean; visibility?: string; published_at?: Date | null },
): Promise<void> {
  await app.context.transact(async ({ trx, announce }) => {
    await trx.updateTable('site').set(columns).where('site_id', '=', siteId).execute();
    announce({ kind: 'site', siteId });
  });
}

async function arrive({ address, privateKey }: Setup, claims?: object): Promise<string> {
  const jwtToken =
    claims &&
    (await new SignJWT({ ...claims })
      .setProtectedHeader({ alg: 'HS256' })
      .setExpirationTime('1h')
      .sign(Buffer.from(privateKey)));
  const response = await app.request('POST', '/v1/urls/published', {
    token: null,
    body: { url: address, ...(jwtToken ? { visitor: { jwtToken } } : {}) },
  });
  expect(response.statusCode).toBe(200);
  return response.json().apiToken;
}

interface Bundle {
  structure: { structure: { space: { id: string }; default: boolean; condition?: string; urls: object }[] };
}

const spacesOf = ({ structure }: Bundle): string[] => structure.structure.map(({ space }) => space.id);

describe('the token of a site', () => {
  test('shows each visitor the part of the site that they may see', async () => {
    const setup = await publish();
    const anybody = await arrive(setup);
    const pro = await arrive(setup, { plan: 'pro' });
    const seen = await call(anybody, `${setup.site}/published`);
    expect(spacesOf(seen.body)).toEqual([setup.open]);
    expect(JSON.stringify(seen.body)).not.toContain('Secret');
    expect(spacesOf((await call(pro, `${setup.site}/published`)).body)).toEqual([setup.open, setup.secret]);
    expect((await call(anybody, `/v1/spaces/${setup.secret}`)).status).toBe(404);
    expect((await call(pro, `/v1/spaces/${setup.secret}`)).body).toMatchObject({
      id: setup.secret,
      urls: { published: `${setup.address}variant-2/` },
      permissions: { view: false, edit: false },
    });
  });

  test('finds everything at one address, also what is shown first because the default is hidden', async () => {
    const setup = await publish();
    await app.context.transact(async ({ trx, announce }) => {
      for (const [spaceId, condition] of [
        [setup.open, 'visitor.claims.plan === "pro"'],
        [setup.secret, null],
      ] as const)
        await trx
          .updateTable('site_space')
          .set({ condition })
          .where('site_id', '=', setup.siteId)
          .where('space_id', '=', spaceId)
          .execute();
      announce({ kind: 'site', siteId: setup.siteId });
    });
    const anybody = await arrive(setup);
    const published = `${setup.address}variant-2/`;
    const { body } = await call(anybody, `${setup.site}/published`);
    expect(body.structure.structure).toMatchObject([
      { space: { id: setup.secret, urls: { published } }, default: true, urls: { published } },
    ]);
    const resolved = await app.request('POST', '/v1/urls/published', {
      token: null,
      body: { url: setup.address },
    });
    expect(`${resolved.json().canonicalUrl}/`).toBe(published);
    const source = '/somewhere';
    const destination = { kind: 'site-space', siteSpaceId: body.structure.structure[0].id };
    await app.request('POST', `${setup.site}/redirects`, { body: { source, destination } });
    const found = await call(anybody, `${setup.site}/redirect?source=${source}`);
    expect(found.body.target).toBe(published);
  });

  test('tells visitors no condition and nothing about the work on a space', async () => {
    const setup = await publish();
    const { body } = await call(await arrive(setup, { plan: 'pro' }), `${setup.site}/published`);
    expect(JSON.stringify(body)).not.toContain('visitor.claims');
    expect(body.structure.structure[0].space).toMatchObject({
      comments: 0,
      changeRequests: 0,
      defaultLevel: null,
    });
  });

  test('opens no other site, no other space and no other route', async () => {
    const setup = await publish();
    const other = await publish();
    const token = await arrive(setup);
    const refused = [
      [404, `${other.site}/published`],
      [404, `/v1/spaces/${other.open}`],
      [401, `/v1/spaces/${setup.open}/git/info`],
      [401, `/v1/spaces/${setup.open}/comments`],
      [401, `/v1/spaces/${setup.open}/change-requests`],
      [401, setup.site],
      [401, `${setup.site}/share-links`],
      [401, `${setup.site}/publishing/auth`],
      [401, `/v1/orgs/${app.organizationId}/members`],
      [401, '/v1/user'],
    ] as const;
    for (const [status, url] of refused) expect((await call(token, url)).status, url).toBe(status);
  });

  test('follows every edit of a space and every change of the site', async () => {
    const setup = await publish();
    const token = await arrive(setup);
    const before = (await call(token, `${setup.site}/published`)).body;
    expect((await call(token, `${setup.site}/published`)).body).toEqual(before);
    await putContent(app, setup.open, { 'README.md': '# Home again\n' });
    const after = (await call(token, `${setup.site}/published`)).body;
    expect(after.structure.structure[0].space.revision).not.toBe(
      before.structure.structure[0].space.revision,
    );
    await app.request('PUT', `${setup.site}/customization`, { body: { title: 'Another title' } });
    expect((await call(token, `${setup.site}/published`)).body.customizations.site.title).toBe(
      'Another title',
    );
  });

  test.each([
    ['is unpublished', (setup: Setup) => change(setup.siteId, { published_at: null })],
    ['asks visitors to sign in', (setup: Setup) => change(setup.siteId, { visibility: 'visitor-auth' })],
    ['is opened by share links only', (setup: Setup) => change(setup.siteId, { visibility: 'share-link' })],
    ['is deleted', async (setup: Setup) => void (await app.request('DELETE', setup.site))],
  ])('ends at once when the site %s', async (_when, end) => {
    const setup = await publish();
    const token = await arrive(setup);
    expect((await call(token, `/v1/spaces/${setup.open}`)).status).toBe(200);
    expect((await call(token, `${setup.site}/published`)).status).toBe(200);
    await end(setup);
    expect((await call(token, `/v1/spaces/${setup.open}`)).status).toBe(401);
    expect((await call(token, `${setup.site}/published`)).status).toBe(401);
  });

  test('ends for everybody when the key is replaced at once, and with its day', async () => {
    const setup = await publish();
    const token = await arrive(setup);
    await app.request('POST', `${setup.site}/publishing/auth/regenerate`, { body: { overlapSeconds: 0 } });
    expect((await call(token, `/v1/spaces/${setup.open}`)).status).toBe(401);
  });

  test('knows no claims where the site is not adaptive', async () => {
    const setup = await publish();
    const pro = await arrive(setup, { plan: 'pro' });
    await change(setup.siteId, { adaptive: false });
    expect((await call(pro, `/v1/spaces/${setup.secret}`)).status).toBe(404);
  });

  test('gets the names that members chose, if the site shows contributors, and nothing else about people', async () => {
    const setup = await publish();
    const token = await arrive(setup);
    const member = await addMember(app, { role: 'read', displayName: 'Ann Lee' });
    const unnamed = await addMember(app, { role: 'read', displayName: 'ann@lee.example' });
    await app.context.db
      .updateTable('user_account')
      .set({ photo_url: 'https://photos.example.com/ann.png' })
      .where('user_id', '=', member.userId)
      .execute();
    const url = `/v1/users/${member.userId}`;
    expect((await call(token, url)).status).toBe(404);
    const customization = { contributors: { enabled: true } };
    const saved = await app.request('PUT', `${setup.site}/customization`, { body: customization });
    expect(saved.statusCode, saved.body).toBe(200);
    expect(await call(token, url)).toEqual({
      status: 200,
      body: {
        object: 'user',
        id: member.userId,
        displayName: 'Ann Lee',
        urls: { location: expect.stringContaining(member.userId) },
      },
    });
    const { organizationId } = await addOrganization(app);
    const stranger = await addMember(app, { organizationId, role: 'read', displayName: 'Bob Ray' });
    for (const userId of [stranger.userId, unnamed.userId, 'me', newId()])
      expect((await call(token, `/v1/users/${userId}`)).status, userId).toBe(404);
    for (const path of ['/v1/user', `/v1/orgs/${app.organizationId}/members`])
      expect((await call(token, path)).status, path).toBe(401);
    await app.request('PUT', `${setup.site}/customization`, { body: { contributors: { enabled: false } } });
    expect((await call(token, url)).status).toBe(404);
  });

  test('cannot be forged', async () => {
    const setup = await publish();
    const token = await arrive(setup);
    const [head, body, signature] = token.split('.') as [string, string, string];
    const payload = JSON.parse(Buffer.from(body, 'base64url').toString());
    const changed = Buffer.from(JSON.stringify({ ...payload, claims: { plan: 'pro' } })).toString(
      'base64url',
    );
    const none = Buffer.from('{"alg":"none","typ":"JWT"}').toString('base64url');
    const forged = [
      `${head}.${changed}.${signature}`,
      `${none}.${changed}.`,
      `${none}.${changed}.${signature}`,
      await new SignJWT({ ...payload, claims: { plan: 'pro' } })
        .setProtectedHeader({ alg: 'HS256' })
        .sign(Buffer.from(setup.privateKey)),
    ];
    for (const one of forged) expect((await call(one, `/v1/spaces/${setup.open}`)).status).toBe(401);
  });

  test('uses up the quota of its own reader only', async () => {
    const setup = await publish();
    const [ann, ben] = await Promise.all([arrive(setup, { sub: 'ann' }), arrive(setup, { sub: 'ben' })]);
    const anybody = await arrive(setup);
    const page = (token: string, more: string) =>
      call(token, `/v1/spaces/${setup.open}/content/pages?metadata=${more}`);
    expect((await page(app.adminToken, 'true')).status).toBe(200);
    await putContent(app, setup.open, { 'README.md': '# Home again\n' });
    await page(ben, 'true');
    app.context.readQuota.spend(`visitor ${JSON.stringify([setup.siteId, 'ann'])}`, 1e9);
    expect((await page(ann, 'false')).body).toMatchObject({ error: { reason: 'read-quota-exceeded' } });
    expect((await page(ben, 'false')).status).toBe(200);
    await putContent(app, setup.open, { 'README.md': '# Home once more\n' });
    app.context.readQuota.spend(`reader ${setup.siteId} 127.0.0.1`, 1e9);
    expect((await page(anybody, 'false')).status).toBe(429);
    expect((await page(ben, 'false')).status).toBe(200);
  });
});
