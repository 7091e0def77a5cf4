/** Resolution of addresses: which site, section and space a visitor finds, and which visitors are admitted. */
import { SignJWT, UnsecuredJWT } from 'jose';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { buildTestApp, type TestApp } from '../../../../../test/app.ts';
import { addMember, addSite, addSpace } from '../../../../../test/factories.ts';

const START = new Date('2026-03-01T10:00:00.000Z');
let now = START;
/** Moves in both directions, unlike the clock of other tests. */
const clock = {
  now: () => now,
  set: (time: Date) => {
    now = time;
  },
};
let app: TestApp;
let spaceId: string;

beforeAll(async () => {
  app = await buildTestApp({ clock: clock.now, config: { sitesUrl: 'https://sites.example.com' } });
  spaceId = await addSpace(app);
});
afterAll(() => app.close());

interface Visit {
  jwtToken?: string;
  unsignedClaims?: object;
}

async function resolve(url: string, visitor: Visit = {}, redirectOnError?: boolean) {
  const response = await app.request('POST', '/v1/urls/published', {
    token: null,
    body: { url, visitor, ...(redirectOnError === undefined ? {} : { redirectOnError }) },
  });
  return { status: response.statusCode, body: response.json() };
}

/** A published site with two variants, and its address. */
async function publishSite(visibility: 'public' | 'unlisted' | 'share-link' | 'visitor-auth' = 'public') {
  const second = await addSpace(app, { title: 'Second' });
  const siteId = await addSite(app, {
    title: `A ${visibility} site`,
    visibility,
    spaceIds: [spaceId, second],
    isPublished: true,
  });
  const { basename } = (await app.context.pointers.sites.find(siteId)) as { basename: string };
  return { siteId, second, base: `https://sites.example.com/${basename}`, path: `/${basename}` };
}

describe('a public site', () => {
  test('resolves each prefix of an address to the same place', async () => {
    const { siteId, base, path, second } = await publishSite();
    const root = await resolve(base);
    expect(root).toMatchObject({
      status: 200,
      body: { site: siteId, space: spaceId, pathname: '/', basePath: `${path}/`, siteBasePath: `${path}/` },
    });
    expect(root.body.complete).toBe(false);
    const page = await resolve(`${base}/guides/More%20pages/`);
    expect(page.body).toMatchObject({
      space: spaceId,
      pathname: '/guides/More%20pages',
      basePath: `${path}/`,
      complete: true,
      canonicalUrl: `${base}/guides/More%20pages`,
    });
    const variant = await resolve(`${base}/Variant-2/guides`);
    expect(variant.body).toMatchObject({
      space: second,
      pathname: '/guides',
      basePath: `${path}/Variant-2/`,
      siteBasePath: `${path}/`,
      complete: true,
      canonicalUrl: `${base}/variant-2/guides`,
    });
  });

  test.each([
    ['another host', 'https://elsewhere.example.com/a-public-site/'],
    ['no site', 'https://sites.example.com/no-such-site/'],
    ['no path', 'https://sites.example.com/'],
    ['encoded slashes', 'https://sites.example.com/a-public-site/a%2Fb'],
    ['backslashes', 'https://sites.example.com/a-public-site/a%5Cb'],
    ['dots', 'https://sites.example.com/a-public-site/%2e%2e%2fother'],
    ['control characters', 'https://sites.example.com/a-public-site/a%00b'],
    ['broken encoding', 'https://sites.example.com/a-public-site/%FF'],
    ['another scheme', 'ftp://sites.example.com/a-public-site/'],
    ['a change request without a preview', 'https://sites.example.com/a-public-site/~/changes/1/'],
  ])('is not found at an address with %s', async (_name, url) => {
    await publishSite();
    expect((await resolve(url)).status).toBe(404);
  });

  test('is not found once it is unpublished or its space is deleted', async () => {
    const { base, siteId } = await publishSite();
    await app.context.transact(async ({ trx, announce }) => {
      await trx.updateTable('site').set({ published_at: null }).where('site_id', '=', siteId).execute();
      announce({ kind: 'site', siteId });
    });
    expect((await resolve(base)).status).toBe(404);
    const only = await addSpace(app);
    const second = await addSite(app, { title: 'One space', spaceIds: [only], isPublished: true });
    const { basename } = (await app.context.pointers.sites.find(second)) as { basename: string };
    const url = `https://sites.example.com/${basename}`;
    expect((await resolve(url)).status).toBe(200);
    await app.request('DELETE', `/v1/spaces/${only}`);
    expect((await resolve(url)).status).toBe(404);
    await app.request('POST', `/v1/spaces/${only}/restore`);
    expect((await resolve(url)).status).toBe(200);
  });

  test('gives out the same token all day, which ends five minutes after midnight', async () => {
    clock.set(START);
    const { base } = await publishSite();
    const morning = (await resolve(base)).body.apiToken;
    clock.set(new Date('2026-03-01T23:59:00.000Z'));
    const evening = (await resolve(`${base}/other`)).body.apiToken;
    expect(evening).toBe(morning);
    const payload = JSON.parse(Buffer.from(morning.split('.')[1], 'base64url').toString());
    expect(new Date(payload.exp * 1000).toISOString()).toBe('2026-03-02T00:05:00.000Z');
    clock.set(new Date('2026-03-02T00:00:00.000Z'));
    expect((await resolve(base)).body.apiToken).not.toBe(morning);
    clock.set(START);
  });
});

