/** Every list of the API, read page by page while its items go and move. */

import { newId } from '@lectern/std/ids';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { sendTest } from '../../apps/server/domains/core/webhooks/deliveries.service.ts';
import { BY_OPERATOR } from '../../apps/server/platform/access/cause.ts';
import { addMember, addOrganization, addSpace, addTeam, addUser, grantRole } from '../factories.ts';
import { runJobs } from '../jobs.ts';
import { insertArchiveImport, nameExport } from './archive-calls.ts';
import type { Caller } from './callers.ts';
import { CALLS } from './calls.ts';
import { insertOrganizationImport } from './import-calls.ts';
import { insertFailedJob } from './instance-calls.ts';
import { insertSession } from './people.ts';
import { createChangeRequest, deleteSomePage, insertImport, type Named } from './resources.ts';
import { inject, isPage, queryOf } from './send.ts';
import { prepareSetup, type Setup } from './setup.ts';

interface Page {
  next?: { page: string };
  count?: number;
  items: object[];
}

const DELETIONS = Object.keys(CALLS).filter((key) => /^DELETE .*\/:\w+$/.test(key));
const parentOf = (deletion: string): string => deletion.replace(/^DELETE (.*)\/:\w+$/, '$1');
const GETS = Object.keys(CALLS).filter((key) => key.startsWith('GET ') && !isPage(key.slice(4)));

let setup: Setup;
let admin: Caller;
/** The keys of the routes that return lists, by what the API says of itself. */
const lists = new Set<string>();

interface Schema {
  $ref?: string;
  properties?: Record<string, Schema>;
  allOf?: Schema[];
}

beforeAll(async () => {
  setup = await prepareSetup();
  admin = setup.both;
  const { paths, components } = (await setup.app.request('GET', '/v1/openapi.json')).json();
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
}, 300_000);
afterAll(() => setup?.close());

/** Lists that have more items with a query. */
const QUERIES: Record<string, (named: Named) => string> = {
  'GET /v1/orgs/:organizationId/sites/:siteId/conditions': ({ spaceId }) => `space=${spaceId}`,
};

async function read(key: string, named: Named, more: string): Promise<Page> {
  const query = [queryOf(setup, CALLS[key]), QUERIES[key]?.(named), more].filter(Boolean).join('&');
  const response = await inject(setup, { method: 'GET', url: key.slice(4) }, admin, { named, query });
  expect(response.statusCode, response.body).toBe(200);
  return response.json();
}

const nameOf = (item: object): string => JSON.stringify('id' in item ? item.id : item);
/** A search in an organization returns the pages that it finds by their spaces. */
const namesIn = ({ items }: Page): string[] =>
  items.flatMap((item) => ('pages' in item ? (item.pages as object[]).map(nameOf) : nameOf(item)));

