import { createServer } from 'node:net';
import { setTimeout } from 'node:timers/promises';
import { sql as raw } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTestDatabase, silentLog, type TestDatabase } from '../../../../test/database.ts';
import { connectDatabase, type DatabaseConnection } from './connect.ts';
import { copyRows } from './copy-rows.ts';
import { StartError } from './start-error.ts';
import { valueTypes } from './value-types.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase({ poolSize: 2 });
});
afterAll(() => database.drop());

const connect = (change: Partial<DatabaseConnection>) =>
  connectDatabase({ connection: { ...database.connection, ...change }, poolSize: 1, log: silentLog });

describe('values', () => {
  async function roundTrip(type: string, value: unknown): Promise<unknown> {
    const { rows } = await raw<{ value: unknown }>`select ${value}::${raw.raw(type)} as value`.execute(
      database.db,
    );
    return rows[0]?.value;
  }

  test.each([
    ['bigint', Number.MAX_SAFE_INTEGER],
    ['bigint', 9_007_199_254_740_993n],
    ['timestamptz', new Date('2026-02-03T04:05:06.789Z')],
    ['bytea', Buffer.from([0, 255, 92])],
    ['bytea[]', [Buffer.from([0, 255, 92]), Buffer.from('"')]],
    ['text[]', ['a', 'b "c" \\ {d}', '']],
    ['text[]', []],
    ['bigint[]', [1, 2]],
    ['boolean[]', [true, false]],
    ['timestamptz[]', [new Date(0)]],
    ['uuid[]', ['0198ee66-6c00-7000-8000-000000000000', null]],
    ['int[]', [1, -2]],
    ['smallint[]', [1]],
    ['float8[]', [0.5, -1e300]],
    ['text[]', ['{}', 'null', 'NULL', null, ' ', 'a,b', '\\"']],
    ['varchar[]', ['a']],
    ['jsonb[]', [{ a: [1] }, 'text', null]],
    ['json[]', [{ a: [1] }]],
    ['bigint[]', [9_007_199_254_740_993n]],
    ['jsonb', { a: [1, 'two', null] }],
    ['jsonb', [true, false]],
    ['jsonb', 'text'],
    ['text', null],
  ])('%s arrives as it was sent (%#)', async (type, value) => {
    expect(await roundTrip(type, value)).toEqual(value);
  });

  test('all arrays of the schema have a type that is known', async () => {
    const columns = await database.sql<{ column: string; id: number }[]>`
      select attrelid::regclass || '.' || attname as column, atttypid as id from pg_attribute
      join pg_type on pg_type.oid = atttypid join pg_class on pg_class.oid = attrelid
      where typcategory = 'A' and relkind in ('r', 'p', 'v') and relnamespace = 'public'::regnamespace`;
    const unknown = columns.filter(
      ({ id }) => !Object.values(valueTypes).some(({ from }) => from.includes(id)),
    );
    expect(columns.length).toBeGreaterThan(10);
    expect(unknown).toEqual([]);
  });

  test('counts are numbers', async () => {
    const { rows } = await raw`select count(*) as n from organization`.execute(database.db);
    expect(rows).toEqual([{ n: 0 }]);
  });

  test('what is written says how many rows it touched', async () => {
    await database.sql`create table counted as select generate_series(1, 3) as n`;
    const result = await raw`delete from counted where n > ${1}`.execute(database.db);
    expect(result.numAffectedRows).toBe(2n);
  });

  test('queries with parameters are prepared', async () => {
    await database.db.connection().execute(async (connection) => {
      for (let n = 0; n < 3; n++) await raw`select ${n}::int as prepared_here`.execute(connection);
      const { rows } = await raw`select generic_plans + custom_plans as runs from pg_prepared_statements
        where statement like ${'%prepared_here%'} and statement not like ${'%pg_prepared%'}`.execute(
        connection,
      );
      expect(rows).toEqual([{ runs: 3 }]);
    });
  });

  test('rows can be read in portions', async () => {
    await database.sql`create table many as select generate_series(1, 25) as n`;
    const rows = [];
    for await (const row of database.db
      .selectFrom('many' as never)
      .selectAll()
      .stream(10))
      rows.push(row);
    expect(rows).toHaveLength(25);
  });
});