describe('a site that is published by share links', () => {
  test('opens with an active key only, and closes at once', async () => {
    const { siteId, base, path } = await publishSite('share-link');
    const links = `/v1/orgs/${app.organizationId}/sites/${siteId}/share-links`;
    const link = (await app.request('POST', links, { body: { name: 'Partner' } })).json();
    const address: string = link.urls.published;
    const key = new URL(address).pathname.split('/')[2] as string;
    expect((await resolve(base)).status).toBe(404);
    expect((await resolve(`${base}/guides`)).status).toBe(404);
    expect((await resolve(`${base}/k-${'x'.repeat(22)}/guides`)).status).toBe(404);
    const opened = await resolve(`${address}guides`);
    expect(opened.body).toMatchObject({
      shareKey: key,
      basePath: `${path}/${key}/`,
      siteBasePath: `${path}/${key}/`,
      pathname: '/guides',
      canonicalUrl: `${base}/${key}/guides`,
    });
    await app.request('PATCH', `${links}/${link.id}`, { body: { active: false } });
    expect((await resolve(`${address}guides`)).status).toBe(404);
    await app.request('PATCH', `${links}/${link.id}`, { body: { active: true } });
    expect((await resolve(`${address}guides`)).status).toBe(200);
    await app.request('DELETE', `${links}/${link.id}`);
    expect((await resolve(`${address}guides`)).status).toBe(404);
  });

  test('does not open with the key of another site', async () => {
    const one = await publishSite('share-link');
    const other = await publishSite('share-link');
    const url = `/v1/orgs/${app.organizationId}/sites/${one.siteId}/share-links`;
    const link = (await app.request('POST', url, { body: { name: 'Partner' } })).json();
    const key = new URL(link.urls.published).pathname.split('/')[2];
    expect((await resolve(`${one.base}/${key}`)).status).toBe(200);
    expect((await resolve(`${other.base}/${key}`)).status).toBe(404);
  });
});

