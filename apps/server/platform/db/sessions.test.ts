import type { Sql } from 'postgres';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { silentLog } from '../../../../test/database.ts';
import { SessionPool } from './sessions.ts';

const open = () => ({ options: {}, end: async () => {} }) as unknown as Sql;

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

test('who waits for a connection of a database that hangs is told after half a minute', async () => {
  const pool = new SessionPool({ size: 1, open, log: silentLog });
  const lent = await pool.lend();
  const waiting = expect(pool.lend()).rejects.toThrow('30 seconds');
  await vi.advanceTimersByTimeAsync(30_000);
  await waiting;
  // The one who gave up takes nothing away from the next.
  const next = pool.lend();
  pool.giveBack(lent);
  expect(await next).toBe(lent);
});

test('a connection that is given back in time goes to the one who waits longest', async () => {
  const pool = new SessionPool({ size: 1, open, log: silentLog });
  const lent = await pool.lend();
  const [first, second] = [pool.lend(), pool.lend()];
  await vi.advanceTimersByTimeAsync(29_000);
  pool.giveBack(lent);
  expect(await first).toBe(lent);
  pool.giveBack(lent);
  expect(await second).toBe(lent);
  await vi.advanceTimersByTimeAsync(60_000);
});

test('who waits for a statement is told when the connection is lost, even if the driver is silent', async () => {
  let close = () => {};
  const pool = new SessionPool({
    size: 1,
    open: (onClosed) => {
      close = onClosed;
      return open();
    },
    log: silentLog,
  });
  const session = await pool.lend();
  const silent = expect(pool.run(session, 0, () => new Promise(() => {}))).rejects.toThrow('lost');
  close();
  await vi.advanceTimersByTimeAsync(1);
  await silent;
});
