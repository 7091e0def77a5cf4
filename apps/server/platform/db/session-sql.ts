import type { ReservedSql, Sql, TransactionSql } from 'postgres';
import { checkCommit, type Session, type SessionPool } from './sessions.ts';
import { limitStatements } from './sessions-dialect.ts';

type TransactionBody = (sql: TransactionSql) => unknown;

/** The driver's client with its transactions and reserved connections taken from the sessions. */
export function withSessions(sql: Sql, sessions: SessionPool): Sql {
  const lend = async (): Promise<Session> => {
    const session = await sessions.lend();
    // Migrations and the like may take long.
    if (session.hasResponded) await limitStatements(sessions, session, 0);
    return session;
  };
  const reserve = async (): Promise<ReservedSql> => {
    const session = await lend();
    return Object.assign(guard(session), {
      release: () => sessions.giveBack(session),
    }) as unknown as ReservedSql;
  };
  const begin = async (...given: [TransactionBody] | [string, TransactionBody]) => {
    const [mode, body] = given.length === 1 ? ['', given[0]] : given;
    const session = await lend();
    try {
      await session.client.unsafe(`begin ${mode}`);
      return await runInside(session, body, { undo: 'rollback', keep: 'commit' });
    } finally {
      sessions.giveBack(session);
    }
  };
  return Object.assign(sql, { reserve, begin });
}

async function runInside(
  session: Session,
  body: TransactionBody,
  ends: { undo: string; keep: string },
): Promise<unknown> {
  let savepoints = 0;
  const savepoint = async (...given: [TransactionBody] | [string, TransactionBody]) => {
    const name = `${ends.keep.startsWith('release') ? ends.keep.split(' ')[1] : 's'}_${savepoints++}`;
    await session.client.unsafe(`savepoint ${name}`);
    return runInside(session, given.at(-1) as TransactionBody, {
      undo: `rollback to ${name}`,
      keep: `release ${name}`,
    });
  };
  let result: unknown;
  try {
    const returned = await body(Object.assign(guard(session), { savepoint }) as unknown as TransactionSql);
    result = Array.isArray(returned) ? await Promise.all(returned) : returned;
  } catch (error) {
    if (!session.lost) await session.client.unsafe(ends.undo).catch(() => {});
    throw session.lost ?? error;
  }
  if (session.lost) throw session.lost;
  checkCommit(await session.client.unsafe(ends.keep));
  return result;
}

/** The session's client, which says at once that its connection is lost. */
function guard(session: Session): Sql {
  const check = () => {
    if (session.lost) throw session.lost;
  };
  const query = (...given: Parameters<Sql>) => {
    check();
    return session.client(...given);
  };
  const unsafe = (...given: Parameters<Sql['unsafe']>) => {
    check();
    return session.client.unsafe(...given);
  };
  return Object.assign(query, session.client, { unsafe }) as unknown as Sql;
}