/** How items of lists are added that have no call of the same address for it. */
const ADDITIONS: Record<string, (named: Named) => Promise<unknown>> = {
  '/v1/collections/:collectionId/spaces': ({ organizationId, collectionId }) =>
    setup.app.request('POST', `/v1/orgs/${organizationId}/spaces`, {
      token: admin.token as string,
      body: { title: 'A space', parent: collectionId },
    }),
  '/v1/spaces/:spaceId/trash': ({ spaceId }) =>
    deleteSomePage(setup.app, { spaceId: spaceId as string, token: admin.token as string }),
  '/v1/spaces/:spaceId/change-requests': ({ spaceId }) => addChangeRequest(spaceId),
  '/v1/orgs/:organizationId/change-requests': ({ spaceId }) => addChangeRequest(spaceId),
  '/v1/spaces/:spaceId/content/imports': ({ organizationId, spaceId }) =>
    insertImport(setup.app, { organizationId, spaceId } as never, 'completed'),
  '/v1/orgs/:organizationId/imports': () => insertOrganizationImport(setup, 'completed'),
  '/v1/orgs/:organizationId/teams/:teamId/members': async ({ teamId, ...named }) =>
    setup.app.request('PUT', `/v1/orgs/${named.organizationId}/teams/${teamId}/members`, {
      token: admin.token as string,
      body: { add: [await addUserOf(named)] },
    }),
  '/v1/orgs/:organizationId/invitations': ({ organizationId }) =>
    send('POST', `/v1/orgs/${organizationId}/invites`, { emails: [`${newId()}@example.com`] }),
  '/v1/orgs/:organizationId/teams/:teamId/permissions': async ({ organizationId, teamId }) =>
    grantRole(setup.app, {
      role: 'edit',
      organizationId,
      teamId,
      spaceId: await addSpace(setup.app, { organizationId: organizationId as string }),
    } as never),
  '/v1/orgs/:organizationId/members/:userId/teams': ({ organizationId, userId }) =>
    addTeam(setup.app, { organizationId, members: [userId] } as never),
  '/v1/user/recent': async () =>
    send('POST', '/v1/user/recent', {
      space: await addSpace(setup.app, { organizationId: setup.own.organizationId as string }),
    }),
  '/v1/user/favorites': async () =>
    send('PUT', '/v1/user/favorites', {
      space: await addSpace(setup.app, { organizationId: setup.own.organizationId as string }),
    }),
  '/v1/instance/users': () => addUser(setup.app),
  '/v1/instance/organizations': () => addOrganization(setup.app),
  '/v1/orgs/:organizationId/exports': () => nameExport(setup),
  '/v1/instance/organization-imports': () => insertArchiveImport(setup),
  '/v1/instance/jobs': () => insertFailedJob(setup.app),
  '/v1/user/sessions': () => insertSession(setup.app, { token: admin.token as string }),
  ...Object.fromEntries(
    [
      ['/v1/spaces/:spaceId', 'spaceId'],
      ['/v1/collections/:collectionId', 'collectionId'],
      ['/v1/orgs/:organizationId/sites/:siteId', 'siteId'],
    ].flatMap(([url, place]) => [
      [`${url}/permissions/users`, (named: Named) => grant(named, place as string, 'userId')],
      [`${url}/permissions/teams`, (named: Named) => grant(named, place as string, 'teamId')],
    ]),
  ),
};

/** Lists of one more item for each of the four additions, which no call of the same address makes. */
const OF_CONTENT = [
  '/content/files',
  '/content/page/:pageId/links',
  '/content/page/:pageId/backlinks',
].concat('/content/files/:fileId/backlinks');
const ONE_SPACE = '/v1/spaces/:spaceId';
const ONE_REQUEST = `${ONE_SPACE}/change-requests/:changeRequestId`;
const ONE_ORGANIZATION = '/v1/orgs/:organizationId';
const ONE_SPEC = `${ONE_ORGANIZATION}/openapi/:specSlug`;
const ONE_CLUSTER = `${ONE_ORGANIZATION}/conversations-clusters/:clusterId`;

const fillNames = (url: string, named: Named): string =>
  url.replaceAll(/:(\w+)/g, (_, name: string) => named[name] as string);

async function send(method: 'POST' | 'PUT', url: string, body: object): Promise<void> {
  const { statusCode, body: text } = await setup.app.request(method, url, {
    body,
    token: admin.token as string,
  });
  expect(statusCode, text).toBeLessThan(300);
}

/** Adds a file, a page that links to what the lists of links are about, and links of the page itself. */
async function addContent(place: string, named: Named): Promise<void> {
  const { pageId, fileId } = named;
  const name = newId();
  const links = Array.from({ length: 5 }, (_, n) => `[a](https://example.com/${n})`).join(' ');
  await send('POST', `${fillNames(place, named)}/content`, {
    changes: [
      {
        operation: 'insert_files',
        files: [{ name: `${name}.txt`, base64: Buffer.from(name).toString('base64') }],
      },
      {
        operation: 'insert_page',
        title: `A page ${name}`,
        condition: `visitor.claims.plan === "${name}"`,
        document: { markdown: `# A page ${name}\n\n[a](/pages/${pageId}) [b](/files/${fileId})\n` },
      },
      { operation: 'update_page', page: pageId, document: { markdown: `# Page\n\n${links} ${name}\n` } },
    ],
  });
}

async function addVersion(named: Named): Promise<void> {
  const info = { title: 'Pets', version: newId() };
  const text = JSON.stringify({
    openapi: '3.1.0',
    info,
    paths: { [`/${newId()}`]: { get: { responses: {} } } },
  });
  await send('PUT', fillNames(ONE_SPEC, named), { source: { text } });
  await runJobs(setup.app);
}

