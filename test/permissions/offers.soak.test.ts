import type { LightMyRequestResponse } from 'fastify';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { RouteAccess } from '../../apps/server/platform/access/authorize.ts';
import { type Caller, settle } from './callers.ts';
import { EXPECTATIONS } from './expectations.ts';
import { expectedRefusal, parseExpectation } from './expected-status.ts';
import type { Named } from './resources.ts';
import { keyOf } from './send.ts';
import { prepareSetup, type Setup } from './setup.ts';

let setup: Setup;
let table: RouteAccess[];
beforeAll(async () => {
  setup = await prepareSetup();
  table = setup.app.app.accessTable.filter(({ url }) => url.startsWith('/app'));
});
afterAll(() => setup?.close());

/** The number of similar pages to visit, such as those of members. */
const MAX_SIMILAR_PAGES = 3;

interface Found {
  key: string;
  named: Named;
}

/** The route that an address leads to; the one that names the most, as the router takes it. */
function findRoute(method: string, address: string): Found | undefined {
  const path = (address.split(/[?#]/)[0] as string).replace(/\/$/, '');
  const matching = table
    .filter((route) => route.method === method)
    .flatMap((route) => {
      const pattern = route.url.replaceAll(/:(\w+)/g, '(?<$1>[^/]+)');
      const match = new RegExp(`^${pattern}$`).exec(path);
      return match ? [{ key: keyOf(route), named: { ...match.groups } }] : [];
    });
  return matching.sort((one, other) => Object.keys(one.named).length - Object.keys(other.named).length)[0];
}

const open = (caller: Caller, url: string): Promise<LightMyRequestResponse> => {
  const { app, context } = setup.app;
  const { cookie } = app.server.sessions;
  const [value] = cookie.issue(caller.session as string, context.clock()).split(';') as [string];
  return app.server.inject({ method: 'GET', url, headers: { cookie: value } });
};

const all = (page: string, pattern: RegExp): string[] =>
  [...page.matchAll(pattern)].map((match) => (match[1] as string).replaceAll('&amp;', '&'));

/** Returns the refusal that the caller would get for sending the form. */
function refusalOf(caller: Caller, { key, named }: Found): number | undefined {
  const expectation = EXPECTATIONS[key];
  if (expectation === undefined) throw new Error(`There is no expectation of ${key}.`);
  if (expectation === 'everyone') return undefined;
  const parts = parseExpectation(expectation);
  // The facts about a caller hold for this organization, its places and this team.
  const known = [
    'organizationId',
    'spaceId',
    'collectionId',
    ...(parts.also === 'team owner' ? ['teamId'] : []),
  ];
  if (known.some((name) => named[name] !== undefined && named[name] !== setup.own[name])) return undefined;
  const isSelf = named.userId === 'me' || named.userId === caller.userId;
  return expectedRefusal(parts, caller, { isSelf, isDeleted: false });
}

async function walk(caller: Caller): Promise<{ dead: string[]; refused: string[]; pages: number }> {
  const { organizationId, spaceId, collectionId, teamId } = setup.own;
  const starts = ['/app', ...(caller.userId ? ['/app/account'] : [])];
  // Guests are led there by nothing but a link that somebody sends them.
  if (caller.isTeamOwner) starts.push(`/app/o/${organizationId}/teams/${teamId}`);
  // The console, which is drawn by a script, leads to these.
  for (const page of [
    `/app/o/${organizationId}/sites`,
    `/app/s/${spaceId}/permissions`,
    `/app/c/${collectionId}/permissions`,
  ])
    if (refusalOf(caller, findRoute('GET', page) as Found) === undefined) starts.push(page);
  const queue = [...starts];
  const seen = new Set(queue);
  const alike = new Map<string, number>();
  const dead: string[] = [];
  const refused: string[] = [];
  for (let url = queue.shift(); url !== undefined; url = queue.shift()) {
    const found = findRoute('GET', url);
    const count = (alike.get(found?.key ?? '') ?? 0) + 1;
    alike.set(found?.key ?? '', count);
    if (count > MAX_SIMILAR_PAGES) continue;
    const { statusCode, body, headers } = await open(caller, url);
    // Previews of sites are on the origin of sites.
    const isElsewhere =
      statusCode === 303 && String(headers.location).startsWith(setup.app.context.config.sitesUrl);
    if (statusCode !== 200 && !isElsewhere) dead.push(`${url}: ${statusCode}`);
    for (const href of all(body, /<a [^>]*href="(\/app[^"]*)"/g)) {
      if (!seen.has(href)) queue.push(href);
      seen.add(href);
    }
    for (const action of all(body, /<form method="post" action="([^"]*)"/g)) {
      const form = findRoute('POST', action);
      const status = form ? refusalOf(caller, form) : 404;
      if (status !== undefined) refused.push(`${action} on ${url}: ${status}`);
    }
  }
  return { dead, refused, pages: [...alike.values()].reduce((sum, count) => sum + count, 0) };
}

describe('whoever walks through the pages', () => {
  test('is offered no way that is closed, and no form that would be refused', async () => {
    const walkers = setup.callers.filter(({ session, isUnknown }) => session !== undefined && !isUnknown);
    expect(walkers.length).toBeGreaterThan(20);
    for (const caller of walkers) {
      await settle(setup.app, caller, setup.own, { also: 'team owner' });
      const { dead, refused, pages } = await walk(caller);
      expect(dead, caller.name).toEqual([]);
      expect([...new Set(refused)], caller.name).toEqual([]);
      expect(pages, caller.name).toBeGreaterThan(0);
    }
  }, 120_000);

  test('sees forms where they may use them', async () => {
    const admin = setup.callers.find(({ name }) => name === 'admin') as Caller;
    const { organizationId, teamId } = setup.own;
    const { body } = await open(admin, `/app/o/${organizationId}/teams/${teamId}`);
    expect(all(body, /<form method="post" action="([^"]*)"/g).length).toBeGreaterThan(4);
  });
});
