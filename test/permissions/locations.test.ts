/** The addresses that responses contain lead to what they name, for the caller who received them. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Call } from './call.ts';
import { CALLS } from './calls.ts';
import { type Ground, prepareGround } from './ground.ts';
import { inject, isPage, queryOf, type Route } from './send.ts';

let ground: Ground;
beforeAll(async () => {
  ground = await prepareGround();
});
afterAll(() => ground?.close());

const KEYS = Object.keys(CALLS).filter((key) => {
  const [method, url] = key.split(' ') as [string, string];
  return method !== 'DELETE' && !isPage(url) && !CALLS[key]?.endsSessions;
});

/** All `urls.location` of a body, at any depth. */
function listLocations(body: unknown): string[] {
  if (typeof body !== 'object' || body === null) return [];
  const { urls } = body as { urls?: { location?: unknown } };
  const own = typeof urls?.location === 'string' ? [urls.location] : [];
  return [...own, ...Object.values(body).flatMap(listLocations)];
}

describe('every address of a response can be read', () => {
  test.each(KEYS)('%s', async (key) => {
    const [method, url] = key.split(' ') as [Route['method'], string];
    const call = CALLS[key] as Call;
    const named = { ...ground.own, ...(await call.name?.(ground, ground.both)) };
    const query = queryOf(ground, call);
    const answer = await inject(ground, { method, url }, ground.both, {
      named,
      ...(call.body ? { body: call.body(ground) } : {}),
      ...(query ? { query } : {}),
    });
    const isJson = /^application\/json\b/.test(String(answer.headers['content-type']));
    const found = new Set(isJson && answer.statusCode < 300 ? listLocations(answer.json()) : []);
    const { location } = answer.headers;
    if (location !== undefined && answer.statusCode < 300) found.add(location);
    const failed: string[] = [];
    for (const address of found) {
      const { pathname, search } = new URL(address, ground.app.context.config.baseUrl);
      const read = await ground.app.request('GET', pathname + search, { token: ground.both.token as string });
      if (read.statusCode !== 200) failed.push(`${read.statusCode} ${address}`);
    }
    await call.undo?.(ground);
    expect(failed).toEqual([]);
  });
});