Object.assign(ADDITIONS, {
  ...Object.fromEntries(
    OF_CONTENT.flatMap((list) =>
      [ONE_SPACE, ONE_REQUEST].map((place) => [place + list, (named: Named) => addContent(place, named)]),
    ),
  ),
  ...Object.fromEntries(
    [`${ONE_SPACE}/search`, `${ONE_ORGANIZATION}/search`].map((list) => [
      list,
      async (named: Named) => {
        await addContent(ONE_SPACE, named);
        await runJobs(setup.app);
      },
    ]),
  ),
  [`${ONE_ORGANIZATION}/sites/:siteId/conditions`]: (named: Named) => addContent(ONE_SPACE, named),
  ...Object.fromEntries(
    ['files', 'changes/pages'].map((list) => [
      `${ONE_SPACE}/revisions/:revisionId/${list}`,
      async (named: Named) => {
        await addContent(ONE_SPACE, named);
        named.revisionId = (await setup.app.request('GET', fillNames(ONE_SPACE, named))).json().revision;
      },
    ]),
  ),
  [`${ONE_REQUEST}/changes/pages`]: (named: Named) => addContent(ONE_REQUEST, named),
  [`${ONE_ORGANIZATION}/domains`]: ({ organizationId }: Named) =>
    setup.app.context.db
      .insertInto('organization_domain')
      .values({
        organization_id: organizationId as string,
        domain: `${newId()}.example`,
        challenge: 'a challenge',
      })
      .execute(),
  [`${ONE_ORGANIZATION}/webhooks/:webhookId/deliveries`]: ({ organizationId, webhookId }: Named) =>
    sendTest(setup.app.context, BY_OPERATOR, { organizationId, webhookId } as never),
  [`${ONE_REQUEST}/requested-reviewers`]: async (named: Named) => {
    const { organizationId } = named;
    const { userId } = await addMember(setup.app, { role: 'review', organizationId } as never);
    await send('POST', `${fillNames(ONE_REQUEST, named)}/requested-reviewers`, { users: [userId] });
  },
  [`${ONE_REQUEST}/requested-teams`]: async (named: Named) => {
    const { organizationId } = named;
    const { userId } = await addMember(setup.app, { role: 'review', organizationId } as never);
    const teamId = await addTeam(setup.app, { organizationId, members: [userId] } as never);
    await send('POST', `${fillNames(ONE_REQUEST, named)}/requested-reviewers`, {
      users: [],
      teams: [teamId],
    });
  },
  '/v1/user/notifications': ({ organizationId, spaceId }: Named) =>
    setup.app.context.db
      .insertInto('notification')
      .values({
        user_id: admin.userId as string,
        notification_id: newId(),
        organization_id: organizationId as string,
        space_id: spaceId as string,
        kind: 'mentioned',
        actor_id: newId(),
        created_at: setup.app.context.clock(),
      })
      .execute(),
  [`${ONE_SPEC}/versions`]: addVersion,
  [`${ONE_ORGANIZATION}/translations-glossary`]: ({ organizationId }: Named) =>
    send('PUT', `/v1/orgs/${organizationId}/translations-glossary`, {
      operations: [{ type: 'insert', translations: { en: `kept ${newId()}` } }],
    }),
  [`${ONE_ORGANIZATION}/conversations-clusters`]: ({ organizationId, clusterId }: Named) =>
    sql`insert into issues_cluster select (jsonb_populate_record(c, jsonb_build_object('cluster_id', ${newId()}::uuid,
      'number', (select max(number) + 1 from issues_cluster where organization_id = ${organizationId})))).*
      from issues_cluster c where organization_id = ${organizationId} and cluster_id = ${clusterId}`.execute(
      setup.app.context.db,
    ),
  [`${ONE_CLUSTER}/issues`]: ({ organizationId, clusterId }: Named) =>
    sql`insert into conversation_issue
      select (jsonb_populate_record(i, jsonb_build_object('issue_id', ${newId()}::uuid))).*
      from conversation_issue i where organization_id = ${organizationId} and cluster_id = ${clusterId} limit 1`.execute(
      setup.app.context.db,
    ),
} satisfies typeof ADDITIONS);

