import { afterAll, beforeAll, describe, test } from 'vitest';
import { callByEverybody } from './call-by-everybody.ts';
import { CALLS } from './calls.ts';
import { isPage } from './send.ts';
import { prepareSetup, type Setup } from './setup.ts';

/** The soak calls as everybody. */
const CALLERS = process.env.LECTERN_SOAK ? 'all' : 'some';

let setup: Setup;
beforeAll(async () => {
  setup = await prepareSetup();
});
afterAll(() => setup?.close());

describe('every page and every form, used by everybody', () => {
  const routes = Object.keys(CALLS).filter((key) => isPage(key.split(' ')[1] as string));
  test.each(routes)('%s', (key) => callByEverybody(setup, key, CALLERS));
});
