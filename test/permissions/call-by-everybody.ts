import { expect } from 'vitest';
import type { RouteAccess } from '../../apps/server/platform/access/authorize.ts';
import { LADDER } from '../../apps/server/platform/access/roles.ts';
import type { Call } from './call.ts';
import { type Caller, settle } from './callers.ts';
import { CALLS } from './calls.ts';
import { EXPECTATIONS } from './expectations.ts';
import { type Expectation, expectedRefusal, type Parts, parseExpectation } from './expected-status.ts';
import { keepSessions } from './people.ts';
import { keyOf, sendCall } from './send.ts';
import type { Setup } from './setup.ts';

/** The number of simultaneous calls: as many as the app has connections. */
const AT_ONCE = 5;

/** One of each kind. For HEAD they are enough: it has the access of its GET, and the same code responds. */
export const ONE_OF_EACH_KIND = new Set([
  'admin',
  'read',
  'guest without a grant',
  'guest granted read',
  'admin of another organization',
  'revoked token',
  'nobody',
]);

export const partsOf = (key: string): Parts =>
  parseExpectation(EXPECTATIONS[key] as Exclude<Expectation, 'everyone'>);

const urlOf = (key: string): string => key.slice(key.indexOf(' ') + 1);
const URLS = [...new Set(Object.keys(CALLS).map(urlOf))];

/**
 * One of each kind, the highest role that may not call the route and the lowest one that may, and half of the others, who
 * are other ones for the next URL. All methods of a URL have the same callers: what one of them creates another one ends.
 */
function pickCallers({ callers }: Setup, key: string): Caller[] {
  const { least } = partsOf(key);
  const roles = LADDER.filter((role, at) => role === least || LADDER[at + 1] === least);
  const near = new Set(roles.flatMap((role) => [role, `guest granted ${role}`]));
  const turn = URLS.indexOf(urlOf(key));
  return callers.filter(
    ({ name }, at) => ONE_OF_EACH_KIND.has(name) || near.has(name) || (at + turn) % 2 === 0,
  );
}

/**
 * Calls a route as everybody, or as `some` of them, and compares what they are answered with what is promised.
 */
export async function callByEverybody(setup: Setup, key: string, who: 'all' | 'some' = 'all'): Promise<void> {
  const routes = setup.app.app.accessTable.filter((one) => keyOf(one) === key);
  expect(routes.length).toBeGreaterThan(0);
  const seen: Record<string, number> = {};
  const expected: Record<string, number> = {};
  const callers = who === 'all' ? setup.callers : pickCallers(setup, key);
  const queue = routes.flatMap((one) =>
    callers
      .filter(({ name }) => one.method !== 'HEAD' || ONE_OF_EACH_KIND.has(name))
      .map((caller) => ({ one, caller })),
  );
  const work = async (): Promise<void> => {
    for (let next = queue.shift(); next; next = queue.shift()) {
      const { one, caller } = next;
      const name = `${one.method} as ${caller.name}`;
      [expected[name], seen[name]] = await callAs(setup, one, caller);
    }
  };
  await Promise.all(Array.from({ length: CALLS[key]?.undo ? 1 : AT_ONCE }, work));
  expect(seen).toEqual(expected);
}

async function callAs(
  setup: Setup,
  one: RouteAccess,
  caller: Caller,
): Promise<[expected: number, seen: number]> {
  const key = keyOf(one);
  const call = CALLS[key] as Call;
  const named = { ...setup.own, ...(await call.name?.(setup, caller)) };
  await settle(setup.app, caller, named, partsOf(key));
  const isSelf = named.userId === 'me' || named.userId === caller.userId;
  const refusal = expectedRefusal(partsOf(key), caller, { isSelf, isDeleted: call.isDeleted ?? false });
  const beyond = call.refusal?.(caller) ?? (caller.isService ? call.statusForService : undefined);
  const restore = call.endsSessions && (await keepSessions(setup.app));
  const status = await sendCall(setup, one, caller, named);
  if (restore) await restore();
  await call.undo?.(setup);
  return [refusal ?? beyond ?? call.status, status];
}
