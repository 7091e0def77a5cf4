import { appendFileSync } from 'node:fs';
import { afterAll } from 'vitest';
import { createTestDatabase, type TestDatabase } from './database.ts';
import { explainStatements } from './distribution/explain-statements.ts';
import { recordStatements, takeStatements } from './distribution/record-statements.ts';

/** Writes all statements of the tests, and what each would be on a distributed database, as lines of JSON. */
const LOG = process.env.LECTERN_STATEMENT_LOG;
if (LOG !== undefined) {
  let database: Promise<TestDatabase> | undefined;
  recordStatements();
  afterAll(async () => {
    // The worker keeps one database for this, which ends with the server.
    database ??= createTestDatabase({ poolSize: 1 });
    const explained = await explainStatements((await database).sql, takeStatements());
    appendFileSync(
      LOG,
      explained.map((one) => `${JSON.stringify({ ...one, parameters: undefined })}\n`).join(''),
    );
  });
}