describe('a site with visitor authentication', () => {
  const at = (offsetSeconds: number) => Math.floor(clock.now().getTime() / 1000) + offsetSeconds;
  const sign = (key: string, claims: Record<string, unknown> = {}) =>
    new SignJWT({ exp: at(3600), ...claims }).setProtectedHeader({ alg: 'HS256' }).sign(Buffer.from(key));

  async function publishWithAuth() {
    clock.set(START);
    const site = await publishSite('visitor-auth');
    const auth = `/v1/orgs/${app.organizationId}/sites/${site.siteId}/publishing/auth`;
    const { privateKey } = (await app.request('GET', auth)).json();
    return { ...site, auth, privateKey: privateKey as string };
  }

  test('sends visitors to the fallback URL, or refuses them without one', async () => {
    const { siteId, base, auth } = await publishWithAuth();
    expect((await resolve(`${base}/guides`)).status).toBe(401);
    await app.request('PATCH', auth, { body: { fallbackURL: 'https://login.example.com/in?a=1' } });
    expect((await resolve(`${base}/guides/x%20y`)).body).toEqual({
      target: 'external',
      site: siteId,
      redirect: 'https://login.example.com/in?a=1&location=%2Fguides%2Fx%2520y',
    });
  });

  test('lets in whoever has a token that was signed with its key', async () => {
    const { base, privateKey } = await publishWithAuth();
    const found = await resolve(`${base}/guides`, { jwtToken: await sign(privateKey, { plan: 'pro' }) });
    expect(found).toMatchObject({ status: 200, body: { space: spaceId, pathname: '/guides' } });
    expect(found.body.contextId).toEqual(expect.any(String));
  });

  test('refuses every other token, or sends its bearer to sign in', async () => {
    const { base, privateKey, auth, siteId } = await publishWithAuth();
    const other = await publishWithAuth();
    const good = await sign(privateKey);
    const [head, body, signature] = good.split('.') as [string, string, string];
    const forged = {
      'of another site': await sign(other.privateKey),
      'without an end': await new SignJWT({ plan: 'pro' })
        .setProtectedHeader({ alg: 'HS256' })
        .sign(Buffer.from(privateKey)),
      expired: await sign(privateKey, { exp: at(-120) }),
      'not valid yet': await sign(privateKey, { nbf: at(600) }),
      unsigned: new UnsecuredJWT({ exp: at(3600) }).encode(),
      'of another algorithm': await new SignJWT({ exp: at(3600) })
        .setProtectedHeader({ alg: 'HS512' })
        .sign(Buffer.from(privateKey.padEnd(64, 'x'))),
      'with a changed body': [
        head,
        Buffer.from('{"exp":9999999999,"plan":"pro"}').toString('base64url'),
        signature,
      ].join('.'),
      'without a signature': `${head}.${body}.`,
      'of a renderer': (await resolve(base, { jwtToken: good })).body.apiToken,
      'no JWT': 'hello',
      long: await sign(privateKey, { long: 'x'.repeat(5000) }),
    };
    for (const [name, jwtToken] of Object.entries(forged))
      expect((await resolve(base, { jwtToken })).status, name).toBe(401);
    await app.request('PATCH', auth, { body: { fallbackURL: 'https://login.example.com/' } });
    expect((await resolve(base, { jwtToken: forged.expired }, true)).body).toMatchObject({
      target: 'external',
      site: siteId,
    });
    expect((await resolve(base, { jwtToken: forged.expired }, false)).status).toBe(401);
  });

  test('tolerates clocks that differ by a minute', async () => {
    const { base, privateKey } = await publishWithAuth();
    for (const claims of [{ exp: at(-30) }, { nbf: at(30) }])
      expect((await resolve(base, { jwtToken: await sign(privateKey, claims) })).status).toBe(200);
  });

  test('accepts the old key for a while after a new one was made, or ends it at once', async () => {
    const { base, privateKey, auth } = await publishWithAuth();
    const old = await sign(privateKey, { exp: at(1_000_000) });
    const { privateKey: next } = (
      await app.request('POST', `${auth}/regenerate`, { body: { overlapSeconds: 3600 } })
    ).json();
    expect(next).not.toBe(privateKey);
    expect((await resolve(base, { jwtToken: old })).status).toBe(200);
    expect((await resolve(base, { jwtToken: await sign(next) })).status).toBe(200);
    clock.set(new Date(START.getTime() + 3_601_000));
    expect((await resolve(base, { jwtToken: old })).status).toBe(401);
    const last = await sign(next, { exp: at(1_000_000) });
    expect((await resolve(base, { jwtToken: last })).status).toBe(200);
    await app.request('POST', `${auth}/regenerate`, { body: { overlapSeconds: 0 } });
    expect((await resolve(base, { jwtToken: last })).status).toBe(401);
    clock.set(START);
  });
});

describe('a preview', () => {
  test('shows a site that is not published, for an hour, to whoever may read it', async () => {
    clock.set(START);
    const member = await addMember(app, { role: 'read' });
    const siteId = await addSite(app, { title: 'Not yet', spaceIds: [spaceId] });
    const url = `/v1/orgs/${app.organizationId}/sites/${siteId}/publishing/preview`;
    const preview = (
      await app.request('GET', `${url}?claims=(plan:pro)&target=guides`, { token: member.token })
    ).json();
    const address = new URL(preview.url);
    const jwtToken = address.searchParams.get('jwt_token') as string;
    address.search = '';
    expect((await resolve(address.href)).status).toBe(404);
    expect(await resolve(address.href, { jwtToken })).toMatchObject({
      status: 200,
      body: { site: siteId, pathname: '/guides', preview: true, complete: false },
    });
    clock.set(new Date(START.getTime() + 3_601_000));
    expect((await resolve(address.href, { jwtToken })).status).toBe(404);
    clock.set(START);
    await app.request('DELETE', `/v1/orgs/${app.organizationId}/members/${member.userId}`);
    expect((await resolve(address.href, { jwtToken })).status).toBe(404);
  });

  test.each(['(a', '{"a"', '!(a)', '1'])('refuses the claims %s', async (claims) => {
    const siteId = await addSite(app, { spaceIds: [spaceId] });
    const url = `/v1/orgs/${app.organizationId}/sites/${siteId}/publishing/preview?claims=${encodeURIComponent(claims)}`;
    const response = await app.request('GET', url);
    expect(response.statusCode).toBe(400);
    expect(response.json().error.details).toMatchObject([{ path: 'claims' }]);
  });
});