/** Lists that have one item here, each with the reason. */
const SHORT: Record<string, string> = {
  'GET /v1/orgs/:organizationId/members/:userId/sessions':
    'members use tokens here, and one of them signs in',
  ...Object.fromEntries(
    ['latest', ':versionId'].map((version) => [
      `GET ${ONE_SPEC}/versions/${version}/pages`,
      'no page mentions what changed in the spec',
    ]),
  ),
  'GET /v1/orgs/:organizationId/translations/:translationSettingsId/pages':
    'a page is translated when its space is, which takes a provider',
  'GET /v1/spaces/:spaceId/git/branches': 'the connection of the space follows a single branch',
  'GET /v1/orgs/:organizationId/sites/:siteId/insights/visitor-segments':
    'segments come from recorded visits',
};

const addChangeRequest = (spaceId: string | undefined) =>
  createChangeRequest(setup.app, spaceId as string, admin.token as string);

const addUserOf = async ({ organizationId }: Named): Promise<string> =>
  (await addMember(setup.app, { role: 'read', organizationId } as never)).userId;

async function grant(named: Named, place: string, grantee: 'userId' | 'teamId'): Promise<void> {
  const { organizationId } = named;
  const id =
    grantee === 'userId' ? await addUserOf(named) : await addTeam(setup.app, { organizationId } as never);
  await grantRole(setup.app, {
    role: 'edit',
    organizationId,
    [place]: named[place],
    [grantee]: id,
  } as never);
}

const ADDED = 4;
/** Every page that is added is in the lists of content of all later tests. */
const ADDED_PAGES = 2;
const isOfContent = (url: string): boolean =>
  /\/(?:files|links|backlinks|search|conditions)$/.test(url) && url in ADDITIONS;

async function addItems(url: string, named: Named): Promise<void> {
  const key = ['POST', 'PUT'].map((method) => `${method} ${url}`).find((one) => CALLS[one]);
  const call = key === undefined ? undefined : CALLS[key];
  const count = isOfContent(url) ? ADDED_PAGES : ADDED;
  for (let n = 0; n < count; n += 1) {
    if (ADDITIONS[url]) await ADDITIONS[url](named);
    else if (key && call) {
      const route = { method: key.split(' ')[0] as string, url };
      await inject(setup, route as never, admin, {
        named,
        ...(call.body ? { body: call.body(setup) } : {}),
      });
    }
  }
}

const MOVES = Object.keys(CALLS).filter((key) => /^POST .*\/:\w+\/move$/.test(key));
const movedBy = (move: string): string => move.split('/').at(-3) as string;

/** The call that moves items of a list; of a member's spaces none, whose order is another. */
const moveOf = (url: string): string | undefined =>
  url.includes('/members/')
    ? undefined
    : MOVES.find((one) =>
        [url, `/v1/${url.split('/').at(-1)}`].includes(one.slice(5).replace(/\/:\w+\/move$/, '')),
      );

/** How a move names a sibling, by the last part of the list's address. */
const SIBLINGS: Record<string, (id: string) => object> = {
  spaces: (id) => ({ type: 'space', space: id }),
  collections: (id) => ({ type: 'collection', collection: id }),
  sections: (id) => ({ type: 'site-section', siteSection: id }),
  'site-spaces': (id) => ({ type: 'site-space', siteSpace: id }),
  'section-groups': (id) => ({ type: 'site-section-group', id }),
};

/** Moves an item before a sibling, or to the end. Returns whether this was possible. */
async function moveItem(move: string, named: Named, { id, before }: { id: string; before?: string }) {
  const url = move.slice('POST '.length);
  const parameter = url.split(':').at(-1)?.replace('/move', '') as string;
  const sibling = before === undefined ? undefined : SIBLINGS[movedBy(move)]?.(before);
  const { statusCode } = await inject(setup, { method: 'POST', url }, admin, {
    named: { ...named, [parameter]: id },
    body: sibling ? { position: { before: sibling } } : {},
  });
  return statusCode === 200;
}

