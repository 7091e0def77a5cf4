import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { RouteAccess } from '../../src/access/authorize.ts';
import { newId } from '../../src/http/ids.ts';
import { CALLS } from './calls.ts';
import { EXPECTATIONS } from './expectations.ts';
import { type Ground, prepareGround } from './ground.ts';
import { keyOf, parametersOf, sendCall } from './send.ts';

let ground: Ground;
let table: RouteAccess[];
beforeAll(async () => {
  ground = await prepareGround();
  table = ground.app.app.accessTable;
});
afterAll(() => ground?.close());

const children = Object.keys(CALLS).flatMap((key) =>
  parametersOf(key)
    .slice(1)
    .map((parameter) => [key, parameter] as const),
);

test('of every parameter below a parent, and of the parents, there is one in each organization', () => {
  const parameters = new Set(children.flatMap(([key]) => parametersOf(key)));
  expect(parameters.size).toBeGreaterThan(5);
  for (const parameter of parameters) {
    expect(ground.own[parameter], `test/permissions/resources.ts says what a ${parameter} is`).toBeDefined();
    expect(ground.foreign[parameter]).toBeDefined();
    expect(ground.foreign[parameter]).not.toBe(ground.own[parameter]);
  }
});

/** Asked by who may everything in both organizations: what keeps them apart is where things are, not who asks. */
describe('what belongs to another parent is not found below this one', () => {
  test.each(children)('%s with another %s', async (key, parameter) => {
    const route = table.find((one) => keyOf(one) === key) as RouteAccess;
    for (const value of [ground.foreign[parameter] as string, newId(), 'no-such-thing']) {
      expect(await sendCall(ground, route, ground.both, { [parameter]: value }), value).toBe(404);
    }
  });

  test.each([...new Set(children.map(([key]) => key))])('%s below another organization’s', async (key) => {
    const [first] = parametersOf(key) as [string];
    const route = table.find((one) => keyOf(one) === key) as RouteAccess;
    expect(EXPECTATIONS[key]).toBeDefined();
    expect(await sendCall(ground, route, ground.both, { [first]: ground.foreign[first] as string })).toBe(
      404,
    );
  });
});
