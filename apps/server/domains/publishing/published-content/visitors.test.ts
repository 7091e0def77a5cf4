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
  const answer = await app.request(body ? 'POST' : 'GET', url, { token, ...(body ? { body } : {}) });
  return { status: answer.statusCode, body: answer.body === '' ? undefined : answer.json() };
};

interface Ground {
  siteId: string;
  open: string;
  secret: string;
  site: string;
  address: string;
  privateKey: string;
}

/** An adaptive site that shows its second space to the plan “pro” only. */
async function publish(): Promise<Ground> {
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

async function arrive({ address, privateKey }: Ground, claims?: object): Promise<string> {
  const jwtToken =
    claims &&
    (await new SignJWT({ ...claims })
      .setProtectedHeader({ alg: 'HS256' })
      .setExpirationTime('1h')
      .sign(Buffer.from(privateKey)));
  const answer = await app.request('POST', '/v1/urls/published', {
    token: null,
    body: { url: address, ...(jwtToken ? { visitor: { jwtToken } } : {}) },
  });
  expect(answer.statusCode).toBe(200);
  return answer.json().apiToken;
}

interface Bundle {
  structure: { structure: { space: { id: string }; default: boolean; condition?: string; urls: object }[] };
}

const spacesOf = ({ structure }: Bundle): string[] => structure.structure.map(({ space }) => space.id);

describe('the token of a site', () => {
  test('shows each visitor the part of the site that they may see', async () => {
    const ground = await publish();
    const anybody = await arrive(ground);
    const pro = await arrive(ground, { plan: 'pro' });
    const seen = await call(anybody, `${ground.site}/published`);
    expect(spacesOf(seen.body)).toEqual([ground.open]);
    expect(JSON.stringify(seen.body)).not.toContain('Secret');
    expect(spacesOf((await call(pro, `${ground.site}/published`)).body)).toEqual([
      ground.open,
      ground.secret,
    ]);
    expect((await call(anybody, `/v1/spaces/${ground.secret}`)).status).toBe(404);
    expect((await call(pro, `/v1/spaces/${ground.secret}`)).body).toMatchObject({
      id: ground.secret,
      urls: { published: `${ground.address}variant-2/` },
      permissions: { view: false, edit: false },
    });
  });

  test('finds everything at one address, also what is shown first because the default is hidden', async () => {
    const ground = await publish();
    await app.context.transact(async ({ trx, announce }) => {
      for (const [spaceId, condition] of [
        [ground.open, 'visitor.claims.plan === "pro"'],
        [ground.secret, null],
      ] as const)
        await trx
          .updateTable('site_space')
          .set({ condition })
          .where('site_id', '=', ground.siteId)
          .where('space_id', '=', spaceId)
          .execute();
      announce({ kind: 'site', siteId: ground.siteId });
    });
    const anybody = await arrive(ground);
    const published = `${ground.address}variant-2/`;
    const { body } = await call(anybody, `${ground.site}/published`);
    expect(body.structure.structure).toMatchObject([
      { space: { id: ground.secret, urls: { published } }, default: true, urls: { published } },
    ]);
    const resolved = await app.request('POST', '/v1/urls/published', {
      token: null,
      body: { url: ground.address },
    });
    expect(`${resolved.json().canonicalUrl}/`).toBe(published);
    const source = '/somewhere';
    const destination = { kind: 'site-space', siteSpaceId: body.structure.structure[0].id };
    await app.request('POST', `${ground.site}/redirects`, { body: { source, destination } });
    const found = await call(anybody, `${ground.site}/redirect?source=${source}`);
    expect(found.body.target).toBe(published);
  });

  test('tells visitors no condition and nothing about the work on a space', async () => {
    const ground = await publish();
    const { body } = await call(await arrive(ground, { plan: 'pro' }), `${ground.site}/published`);
    expect(JSON.stringify(body)).not.toContain('visitor.claims');
    expect(body.structure.structure[0].space).toMatchObject({
      comments: 0,
      changeRequests: 0,
      defaultLevel: null,
    });
  });

  test('opens no other site, no other space and no other route', async () => {
    const ground = await publish();
    const other = await publish();
    const token = await arrive(ground);
    const refused = [
      [404, `${other.site}/published`],
      [404, `/v1/spaces/${other.open}`],
      [401, `/v1/spaces/${ground.open}/git/info`],
      [401, `/v1/spaces/${ground.open}/comments`],
      [401, `/v1/spaces/${ground.open}/change-requests`],
      [401, ground.site],
      [401, `${ground.site}/share-links`],
      [401, `${ground.site}/publishing/auth`],
      [401, `/v1/orgs/${app.organizationId}/members`],
      [401, '/v1/user'],
    ] as const;
    for (const [status, url] of refused) expect((await call(token, url)).status, url).toBe(status);
  });

  test('follows every edit of a space and every change of the site', async () => {
    const ground = await publish();
    const token = await arrive(ground);
    const before = (await call(token, `${ground.site}/published`)).body;
    expect((await call(token, `${ground.site}/published`)).body).toEqual(before);
    await putContent(app, ground.open, { 'README.md': '# Home again\n' });
    const after = (await call(token, `${ground.site}/published`)).body;
    expect(after.structure.structure[0].space.revision).not.toBe(
      before.structure.structure[0].space.revision,
    );
    await app.request('PUT', `${ground.site}/customization`, { body: { title: 'Another title' } });
    expect((await call(token, `${ground.site}/published`)).body.customizations.site.title).toBe(
      'Another title',
    );
  });

  test.each([
    ['is unpublished', (ground: Ground) => change(ground.siteId, { published_at: null })],
    ['asks visitors to sign in', (ground: Ground) => change(ground.siteId, { visibility: 'visitor-auth' })],
    [
      'is opened by share links only',
      (ground: Ground) => change(ground.siteId, { visibility: 'share-link' }),
    ],
    ['is deleted', async (ground: Ground) => void (await app.request('DELETE', ground.site))],
  ])('ends at once when the site %s', async (_when, end) => {
    const ground = await publish();
    const token = await arrive(ground);
    expect((await call(token, `/v1/spaces/${ground.open}`)).status).toBe(200);
    expect((await call(token, `${ground.site}/published`)).status).toBe(200);
    await end(ground);
    expect((await call(token, `/v1/spaces/${ground.open}`)).status).toBe(401);
    expect((await call(token, `${ground.site}/published`)).status).toBe(401);
  });

  test('ends for everybody when the key is replaced at once, and with its day', async () => {
    const ground = await publish();
    const token = await arrive(ground);
    await app.request('POST', `${ground.site}/publishing/auth/regenerate`, { body: { overlapSeconds: 0 } });
    expect((await call(token, `/v1/spaces/${ground.open}`)).status).toBe(401);
  });

  test('knows no claims where the site is not adaptive', async () => {
    const ground = await publish();
    const pro = await arrive(ground, { plan: 'pro' });
    await change(ground.siteId, { adaptive: false });
    expect((await call(pro, `/v1/spaces/${ground.secret}`)).status).toBe(404);
  });

  test('gets the names that members chose, if the site shows contributors, and nothing else about people', async () => {
    const ground = await publish();
    const token = await arrive(ground);
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
    const saved = await app.request('PUT', `${ground.site}/customization`, { body: customization });
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
    await app.request('PUT', `${ground.site}/customization`, { body: { contributors: { enabled: false } } });
    expect((await call(token, url)).status).toBe(404);
  });

  test('cannot be forged', async () => {
    const ground = await publish();
    const token = await arrive(ground);
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
        .sign(Buffer.from(ground.privateKey)),
    ];
    for (const one of forged) expect((await call(one, `/v1/spaces/${ground.open}`)).status).toBe(401);
  });

  test('uses up the quota of its own reader only', async () => {
    const ground = await publish();
    const [ann, ben] = await Promise.all([arrive(ground, { sub: 'ann' }), arrive(ground, { sub: 'ben' })]);
    const anybody = await arrive(ground);
    const page = (token: string, more: string) =>
      call(token, `/v1/spaces/${ground.open}/content/pages?metadata=${more}`);
    expect((await page(app.adminToken, 'true')).status).toBe(200);
    await putContent(app, ground.open, { 'README.md': '# Home again\n' });
    await page(ben, 'true');
    app.context.readQuota.spend(`visitor ${JSON.stringify([ground.siteId, 'ann'])}`, 1e9);
    expect((await page(ann, 'false')).body).toMatchObject({ error: { reason: 'read-quota-exceeded' } });
    expect((await page(ben, 'false')).status).toBe(200);
    await putContent(app, ground.open, { 'README.md': '# Home once more\n' });
    app.context.readQuota.spend(`reader ${ground.siteId} 127.0.0.1`, 1e9);
    expect((await page(anybody, 'false')).status).toBe(429);
    expect((await page(ben, 'false')).status).toBe(200);
  });
});