describe('a copy', () => {
  test('that the server refuses fails, and its connection goes on', async () => {
    await database.sql`create table unique_rows (n int unique)`;
    const copy = (...rows: { n: number }[]) =>
      database.db.transaction().execute((t) => copyRows(t, 'unique_rows' as never, ['n'], rows));
    await expect(copy({ n: 1 }, { n: 1 })).rejects.toThrow('duplicate key');
    await copy({ n: 2 });
    expect(await database.sql`select n from unique_rows`).toEqual([{ n: 2 }]);
  });
});

describe('a lost connection', () => {
  const end = (pid: number) => database.sql`select pg_terminate_backend(${pid}, 5000)`;
  const pidOf = raw<{ pid: number }>`select pg_backend_pid() as pid`;

  test('fails the transaction that it held, and nothing of it is written', async () => {
    await database.sql`create table kept (n int)`;
    const transaction = database.db.transaction().execute(async (t) => {
      const { rows } = await pidOf.execute(t);
      await raw`insert into kept values (1)`.execute(t);
      await end(rows[0]!.pid);
      await raw`insert into kept values (2)`.execute(t);
    });
    await expect(transaction).rejects.toThrow();
    expect(await database.sql`select * from kept`).toEqual([]);
  });

  test('fails queries that waited behind the one that was running', async () => {
    await database.sql`create table queued (n int)`;
    const transaction = database.db.transaction().execute(async (t) => {
      const { rows } = await pidOf.execute(t);
      const queries = [
        raw`select pg_sleep(${30})`.execute(t),
        raw`insert into queued values (${1})`.execute(t),
        raw`insert into queued values (${2})`.execute(t),
      ];
      const results = Promise.allSettled(queries);
      await end(rows[0]!.pid);
      expect((await results).map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected']);
    });
    await expect(transaction).rejects.toThrow('lost');
    expect(await database.sql`select * from queued`).toEqual([]);
  });

  test('fails a copy that was sent', async () => {
    await database.sql`create table copied (n int)`;
    await database.sql`create function wait_long() returns trigger language plpgsql as
      'begin perform pg_sleep(30); return new; end'`;
    await database.sql`create trigger waits before insert on copied for each row execute function wait_long()`;
    const transaction = database.db.transaction().execute(async (t) => {
      const { rows } = await pidOf.execute(t);
      const copy = expect(copyRows(t, 'copied' as never, ['n'], [{ n: 1 }])).rejects.toThrow();
      await setTimeout(200);
      await end(rows[0]!.pid);
      await copy;
    });
    await expect(transaction).rejects.toThrow('lost');
    expect(await database.sql`select * from copied`).toEqual([]);
  });

  test('fails rows that are read in portions, and does not end them', async () => {
    const read: unknown[] = [];
    const reading = database.db.connection().execute(async (connection) => {
      const { rows } = await pidOf.execute(connection);
      const numbers = connection
        .selectFrom(raw<{ n: number }>`generate_series(1, 10)`.as('numbers'))
        .selectAll();
      for await (const row of numbers.stream(2)) {
        read.push(row);
        if (read.length === 1) await end(rows[0]!.pid);
        // The close of the socket arrives a moment later.
        await setTimeout(50);
      }
    });
    await expect(reading).rejects.toThrow('lost');
    expect(read.length).toBeLessThan(10);
  });

  test('fails a transaction of the driver’s own', async () => {
    await database.sql`create table own (n int)`;
    const transaction = database.sql.begin(async (t) => {
      const [row] = await t<{ pid: number }[]>`insert into own values (1) returning pg_backend_pid() as pid`;
      await end(row!.pid);
      await t`insert into own values (2)`;
    });
    await expect(transaction).rejects.toThrow();
    expect(await database.sql`select * from own`).toEqual([]);
  });

  test('is replaced for the queries that follow, however many were lost', async () => {
    await Promise.all([raw`select pg_sleep(0.05)`.execute(database.db), raw`select 1`.execute(database.db)]);
    await database.sql`select pg_terminate_backend(pid, 5000) from pg_stat_activity
      where datname = current_database() and pid <> pg_backend_pid()`;
    // A server process closes its socket a moment after it counts as ended, and the close arrives later still.
    await setTimeout(200);
    const responses = await Promise.all(
      Array.from({ length: 6 }, (_, n) => raw<{ n: number }>`select ${n}::int as n`.execute(database.db)),
    );
    expect(responses.map(({ rows }) => rows[0]?.n)).toEqual([0, 1, 2, 3, 4, 5]);
  });
});

describe('deadlines', () => {
  test('the server cancels late statements of requests, and gives those of jobs more time, on one connection', async () => {
    const { db, jobDb, close } = await connectDatabase({
      connection: database.connection,
      poolSize: 1,
      log: silentLog,
      requestSeconds: 1,
      jobSeconds: 40,
    });
    const limit = raw<{ limit: string }>`select current_setting('statement_timeout') as limit`;
    const limits = [];
    for (const caller of [db, jobDb, db]) limits.push((await limit.execute(caller)).rows[0]?.limit);
    expect(limits).toEqual(['1s', '40s', '1s']);
    const late = raw`select pg_sleep(30)`.execute(db);
    await expect(late).rejects.toMatchObject({ name: 'DatabaseFailure', kind: 'late' });
    const job = raw`select pg_sleep(2)`.execute(jobDb);
    await expect(raw`select 1`.execute(db)).rejects.toThrow(
      'No database connection became available within 1 seconds',
    );
    await job;
    await close();
  });
});

describe('a column that a newer version adds while this one runs', () => {
  const read = (db: Parameters<ReturnType<typeof raw>['execute']>[0]) =>
    raw<object>`select * from grown where n = ${1}`.execute(db);

  test('fails no prepared statement with all columns, inside a transaction or outside', async () => {
    await database.sql`create table grown as select 1 as n`;
    const { db, close } = await connect({});
    try {
      await read(db);
      await db.transaction().execute(read);
      await database.sql`alter table grown add column added int not null default 5`;
      const inside = await db.transaction().execute(async (trx) => {
        await raw`update grown set n = ${1}`.execute(trx);
        const { rows } = await raw`update grown set n = ${1} returning *`.execute(trx);
        return [rows, (await read(trx)).rows];
      });
      expect(inside).toEqual([[{ n: 1, added: 5 }], [{ n: 1, added: 5 }]]);
      expect((await read(db)).rows).toEqual([{ n: 1, added: 5 }]);
      await database.sql`alter table grown add column more int`;
      expect((await read(db)).rows).toEqual([{ n: 1, added: 5, more: null }]);
    } finally {
      await close();
    }
  });
});

describe('transactions', () => {
  test('a failure that the caller overlooked is not taken for a commit', async () => {
    const overlook = (run: () => PromiseLike<unknown>) => Promise.resolve(run()).catch(() => {});
    await expect(
      database.db.transaction().execute((t) => overlook(() => raw`select 1/0`.execute(t))),
    ).rejects.toThrow();
    await expect(database.sql.begin((t) => overlook(() => t`select 1/0`.execute()))).rejects.toThrow();
  });

  test('a statement with too many parameters is an error, and the connection goes on', async () => {
    const values = raw.join(Array.from({ length: 70_000 }, (_, n) => raw`(${n}::int)`));
    const lost = database.db.transaction().execute(async (trx) => {
      await raw`select 1`.execute(trx);
      await raw`values ${values}`.execute(trx);
    });
    await expect(lost).rejects.toThrow('A statement has 70000 parameters, of at most 65533.');
    expect((await raw<{ n: number }>`select 1 as n`.execute(database.db)).rows).toEqual([{ n: 1 }]);
  });

  test('a parameter that is undefined is an error, and the connection goes on', async () => {
    const lost = database.db.transaction().execute((trx) => raw`select ${undefined}::text`.execute(trx));
    await expect(lost).rejects.toThrow('A parameter of the statement is undefined.');
    expect((await raw`select 1 as one`.execute(database.db)).rows).toEqual([{ one: 1 }]);
  });

  test('the driver’s own can undo a part', async () => {
    await database.sql`create table part (n int)`;
    await database.sql.begin(async (t) => {
      await t`insert into part values (1)`;
      await t.savepoint((s) => s`select 1/0`.execute()).catch(() => {});
      await t.savepoint('again', (s) => s`insert into part values (2)`);
    });
    expect(await database.sql`select n from part order by n`).toEqual([{ n: 1 }, { n: 2 }]);
  });

  test('more callers than connections wait for their turn', async () => {
    const results = await Promise.all(
      Array.from({ length: 8 }, () =>
        database.db.transaction().execute(async (t) => {
          await raw`select pg_sleep(0.005)`.execute(t);
          const { rows } = await raw<{ n: number }>`select count(*) as n from pg_stat_activity
            where datname = current_database() and state = 'active'`.execute(t);
          return rows[0]!.n;
        }),
      ),
    );
    expect(Math.max(...results)).toBeLessThanOrEqual(2);
  });

  test('compiles no statements, whatever the default of the server, and also if two processes start together', async () => {
    await database.sql.unsafe(
      `alter role current_user in database ${database.connection.database} reset jit`,
    );
    const both = await Promise.all([connect({}), connect({})]);
    for (const one of [...both, await connect({})]) {
      const { rows } = await raw`show jit`.execute(one.db);
      expect(rows).toEqual([{ jit: 'off' }]);
      await one.close();
    }
    const { rows } = await raw`
      select setconfig from pg_db_role_setting
      where setdatabase = (select oid from pg_database where datname = current_database())`.execute(
      database.db,
    );
    expect(rows).toEqual([{ setconfig: ['jit=off'] }]);
  });

  test('closing waits for what runs and refuses what comes after', async () => {
    const { db, close } = await connect({});
    const running = raw<{ n: number }>`select 1 as n from pg_sleep(0.1)`.execute(db);
    await setTimeout(20);
    await close();
    expect((await running).rows).toEqual([{ n: 1 }]);
    await expect(raw`select 1`.execute(db)).rejects.toThrow('closed');
  });
});

describe('a database that cannot be used is refused in one sentence', () => {
  const reason = async (attempt: Promise<unknown>): Promise<string> => {
    const error = await attempt.then(
      () => undefined,
      (failure: unknown) => failure,
    );
    expect(error).toBeInstanceOf(StartError);
    return (error as StartError).message;
  };

  // PostgreSQL 15 is run without passwords.
  test.skipIf(process.env.LECTERN_TEST_OLDEST_POSTGRES === '1')(
    'a wrong password, without repeating it',
    async () => {
      const message = await reason(connect({ password: 'open sesame' }));
      expect(message).toContain('refused the user name or password');
      expect(message).not.toContain('sesame');
    },
  );

  test('a database that does not exist', async () => {
    expect(await reason(connect({ database: 'nowhere' }))).toContain('“nowhere”');
  });

  test('a text encoding that is not UTF-8', async () => {
    await database.sql`create database latin encoding 'LATIN1' locale_provider libc locale 'C' template template0`;
    try {
      expect(await reason(connect({ database: 'latin' }))).toContain('stores text as LATIN1');
    } finally {
      await database.sql`drop database latin with (force)`;
    }
  });

  test('an address where nothing listens', async () => {
    const url = 'postgres://user:secret@127.0.0.1:9/docs';
    const message = await reason(connectDatabase({ url, poolSize: 1, log: silentLog }));
    expect(message).toContain('“docs” at 127.0.0.1:9 refused the connection');
    expect(message).not.toContain('secret');
  });

  test('a server that accepts the connection and says nothing', async () => {
    const silent = createServer().listen(0, '127.0.0.1');
    await new Promise((resolve) => silent.once('listening', resolve));
    const { port } = silent.address() as { port: number };
    const attempt = connectDatabase({
      url: `postgres://user@127.0.0.1:${port}/docs`,
      poolSize: 1,
      log: silentLog,
      connectTimeoutSeconds: 0.2,
    });
    expect(await reason(attempt)).toContain('does not respond');
    silent.close();
  });

  test('an address that is none', async () => {
    expect(await reason(connectDatabase({ url: 'postgres://[::/', poolSize: 1, log: silentLog }))).toContain(
      'DATABASE_URL is not a valid address',
    );
  });
});
