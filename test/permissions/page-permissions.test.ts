import { afterAll, beforeAll, describe, test } from 'vitest';
import { callByEverybody } from './call-by-everybody.ts';
import { CALLS } from './calls.ts';
import { type Ground, prepareGround } from './ground.ts';
import { isPage } from './send.ts';

let ground: Ground;
beforeAll(async () => {
  ground = await prepareGround();
});
afterAll(() => ground?.close());

describe('every page and every form, used by everybody', () => {
  const routes = Object.keys(CALLS).filter((key) => isPage(key.split(' ')[1] as string));
  test.each(routes)('%s', (key) => callByEverybody(ground, key));
});
