/** Every list of the API, read page by page while its items go. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Caller } from './callers.ts';
import { CALLS } from './calls.ts';
import { type Ground, prepareGround } from './ground.ts';
import type { Named } from './resources.ts';
import { inject, isPage, queryOf } from './send.ts';

interface Page {
  next?: { page: string };
  count?: number;
  items: object[];
}

const DELETIONS = Object.keys(CALLS).filter((key) => /^DELETE .*\/:\w+$/.test(key));
const parentOf = (deletion: string): string => deletion.replace(/^DELETE (.*)\/:\w+$/, '$1');
const GETS = Object.keys(CALLS).filter((key) => key.startsWith('GET ') && !isPage(key.slice(4)));

let ground: Ground;
let admin: Caller;
/** The keys of the routes that return lists, by what the API says of itself. */
const lists = new Set<string>();

interface Schema {
  $ref?: string;
  properties?: Record<string, Schema>;
  allOf?: Schema[];
}

beforeAll(async () => {
  ground = await prepareGround();
  admin = ground.both;
  const { paths, components } = (await ground.app.request('GET', '/v1/openapi.json')).json();
  const fieldsOf = ({ $ref, properties = {}, allOf = [] }: Schema): string[] =>
    $ref
      ? fieldsOf(components.schemas[$ref.split('/').at(-1) as string])
      : [...Object.keys(properties), ...allOf.flatMap(fieldsOf)];
  for (const [path, { get }] of Object.entries<{
    get?: { parameters?: object[]; responses: Record<string, object> };
  }>(paths)) {
    const content = get?.responses[200] as { content?: Record<string, { schema?: Schema }> } | undefined;
    const fields = fieldsOf(content?.content?.['application/json']?.schema ?? {});
    const isPaged = get?.parameters?.some((one) => 'name' in one && one.name === 'limit');
    if (isPaged && fields.includes('items') && fields.includes('next'))
      lists.add(`GET ${path.replaceAll(/\{(\w+)\}/g, ':$1')}`);
  }
});
afterAll(() => ground?.close());

async function read(key: string, named: Named, more: string): Promise<Page> {
  const query = [queryOf(ground, CALLS[key]), more].filter(Boolean).join('&');
  const answer = await inject(ground, { method: 'GET', url: key.slice(4) }, admin, { named, query });
  expect(answer.statusCode, answer.body).toBe(200);
  return answer.json();
}

const nameOf = (item: object): string => JSON.stringify('id' in item ? item.id : item);

/** Adds items in the way in which a client does, where this is by the same address. */
async function addItems(url: string, named: Named): Promise<void> {
  const key = ['POST', 'PUT'].map((method) => `${method} ${url}`).find((one) => CALLS[one]);
  const call = key === undefined ? undefined : CALLS[key];
  if (!key || !call) return;
  const route = { method: key.split(' ')[0] as string, url };
  for (let n = 0; n < 3; n += 1)
    await inject(ground, route as never, admin, {
      named,
      ...(call.body ? { body: call.body(ground) } : {}),
    });
}

/** The lists that had several items, and those of which items went between pages. */
const several = new Set<string>();
const shortened = new Set<string>();

describe('every list', () => {
  test.each(GETS)('%s', async (key) => {
    if (!lists.has(key)) return;
    const url = key.slice(4);
    const named = { ...ground.own, ...(await CALLS[key]?.name?.(ground, admin)) };
    const before = (await read(key, named, 'limit=100')).items.map(nameOf);
    await addItems(url, named);
    const whole = await read(key, named, 'limit=100');
    const deletion = DELETIONS.find(
      (one) => parentOf(one) === url || parentOf(one) === `/v1/${url.split('/').at(-1)}`,
    );
    const parameter = deletion?.split(':').at(-1);
    const seen: string[] = [];
    const gone = new Set<string>();
    let page: string | undefined = '';
    for (let n = 0; page !== undefined && n < 50; n += 1) {
      const part: Page = await read(key, named, `limit=1${page && `&page=${encodeURIComponent(page)}`}`);
      expect(part.items.length).toBeLessThanOrEqual(1);
      seen.push(...part.items.map(nameOf));
      page = part.next?.page;
      const [item] = part.items as { id?: string }[];
      if (gone.size < 2 && deletion && parameter && item?.id && !before.includes(nameOf(item))) {
        const { statusCode } = await inject(
          ground,
          { method: 'DELETE', url: deletion.slice('DELETE '.length) },
          admin,
          { named: { ...named, [parameter]: item.id } },
        );
        if (statusCode < 300) gone.add(nameOf(item));
      }
    }
    if (whole.items.length > 1) several.add(key);
    if (gone.size > 0) shortened.add(key);
    expect(new Set(seen).size).toBe(seen.length);
    expect(seen.toSorted()).toEqual(whole.items.map(nameOf).toSorted());
  });
});

test('many lists had several items, and many of them lost some', () => {
  expect(several.size).toBeGreaterThan(30);
  expect(shortened.size).toBeGreaterThan(20);
});
