import diagnostics from 'node:diagnostics_channel';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { buildTestApp, type TestApp } from '../../../../../../test/app.ts';
import {
  type AddedUser,
  addCollection,
  addMember,
  addSpace,
  addTeam,
  grantRole,
} from '../../../../../../test/factories.ts';

let app: TestApp;
let author: AddedUser;
let first: AddedUser;
let second: AddedUser;
let guest: AddedUser;
let base: string;
let team: string;
beforeAll(async () => {
  app = await buildTestApp();
  author = await addMember(app, { role: 'edit' });
  first = await addMember(app, { role: 'review', displayName: 'First' });
  second = await addMember(app, { role: 'review', displayName: 'Second' });
  guest = await addMember(app, { role: null });
});
afterAll(() => app.close());
beforeEach(async () => {
  base = `/v1/spaces/${await addSpace(app)}/change-requests`;
  const members = [author, first, second, guest].map(({ userId }) => userId);
  team = await addTeam(app, { title: 'Editors', members });
  await send('POST', base, {});
});

async function send(method: 'GET' | 'POST' | 'DELETE', url: string, body?: unknown, as = author) {
  const response = await app.request(method, url, { ...(body ? { body } : {}), token: as.token });
  return {
    status: response.statusCode,
    body: response.body === '' ? undefined : response.json(),
  };
}

const ask = (teams: string[], users: string[] = []) =>
  send('POST', `${base}/1/requested-reviewers`, { users, teams });
const review = (as: AddedUser, status = 'approved') => send('POST', `${base}/1/reviews`, { status }, as);
const countFor = async (filter: string, as: AddedUser) =>
  (await send('GET', `${base}?${filter}=me`, undefined, as)).body.count;
const listed = async () => (await send('GET', base)).body.items[0];

test('a team is asked, and its members who can read the space are told, except the author', async () => {
  const asked = await ask([team], [first.userId]);
  expect(asked.status).toBe(200);
  expect(asked.body).toMatchObject({
    users: [{ kind: 'user', user: { id: first.userId } }],
    teams: [{ object: 'change-request-requested-team', team: { id: team, title: 'Editors' }, awaited: true }],
  });
  expect((await send('GET', `${base}/1/requested-reviewers`)).body.count).toBe(1);
  expect((await send('GET', `${base}/1/requested-teams`)).body).toMatchObject({
    count: 1,
    items: [{ team: { id: team }, requestedBy: { id: author.userId } }],
  });
  const countOf = async (as: AddedUser) =>
    (await send('GET', '/v1/user/notifications', undefined, as)).body.count;
  expect([await countOf(first), await countOf(second), await countOf(author)]).toEqual([1, 1, 0]);
  const refused = await ask(['editors', await addTeam(app, { members: [guest.userId] })]);
  expect(refused.body.error.details).toMatchObject([{ path: 'teams.0' }, { path: 'teams.1' }]);
});

test('who in a team is told depends on the access of each member, direct and through collections and teams', async () => {
  const { db } = app.context;
  const parentId = await addCollection(app, { defaultLevel: null });
  const spaceId = await addSpace(app, { parentId });
  const add = (role: 'read' | 'admin' | null) => addMember(app, { role });
  const [admin, granted, byTeam, unable, disabled, blocked] = [
    await add('admin'),
    await add(null),
    await add('read'),
    await add('read'),
    await add('admin'),
    await add('admin'),
  ];
  const everybody = [admin, granted, byTeam, unable, disabled, blocked].map(({ userId }) => userId);
  await grantRole(app, { userId: author.userId, spaceId, role: 'edit' });
  await grantRole(app, { userId: granted.userId, spaceId, role: 'read' });
  const readers = await addTeam(app, { members: [byTeam.userId] });
  await grantRole(app, { teamId: readers, collectionId: parentId, role: 'comment' });
  const asked = await addTeam(app, { members: everybody });
  await sql`update member set disabled = true where user_id = ${disabled.userId}`.execute(db);
  await sql`update user_account set blocked_at = now() where user_id = ${blocked.userId}`.execute(db);
  base = `/v1/spaces/${spaceId}/change-requests`;
  await send('POST', base, {});
  expect((await ask([asked])).status).toBe(200);
  const { rows } = await sql<{
    id: string;
  }>`select user_id as id from notification where space_id = ${spaceId}`.execute(db);
  expect(rows.map(({ id }) => id).sort()).toEqual(
    [admin, granted, byTeam].map(({ userId }) => userId).sort(),
  );
  await sql`update user_account set blocked_at = null where user_id = ${blocked.userId}`.execute(db);
});

