import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { RouteAccess } from '../../src/access/authorize.ts';
import { RULES, type Rule } from '../../src/access/policy.ts';
import type { Method } from '../app.ts';
import { cookieOf, postForm } from '../session.ts';
import { CALLS, type Call } from './calls.ts';
import { type Caller, type Ground, type Named, prepareGround } from './ground.ts';

let ground: Ground;
let table: RouteAccess[];
beforeAll(async () => {
  ground = await prepareGround();
  table = ground.app.app.accessTable;
});
afterAll(() => ground?.close());

const LADDER = [null, 'read', 'comment', 'edit', 'review', 'create', 'admin'];
const SCOPES = ['read', 'write', 'admin'];

/** The status that the rules of the product ask for; undefined: success. */
function expectedRefusal(
  { access, isForSession }: RouteAccess,
  caller: Caller,
  call: Call,
): number | undefined {
  const rule: Rule = RULES[access as keyof typeof RULES];
  // A page asks to sign in.
  if (caller.isUnknown) return isForSession ? 303 : 401;
  if (SCOPES.indexOf(caller.scope) < SCOPES.indexOf(rule.scope)) return 403;
  if (rule.on === 'account') return caller.isService ? call.statusForService : undefined;
  if (rule.on === 'person') return caller.isService ? 403 : undefined;
  // Who does not belong to the organization does not learn that the resource exists.
  if (caller.role === undefined) return 404;
  if ((rule.on === 'space' || rule.on === 'collection') && caller.role === null) return 404;
  const needed = rule.role === 'guest' ? null : rule.role;
  if (LADDER.indexOf(caller.role) >= LADDER.indexOf(needed)) return undefined;
  return call.isDeleted ? 404 : 403;
}

const callOf = ({ method, url }: RouteAccess): Call | undefined =>
  CALLS[`${method === 'HEAD' ? 'GET' : method} ${url}`];

const parametersOf = (url: string): string[] =>
  [...url.matchAll(/:(\w+)/g)].map((match) => match[1] as string);

function fill(url: string, named: Named): string {
  return url.replace('*', ':pagePath').replaceAll(/:(\w+)/g, (_, parameter: string) => {
    const value = named[parameter];
    if (value === undefined)
      throw new Error(`test/permissions/ground.ts does not say what a ${parameter} is.`);
    return encodeURIComponent(value);
  });
}

async function send(
  { method, url, isForSession }: RouteAccess,
  caller: Pick<Caller, 'token'>,
  named: Named,
): Promise<number> {
  const call = callOf({ method, url, access: 'public' });
  const body = call?.body?.(ground);
  const query = call?.query ? `?${call.query}` : '';
  const response = await ground.app.request(method as Method, fill(url, named) + query, {
    ...(isForSession ? { token: null, headers: await sessionOf(caller) } : { token: caller.token }),
    ...(body ? { body } : {}),
  });
  return response.statusCode;
}

/** The cookie that a browser of the caller has; none where signing in was refused. */
async function sessionOf({ token }: Pick<Caller, 'token'>): Promise<Record<string, string>> {
  const response = await postForm(ground.app, '/app/sign-in', { token: token ?? '' });
  return response.statusCode === 303 ? { cookie: cookieOf(response) } : {};
}

test('who may call what', async () => {
  const lines = table
    .filter(({ method }) => method !== 'HEAD')
    .map(
      ({ method, url, access, isForSession }) =>
        `${method.padEnd(6)} ${url.padEnd(92)} ${access}${isForSession ? ', signed in' : ''}`,
    )
    .sort((one, other) => (one.slice(7) < other.slice(7) ? -1 : 1));
  await expect(`${lines.join('\n')}\n`).toMatchFileSnapshot('access-table.txt');
});

test('it is said of every route how to call it, and of nothing else', () => {
  const needed = table.filter(({ access, method }) => access !== 'public' && method !== 'HEAD');
  const routes = needed.map(({ method, url }) => `${method} ${url}`);
  expect(routes.filter((route) => !CALLS[route])).toEqual([]);
  expect(Object.keys(CALLS).filter((route) => !routes.includes(route))).toEqual([]);
});

describe('every route, called by everybody', () => {
  test.each(Object.keys(CALLS))('%s', async (route) => {
    const [method, url] = route.split(' ') as [string, string];
    const routes = table.filter(
      (one) => one.url === url && (one.method === method || (method === 'GET' && one.method === 'HEAD')),
    );
    expect(routes.length).toBeGreaterThan(0);
    const seen: Record<string, number> = {};
    const expected: Record<string, number> = {};
    for (const one of routes) {
      const call = callOf(one) as Call;
      for (const caller of ground.callers) {
        const named = { ...ground.own, ...(await call.name?.(ground, caller)) };
        const key = `${one.method} as ${caller.name}`;
        expected[key] = expectedRefusal(one, caller, call) ?? call.status;
        seen[key] = await send(one, caller, named);
      }
    }
    expect(seen).toEqual(expected);
  });
});

test('public routes need nobody, and a bad token does not harm them', async () => {
  const routes = table.filter(
    // What a form sends is another matter than a token: see the tests of signing in.
    ({ access, url, method }) =>
      access === 'public' && method !== 'POST' && !url.includes('*') && !url.includes(':'),
  );
  expect(routes.length).toBeGreaterThan(5);
  for (const route of routes) {
    for (const token of [null, 'lct_unknown'])
      expect(await send(route, { token }, {}), `${route.method} ${route.url}`).toBe(200);
  }
});

describe('what belongs to another organization is not found below one’s own', () => {
  test.each(
    Object.keys(CALLS)
      .map((route) => route.split(' ') as [string, string])
      .flatMap(([method, url]) =>
        parametersOf(url)
          .slice(1)
          .map((parameter) => [method, url, parameter] as const),
      ),
  )('%s %s with a foreign %s', async (method, url, parameter) => {
    const foreign = ground.foreign[parameter];
    expect(foreign, 'test/permissions/ground.ts says what it is').toBeDefined();
    expect(foreign).not.toBe(ground.own[parameter]);
    const named = { ...ground.own, [parameter]: foreign as string };
    const route = table.find((one) => one.method === method && one.url === url) as RouteAccess;
    expect(await send(route, { token: ground.app.adminToken }, named)).toBe(404);
  });
});
