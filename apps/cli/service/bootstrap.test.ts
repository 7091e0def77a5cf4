import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Writable } from 'node:stream';
import { pino } from 'pino';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createTestContext } from '../../../test/app.ts';
import { createTestDatabase, type TestDatabase } from '../../../test/database.ts';
import type { Actor } from '../../server/platform/access/actor.ts';
import type { Config } from '../../server/platform/config.ts';
import type { Context } from '../../server/platform/context.ts';
import { bootstrap, createUserToken } from './bootstrap.ts';

let database: TestDatabase;
let dataDir: string;
beforeEach(async () => {
  database = await createTestDatabase();
  dataDir = await mkdtemp(join(tmpdir(), 'lectern-bootstrap-'));
});
afterEach(async () => {
  await database.drop();
  await rm(dataDir, { recursive: true, force: true });
});

async function newContext(config: Partial<Config> = {}): Promise<Context & { lines: string[] }> {
  const lines: string[] = [];
  const output = new Writable({
    write: (chunk, _encoding, done) => {
      lines.push(String(chunk));
      done();
    },
  });
  const context = await createTestContext(database, {
    dataDir,
    clock: () => new Date('2030-01-01T00:00:00Z'),
    config: { secrets: [randomBytes(32).toString('hex')], ...config },
  });
  return { ...context, log: pino(output), lines };
}

const counts = async () => {
  const [row] = await database.sql`
    select (select count(*)::int from user_account) as users, (select count(*)::int from organization) as organizations,
      (select count(*)::int from token_directory) as tokens`;
  return row;
};

test('an empty database gets an administrator, an organization and a random token', async () => {
  const context = await newContext({ adminEmail: 'ops@example.com' });
  const first = await bootstrap(context);
  expect(first?.adminToken).toMatch(/^lct_/);
  expect(first?.isChosen).toBe(false);
  const actor = (await context.pointers.tokens.find(first?.adminToken as string)) as Actor;
  expect(actor).toMatchObject({ kind: 'user', scopes: ['read', 'write', 'admin'], expiresAt: null });
  const [row] = await database.sql`
    select email, display_name, role, m.organization_id from user_account join member m using (user_id)`;
  expect(row).toMatchObject({
    email: 'ops@example.com',
    display_name: 'ops',
    role: 'admin',
    organization_id: first?.organizationId,
  });
  expect(await counts()).toEqual({ users: 1, organizations: 1, tokens: 1 });
});

test('LECTERN_ADMIN_TOKEN is taken as it is', async () => {
  const adminToken = 'a-token-of-my-own-choosing';
  const context = await newContext({ adminToken });
  expect(await bootstrap(context)).toMatchObject({ adminToken, isChosen: true });
  expect(await context.pointers.tokens.find(adminToken)).toMatchObject({ kind: 'user' });
});

test('a later start changes nothing; it says so when LECTERN_ADMIN_TOKEN has another value', async () => {
  const adminToken = 'a-token-of-my-own-choosing';
  await bootstrap(await newContext({ adminToken }));

  const same = await newContext({ adminToken });
  expect(await bootstrap(same)).toBeUndefined();
  expect(same.lines).toEqual([]);

  const another = await newContext({ adminToken: 'a-different-token-this-time' });
  expect(await bootstrap(another)).toBeUndefined();
  expect(another.lines.join()).toContain('LECTERN_ADMIN_TOKEN');
  expect(another.lines.join()).not.toContain('a-different-token-this-time');
  expect(await another.pointers.tokens.find('a-different-token-this-time')).toBeUndefined();
  expect(await counts()).toEqual({ users: 1, organizations: 1, tokens: 1 });
});

test('of processes that start at once one makes the administrator', async () => {
  const contexts = await Promise.all(Array.from({ length: 4 }, () => newContext()));
  const results = await Promise.all(contexts.map((context) => bootstrap(context)));
  expect(results.filter((result) => result !== undefined)).toHaveLength(1);
  expect(await counts()).toEqual({ users: 1, organizations: 1, tokens: 1 });
});

test('the command line makes tokens for a user, whose address it takes in any case', async () => {
  const context = await newContext({ adminEmail: 'ops@example.com' });
  await bootstrap(context);
  const expiresAt = new Date('2030-02-01T00:00:00Z');
  const made = await createUserToken(context, {
    email: 'OPS@Example.com',
    title: 'CLI',
    scopes: ['read'],
    expiresAt,
  });
  expect(await context.pointers.tokens.find(made.token)).toMatchObject({
    kind: 'user',
    tokenId: made.tokenId,
    scopes: ['read'],
    expiresAt,
  });
  await expect(createUserToken(context, { email: 'who@example.com', title: 'CLI' })).rejects.toThrow(
    'who@example.com',
  );
  await expect(
    createUserToken(context, { email: 'ops@example.com', title: 'CLI', expiresAt: new Date(0) }),
  ).rejects.toThrow('future');
});
