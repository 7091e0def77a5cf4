import { appendFileSync } from 'node:fs';
import { afterAll, expect } from 'vitest';
import { createTestDatabase, type TestDatabase } from './database.ts';
import { explainStatements } from './distribution/explain-statements.ts';
import { recordStatements } from './distribution/record-statements.ts';
import { describeUnexpected } from './distribution/unexpected-statements.ts';

/**
 * Writes all statements of the tests, and what each would be on a distributed database, as lines of JSON. A file of tests
 * fails if it sends one that asks several shards and is not known to.
 */
const LOG = process.env.LECTERN_STATEMENT_LOG;
if (LOG !== undefined) {
  let database: Promise<TestDatabase> | undefined;
  const recorder = recordStatements({ isForAll: true });
  afterAll(async () => {
    // The worker keeps one database for this, which ends with the server.
    database ??= createTestDatabase({ poolSize: 1 });
    const explained = await explainStatements((await database).sql, recorder.take());
    appendFileSync(
      LOG,
      explained.map((one) => `${JSON.stringify({ ...one, parameters: undefined })}\n`).join(''),
    );
    expect(describeUnexpected(explained)).toEqual([]);
  });
}
