/** The addresses that responses contain lead to what they name, for the caller who received them. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Call } from './call.ts';
import { CALLS } from './calls.ts';
import { inject, isPage, queryOf, type Route } from './send.ts';
import { prepareSetup, type Setup } from './setup.ts';

let setup: Setup;
beforeAll(async () => {
  setup = await prepareSetup();
});
afterAll(() => setup?.close());

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
    const named = { ...setup.own, ...(await call.name?.(setup, setup.both)) };
    const query = queryOf(setup, call);
    const response = await inject(setup, { method, url }, setup.both, {
      named,
      ...(call.body ? { body: call.body(setup) } : {}),
      ...(query ? { query } : {}),
    });
    const isJson = /^application\/json\b/.test(String(response.headers['content-type']));
    const found = new Set(isJson && response.statusCode < 300 ? listLocations(response.json()) : []);
    const { location } = response.headers;
    if (location !== undefined && response.statusCode < 300) found.add(location);
    const failed: string[] = [];
    for (const address of found) {
      const { pathname, search } = new URL(address, setup.app.context.config.baseUrl);
      const read = await setup.app.request('GET', pathname + search, { token: setup.both.token as string });
      if (read.statusCode !== 200) failed.push(`${read.statusCode} ${address}`);
    }
    await call.undo?.(setup);
    expect(failed).toEqual([]);
  });
});