test('a large team takes as many statements as a team of two', async () => {
  const { db } = app.context;
  const large = await addTeam(app);
  await sql`
    with person as (
      insert into user_account (user_id, email, email_folded, display_name, name_folded, created_at)
      select id, id || '@example.com', id || '@example.com', 'Person', 'person', now()
      from (select gen_random_uuid() as id from generate_series(1, 1000)) one
      returning user_id
    ), joined as (
      insert into member (organization_id, user_id, role, joined_at)
      select ${app.organizationId}, user_id, 'read', now() from person)
    insert into team_member (organization_id, team_id, user_id, role, joined_at)
    select ${app.organizationId}, ${large}, user_id, 'member', now() from person`.execute(db);
  const countStatements = async (teams: string[]) => {
    let count = 0;
    const add = () => {
      count += 1;
    };
    diagnostics.subscribe('lectern:statement', add);
    expect((await ask(teams)).status).toBe(200);
    diagnostics.unsubscribe('lectern:statement', add);
    return count;
  };
  await countStatements([team]);
  expect(await countStatements([large])).toBeLessThanOrEqual((await countStatements([team])) + 2);
});

test('the review of one member is enough, until the content changes or the team is asked again', async () => {
  await ask([team]);
  expect([await countFor('awaitedReviewer', first), await countFor('awaitedReviewer', second)]).toEqual([
    1, 1,
  ]);
  expect(await countFor('awaitedReviewer', author)).toBe(0);
  expect(await countFor('requestedReviewer', second)).toBe(1);
  expect(await listed()).toMatchObject({
    reviewers: [],
    reviewTeams: [{ team: { id: team, title: 'Editors' } }],
    reviewState: 'waiting',
  });
  await review(first);
  expect([await countFor('awaitedReviewer', first), await countFor('awaitedReviewer', second)]).toEqual([
    0, 0,
  ]);
  expect(await countFor('requestedReviewer', second)).toBe(1);
  expect(await listed()).toMatchObject({
    reviewTeams: [{ status: 'approved', outdated: false }],
    reviewState: 'approved',
  });
  expect((await send('GET', `${base}/1/requested-teams`)).body.items).toMatchObject([
    { awaited: false, reviewer: { id: first.userId }, status: 'approved', outdated: false },
  ]);
  await review(second, 'changes-requested');
  expect(await listed()).toMatchObject({
    reviewTeams: [{ status: 'changes-requested' }],
    reviewState: 'changes-requested',
  });
  await ask([team]);
  expect(await countFor('awaitedReviewer', second)).toBe(1);
  await review(first);
  await review(second);
  const changes = [{ operation: 'insert_page', title: 'Page', document: {} }];
  await send('POST', `${base}/1/content`, { changes });
  expect(await countFor('awaitedReviewer', first)).toBe(1);
  expect(await listed()).toMatchObject({ reviewTeams: [{ outdated: true }], reviewState: 'waiting' });
});

test('the request is withdrawn, and goes with the team', async () => {
  const other = await addTeam(app, { members: [second.userId] });
  await ask([team, other]);
  const teams = `${base}/1/requested-teams`;
  expect((await send('DELETE', `${teams}/${team}`)).status).toBe(204);
  expect((await send('DELETE', `${teams}/${team}`)).body.error.reason).toBe('team-reviewer-not-found');
  expect((await send('DELETE', `${teams}/editors`)).status).toBe(404);
  expect((await send('DELETE', `${teams}/${other}`, undefined, guest)).status).toBe(404);
  expect(await countFor('awaitedReviewer', first)).toBe(0);
  expect(await countFor('awaitedReviewer', second)).toBe(1);
  await app.request('DELETE', `/v1/orgs/${app.organizationId}/teams/${other}`);
  expect(await countFor('awaitedReviewer', second)).toBe(0);
  expect((await send('GET', teams)).body.count).toBe(0);
});
