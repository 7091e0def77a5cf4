/** Old addresses of pages of a spec, which a new version of the spec has moved. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { putContent } from '../../../test/content.ts';
import { addSpace } from '../../../test/factories.ts';
import { buildSiteGround, type SiteGround } from '../../../test/fixtures/published/machines/site.ts';
import { publishSpec } from '../../../test/fixtures/review/openapi-drift/drift.ts';

let setup: SiteGround;
let path: string;

/** Titles are the addresses of pages. */
interface Tag {
  name: string;
  summary?: string;
  parent?: string;
}
const specOf = (tags: Tag[], operations: Record<string, { tag: string; summary: string; id?: string }>) =>
  JSON.stringify({
    openapi: '3.2.0',
    info: { title: 'Shop', version: '1' },
    tags,
    paths: Object.fromEntries(
      Object.entries(operations).map(([at, { tag, summary, id }]) => [
        at,
        { get: { tags: [tag], summary, ...(id ? { operationId: id } : {}), responses: {} } },
      ]),
    ),
  });

const publish = (slug: string, source: string) =>
  publishSpec(setup.app, { organizationId: setup.app.organizationId, slug, source });

const SUMMARY = (spec: string, props: string): string =>
  `  * \`\`\`yaml\n    type: builtin:openapi\n    props: ${props}\n    dependencies: {spec: {ref: {kind: openapi, spec: ${spec}}}}\n    \`\`\`\n`;

beforeAll(async () => {
  setup = await buildSiteGround();
  const spaceId = await addSpace(setup.app);
  await publish('shop', specOf(TAGS, OPERATIONS));
  await publish('each', specOf(TAGS, OPERATIONS));
  await putContent(setup.app, spaceId, {
    'SUMMARY.md': `* [Start](README.md)\n* [Shop](shop.md)\n${SUMMARY('shop', '{models: false}')}* [Each](each.md)\n${SUMMARY('each', '{models: false, grouping: by-operation}')}`,
    'README.md': '# Start\n',
    'shop.md': '# Shop\n',
    'each.md': '# Each\n',
  });
  ({ path } = await setup.addPublishedSite({ spaceIds: [spaceId] }));
});
afterAll(() => setup.close());

const TAGS: Tag[] = [{ name: 'Goods' }, { name: 'Orders' }, { name: 'People' }];
const OPERATIONS = {
  '/goods': { tag: 'Goods', summary: 'List goods' },
  '/goods/{id}': { tag: 'Goods', summary: 'Get goods', id: 'getGoods' },
  '/orders': { tag: 'Orders', summary: 'List orders' },
  '/people': { tag: 'People', summary: 'List people' },
};

const leadsTo = async (from: string) => {
  const { status, location } = await setup.visit(path + from);
  return [status, location?.slice(path.length)];
};

test('lead to the page where it is now, as long as nothing else is there', async () => {
  expect(await leadsTo('/shop/orders')).toEqual([200, undefined]);
  const tags = [
    { name: 'Goods' },
    { name: 'Orders', parent: 'Goods' },
    { name: 'People', summary: 'Customers' },
  ];
  await publish('shop', specOf(tags, OPERATIONS));
  expect(await leadsTo('/shop/goods/orders')).toEqual([200, undefined]);
  expect(await leadsTo('/shop/orders')).toEqual([307, '/shop/goods/orders']);
  expect(await leadsTo('/shop/people.md')).toEqual([307, '/shop/customers.md']);
  expect(await leadsTo('/shop/nothing')).toEqual([404, undefined]);
});

test('lead to the page with most of its operations if the tag is called something else', async () => {
  const tags = [{ name: 'Products' }, { name: 'Orders', parent: 'Products' }, { name: 'People' }];
  await publish(
    'shop',
    specOf(tags, {
      ...OPERATIONS,
      '/goods': { tag: 'Products', summary: 'List goods' },
      '/goods/{id}': { tag: 'Products', summary: 'Get goods' },
    }),
  );
  expect(await leadsTo('/shop/goods')).toEqual([307, '/shop/products']);
  expect(await leadsTo('/shop/goods/orders')).toEqual([307, '/shop/products/orders']);
  // From the version before.
  expect(await leadsTo('/shop/orders')).toEqual([307, '/shop/products/orders']);
  expect(await leadsTo('/shop/people')).toEqual([200, undefined]);
});

test('lead to the page of an operation with another summary, path or tag', async () => {
  expect(await leadsTo('/each/goods/get-goods')).toEqual([200, undefined]);
  await publish(
    'each',
    specOf(TAGS, {
      '/goods': { tag: 'Goods', summary: 'All goods' },
      '/products/{id}': { tag: 'Orders', summary: 'One product', id: 'getGoods' },
      '/orders': OPERATIONS['/orders'],
    }),
  );
  expect(await leadsTo('/each/goods/list-goods')).toEqual([307, '/each/goods/all-goods']);
  expect(await leadsTo('/each/goods/get-goods')).toEqual([307, '/each/orders/one-product']);
  // What is gone leads nowhere.
  expect(await leadsTo('/each/people/list-people')).toEqual([404, undefined]);
});
