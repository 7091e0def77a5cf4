/** Anybody can send events of a site: what they are believed, and how much they can send. */
import { createHmac, randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { buildTestApp, type TestApp } from '../../../../../test/app.ts';
import { createTestClock } from '../../../../../test/clock.ts';
import { putContent } from '../../../../../test/content.ts';
import { addMember, addServiceToken } from '../../../../../test/factories.ts';
import {
  addTrackedSite,
  aggregate,
  eventOf,
  type TrackedSiteOfTest,
} from '../../../../../test/fixtures/insights/insights.ts';

const PER_DAY = 5000;
/** The part of it that one address can use. */
const SHARE = 500;
const clock = createTestClock(new Date('2026-11-22T12:00:00Z'));
let app: TestApp;
beforeAll(async () => {
  const config = { eventsPerDay: PER_DAY, sitesUrl: 'https://sites.example.com' };
  app = await buildTestApp({ clock: clock.now, config });
});
afterAll(() => app.close());

interface Site extends TrackedSiteOfTest {
  /** The address of the site. */
  base: string;
  pageId: string;
}

async function addSiteWithPage(options: Parameters<typeof addTrackedSite>[1] = {}): Promise<Site> {
  const site = await addTrackedSite(app, options);
  await putContent(app, site.spaceId, { 'README.md': '# Home\n' });
  const { pages } = (await app.request('GET', `/v1/spaces/${site.spaceId}/content/pages`)).json();
  const { basename } = (await app.context.pointers.sites.find(site.siteId)) as { basename: string };
  return { ...site, base: `https://sites.example.com/${basename}/`, pageId: pages[0].id };
}

let lastAddress = 0;
const newAddress = (): string => {
  lastAddress += 1;
  return `198.51.${lastAddress >> 8}.${lastAddress & 255}`;
};

async function send(
  site: TrackedSiteOfTest,
  events: unknown[],
  { token, address = newAddress() }: { token?: string; address?: string } = {},
) {
  const response = await app.server.inject({
    method: 'POST',
    url: `${site.url}/events`,
    remoteAddress: address,
    headers: token === undefined ? {} : { authorization: `Bearer ${token}` },
    payload: { events },
  });
  return { status: response.statusCode, error: response.body === '' ? undefined : response.json().error };
}

const columnsOf = (site: TrackedSiteOfTest, ...columns: string[]): Promise<unknown[][]> =>
  aggregate(app, site, { select: columns.map((column) => ({ column })) });

const sign = (key: string, payload: object): string => {
  const encode = (part: object) => Buffer.from(JSON.stringify(part)).toString('base64url');
  const text = `${encode({ alg: 'HS256' })}.${encode(payload)}`;
  return `${text}.${createHmac('sha256', key).update(text).digest('base64url')}`;
};
const inSeconds = (offset: number): number => Math.floor(clock.now().getTime() / 1000) + offset;

const keyOf = async ({ siteId }: TrackedSiteOfTest): Promise<string> =>
  (await app.request('GET', `/v1/orgs/${app.organizationId}/sites/${siteId}/publishing/auth`)).json()
    .privateKey;

const CLAIMED = { plan: 'claimed' };
/** An event in which the sender says all that they could. */
const claimAll = (site: Site, session: object = {}) =>
  eventOf({
    session: { visitorAuthClaims: CLAIMED, ...session },
    location: {
      url: `${site.base}guide`,
      space: site.spaceId,
      siteSpace: site.siteSpaceId,
      page: site.pageId,
    },
  });

describe('a visitor is authenticated', () => {
  const read = async (site: Site) => ({
    authenticated: [...new Set((await columnsOf(site, 'visitorAuthenticated')).flat())],
    claims: (await app.request('GET', `${site.url}/visitor-segments`))
      .json()
      .items.map(({ claims }: { claims: object }) => claims),
  });
  const NOBODY = { authenticated: [false], claims: [] };

  test.each(['public', 'visitor-auth'] as const)(
    'not because somebody says so, on a %s site',
    async (visibility) => {
      const site = await addSiteWithPage({ visibility });
      expect((await send(site, [claimAll(site)])).status).toBe(204);
      expect(await read(site)).toEqual(NOBODY);
    },
  );

  test('by a token that the key of the site signed, with its claims', async () => {
    const site = await addSiteWithPage();
    const token = sign(await keyOf(site), { exp: inSeconds(600), plan: 'pro' });
    expect((await send(site, [claimAll(site, { visitorAuthToken: token })])).status).toBe(204);
    expect(await read(site)).toEqual({ authenticated: [true], claims: [{ plan: 'pro' }] });
  });

  test('by no other token', async () => {
    const site = await addSiteWithPage();
    const other = await addSiteWithPage();
    const key = await keyOf(site);
    const tokens = [
      sign(await keyOf(other), { exp: inSeconds(600), plan: 'pro' }),
      sign(key, { exp: inSeconds(-600), plan: 'pro' }),
      sign(key, { plan: 'pro' }),
      sign('', { exp: inSeconds(600), plan: 'pro' }),
      'e30.e30.e30',
      'hello',
    ];
    const events = tokens.map((visitorAuthToken) => claimAll(site, { visitorAuthToken }));
    expect((await send(site, events)).status).toBe(204);
    expect(await read(site)).toEqual(NOBODY);
  });

  test('by the token of the renderer, if the visitor signed in', async () => {
    for (const isSignedIn of [false, true]) {
      const site = await addSiteWithPage();
      const jwtToken = isSignedIn ? sign(await keyOf(site), { exp: inSeconds(600), plan: 'pro' }) : undefined;
      const body = { url: site.base, visitor: { ...(jwtToken ? { jwtToken } : {}) } };
      const { apiToken } = (await app.request('POST', '/v1/urls/published', { token: null, body })).json();
      expect((await send(site, [claimAll(site)], { token: apiToken })).status).toBe(204);
      expect((await read(site)).authenticated).toEqual([isSignedIn]);
      expect(JSON.stringify(await read(site))).not.toContain('claimed');
    }
  });

  test('by callers who may change the site, and by no others', async () => {
    const { token: reader } = await addMember(app, { role: 'edit' });
    const { token: creator } = await addMember(app, { role: 'create' });
    const service = await addServiceToken(app, { role: 'create', scopes: ['write'] });
    const readOnly = await addServiceToken(app, { role: 'admin', scopes: ['read'] });
    for (const [token, isBelieved] of [
      [creator, true],
      [service, true],
      [reader, false],
      [readOnly, false],
    ] as const) {
      const site = await addSiteWithPage();
      expect((await send(site, [claimAll(site)], { token })).status).toBe(204);
      expect(await read(site)).toEqual(isBelieved ? { authenticated: [true], claims: [CLAIMED] } : NOBODY);
    }
    const site = await addSiteWithPage();
    expect((await send(site, [claimAll(site)], { token: 'lct_unknown_token_of_nobody' })).status).toBe(401);
  });
});

test('the address of the visitor is that of the sender, unless the sender may change the site', async () => {
  for (const [token, visitors] of [
    [undefined, 1],
    [app.adminToken, 2],
  ] as const) {
    const site = await addSiteWithPage();
    const events = ['192.0.2.1', '192.0.2.2'].map((ip) =>
      eventOf({ session: { visitorId: undefined, sessionId: undefined, ip }, location: { url: site.base } }),
    );
    expect((await send(site, events, token === undefined ? {} : { token })).status).toBe(204);
    expect(await columnsOf(site, 'visitorsCount')).toEqual([[visitors]]);
  }
});

describe('the URL of an event', () => {
  test('is one of the site', async () => {
    const site = await addSiteWithPage();
    const other = await addSiteWithPage();
    const address = new URL(site.base);
    const bare = site.base.slice(0, -1);
    for (const url of [
      site.base,
      bare,
      `${bare}?a=1#b`,
      `${site.base}a/b`,
      bare.toUpperCase().replace('HTTPS', 'http'),
    ])
      expect((await send(site, [eventOf({ location: { url } })])).status, url).toBe(204);
    for (const url of [
      'https://docs.example.com/guide',
      other.base,
      `${bare}-other/`,
      'https://sites.example.com/',
      `https://sites.example.com.evil.example/${address.pathname}`,
      `https://sites.example.com:8443${address.pathname}`,
      `https://evil.example/@sites.example.com${address.pathname}`,
      `https://sites.example.com@evil.example${address.pathname}`,
      `${site.base}../${new URL(other.base).pathname}`,
    ]) {
      const { status, error } = await send(site, [
        eventOf({ location: { url: site.base } }),
        eventOf({ location: { url } }),
      ]);
      expect([status, error?.details], url).toEqual([
        400,
        [expect.objectContaining({ path: 'events.1.location.url' })],
      ]);
      expect((await send(site, [eventOf({ location: { url } })], { token: app.adminToken })).status).toBe(
        204,
      );
    }
    // A refused request stores nothing.
    expect(await columnsOf(site, 'eventsCount')).toEqual([[14]]);
  });

  test('can be below the URL of the site’s renderer, or at its hostname', async () => {
    const site = await addSiteWithPage();
    const renderer = `/v1/orgs/${app.organizationId}/sites/${site.siteId}/renderer`;
    const body = { url: 'http://renderer.example.com/docs', secret: 'a-secret-of-the-renderer' };
    expect((await app.request('PUT', renderer, { body })).statusCode).toBe(200);
    await app.context.transact(async ({ trx, announce }) => {
      const values = { hostname: 'docs.own.example', hostname_verified_at: clock.now() };
      await trx.updateTable('site').set(values).where('site_id', '=', site.siteId).execute();
      announce({ kind: 'site', siteId: site.siteId });
    });
    for (const [url, status] of [
      ['http://renderer.example.com/docs/guide', 204],
      ['http://renderer.example.com/other', 400],
      ['https://docs.own.example/guide', 204],
      [site.base, 204],
    ] as const)
      expect((await send(site, [eventOf({ location: { url } })])).status, url).toBe(status);
  });
});

test('places that are not on the site are left out', async () => {
  const site = await addSiteWithPage();
  const other = await addSiteWithPage();
  const at = (location: object) => eventOf({ location: { url: site.base, ...location } });
  const locations = [
    { space: site.spaceId, siteSpace: site.siteSpaceId, page: site.pageId },
    { space: site.spaceId, page: randomUUID() },
    { space: site.spaceId, page: other.pageId },
    { space: other.spaceId, siteSpace: other.siteSpaceId, page: other.pageId, siteSection: randomUUID() },
  ];
  for (const location of locations) {
    expect((await send(site, [at(location)])).status).toBe(204);
    clock.advance(1000);
  }
  const rows = (await columnsOf(site, 'page', 'siteSpace', 'siteSection')) as [
    { page: string } | null,
    unknown,
    unknown,
  ][];
  expect(rows.map(([page, ...rest]) => [page?.page ?? null, ...rest])).toEqual([
    [site.pageId, site.siteSpaceId, null],
    [null, null, null],
    [null, null, null],
    [null, null, null],
  ]);
});

describe('one address', () => {
  const many = (site: Site, count: number) => Array(count).fill(eventOf({ location: { url: site.base } }));

  test('cannot use up the quota of a site', async () => {
    const site = await addSiteWithPage();
    const address = newAddress();
    expect((await send(site, many(site, SHARE), { address })).status).toBe(204);
    const { status, error } = await send(site, many(site, 1), { address });
    expect([status, error.reason]).toEqual([429, 'events-budget-exceeded']);
    // Others can, on the same site, and so can callers who may change it, from the same address.
    expect((await send(site, many(site, SHARE))).status).toBe(204);
    expect((await send(site, many(site, 1000), { address, token: app.adminToken })).status).toBe(204);
    clock.advance(24 * 3_600_000);
    expect((await send(site, many(site, 1), { address })).status).toBe(204);
  });

  test('is the whole network of an IPv6 address', async () => {
    const site = await addSiteWithPage();
    expect((await send(site, many(site, SHARE), { address: '2001:db8:1:2::1' })).status).toBe(204);
    expect((await send(site, many(site, 1), { address: '2001:db8:1:2:ffff::2' })).status).toBe(429);
    expect((await send(site, many(site, 1), { address: '2001:db8:1:3::1' })).status).toBe(204);
  });

  test('can send 6,000 events in a minute, on all sites, however they are divided into requests', async () => {
    for (const perRequest of [SHARE, 125]) {
      const address = newAddress();
      let accepted = 0;
      for (let n = 0; n < 13; n += 1) {
        const site = await addSiteWithPage();
        for (let sent = 0; sent < SHARE; sent += perRequest) {
          const { status } = await send(site, many(site, perRequest), { address });
          if (status === 204) accepted += perRequest;
          else expect(status).toBe(429);
        }
      }
      expect(accepted).toBe(6000);
      clock.advance(60_000);
    }
  });

  test('is refused before the tokens in its events are verified', async () => {
    const site = await addSiteWithPage();
    const key = await keyOf(site);
    const events = ['a', 'b'].map((plan) =>
      claimAll(site, { visitorAuthToken: sign(key, { exp: inSeconds(600), plan }) }),
    );
    const address = newAddress();
    await send(site, many(site, SHARE), { address });
    const importKey = vi.spyOn(crypto.subtle, 'importKey');
    try {
      expect((await send(site, events, { address })).status).toBe(429);
      expect(importKey).not.toHaveBeenCalled();
      expect((await send(site, events)).status).toBe(204);
      expect(importKey).toHaveBeenCalledTimes(2);
    } finally {
      importKey.mockRestore();
    }
  });

  test('uses its budget for events that are refused, too', async () => {
    const site = await addSiteWithPage();
    const address = newAddress();
    const refused = Array(SHARE).fill(eventOf({ location: { url: 'https://elsewhere.example/' } }));
    expect((await send(site, refused, { address })).status).toBe(400);
    expect((await send(site, many(site, 1), { address })).status).toBe(429);
  });
});
