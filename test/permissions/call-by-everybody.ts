import { expect } from 'vitest';
import type { RouteAccess } from '../../apps/server/platform/access/authorize.ts';
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

/** They tell whether it has the access of its GET: the rest of the answer is made by the same code. */
export const CALLERS_OF_HEAD = new Set([
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

/** Calls a route as everybody, and compares what they are answered with what is promised. */
export async function callByEverybody(setup: Setup, key: string): Promise<void> {
  const routes = setup.app.app.accessTable.filter((one) => keyOf(one) === key);
  expect(routes.length).toBeGreaterThan(0);
  const seen: Record<string, number> = {};
  const expected: Record<string, number> = {};
  const queue = routes.flatMap((one) =>
    setup.callers
      .filter(({ name }) => one.method !== 'HEAD' || CALLERS_OF_HEAD.has(name))
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