/** The lists that had several items, and those of which items went between pages. */
const several = new Set<string>();
const shortened = new Set<string>();
/** The lists of which items moved from behind the reader to what follows, and from there to what was read. */
const moved = { forward: new Set<string>(), back: new Set<string>() };

describe('every list', () => {
  test.each(GETS)('%s', async (key) => {
    if (!lists.has(key)) return;
    const url = key.slice(4);
    const named = { ...setup.own, ...(await CALLS[key]?.name?.(setup, admin)) };
    const before = namesIn(await read(key, named, 'limit=100'));
    await addItems(url, named);
    const whole = await read(key, named, 'limit=100');
    const deletion = DELETIONS.find(
      (one) => parentOf(one) === url || parentOf(one) === `/v1/${url.split('/').at(-1)}`,
    );
    const parameter = deletion?.split(':').at(-1);
    const move = moveOf(url);
    const seen: string[] = [];
    const gone = new Set<string>();
    let page: string | undefined = '';
    for (let n = 0; page !== undefined && n < 100; n += 1) {
      const part: Page = await read(key, named, `limit=1${page && `&page=${encodeURIComponent(page)}`}`);
      expect(part.items.length).toBeLessThanOrEqual(1);
      seen.push(...namesIn(part));
      page = part.next?.page;
      const [item] = part.items as { id?: string }[];
      if (gone.size < (move ? 1 : 2) && deletion && parameter && item?.id && !before.includes(nameOf(item))) {
        const { statusCode } = await inject(
          setup,
          { method: 'DELETE', url: deletion.slice('DELETE '.length) },
          admin,
          { named: { ...named, [parameter]: item.id } },
        );
        if (statusCode < 300) gone.add(nameOf(item));
      }
      if (move) {
        const movable = (whole.items as { id: string }[])
          .filter((one) => !before.includes(nameOf(one)) && !gone.has(nameOf(one)))
          .map(({ id }) => id);
        const read = movable.find((id) => seen.includes(JSON.stringify(id)));
        const waiting = movable.findLast((id) => !seen.includes(JSON.stringify(id)));
        if (read && waiting) {
          if (await moveItem(move, named, { id: waiting, before: read })) moved.back.add(key);
          if (await moveItem(move, named, { id: read })) moved.forward.add(key);
        }
      }
    }
    if (namesIn(whole).length > 1) several.add(key);
    if (gone.size > 0) shortened.add(key);
    expect(new Set(seen).size).toBe(seen.length);
    expect(seen.toSorted()).toEqual(namesIn(whole).toSorted());
  });
});

test('every list had several items, and many of them lost some', () => {
  expect([...lists].filter((key) => !several.has(key))).toEqual([...lists].filter((key) => key in SHORT));
  expect(shortened.size).toBeGreaterThan(20);
});

test('every list whose items can be moved had some moved past the reader, both ways', () => {
  expect([...new Set(MOVES.map(movedBy))].toSorted()).toEqual(Object.keys(SIBLINGS).toSorted());
  const movable = [...lists].filter((key) => moveOf(key.slice(4)));
  expect([...moved.back].toSorted()).toEqual(movable.toSorted());
  expect([...moved.forward].toSorted()).toEqual(movable.toSorted());
});

test('a list that is too long for cursors that name its items has each of them once', async () => {
  const { context } = setup.app;
  const organizationId = setup.own.organizationId as string;
  const titles = Array.from({ length: 501 }, (_, n) => `Collection ${n}`);
  const now = context.clock();
  await context.db
    .insertInto('collection')
    .values(
      titles.map((title, n) => ({
        organization_id: organizationId,
        collection_id: newId(),
        title,
        position: String(1000 + n),
        created_at: now,
        updated_at: now,
      })),
    )
    .execute();
  const seen: string[] = [];
  let page: string | undefined = '';
  while (page !== undefined) {
    const more = `limit=200${page && `&page=${encodeURIComponent(page)}`}`;
    const part: Page = await read('GET /v1/orgs/:organizationId/collections', setup.own, more);
    seen.push(...part.items.map((item) => ('title' in item ? String(item.title) : '')));
    page = part.next?.page;
    expect((page ?? '').length).toBeLessThan(200);
  }
  expect(seen.filter((title) => /^Collection \d+$/.test(title))).toEqual(titles);
});
