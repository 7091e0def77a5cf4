import { expect, test } from 'vitest';
import { DatabaseFailure } from '../../platform/db/database-failure.ts';
import { createTakeInsightsTurn } from './insights-turns.ts';

const take = createTakeInsightsTurn(4);
const failWith = (error: unknown) => take('organization', () => Promise.reject(error));

test('a question that takes too long is told to ask for less', async () => {
  const error = new DatabaseFailure('late', 'The database did not finish a statement in time.');
  await expect(failWith(error)).rejects.toMatchObject({
    status: 503,
    reason: 'insights-timeout',
    headers: { 'retry-after': '60' },
  });
});

test('other failures stay what they are, and the next question has its turn', async () => {
  const error = new DatabaseFailure('away', 'The database cannot be reached.');
  await expect(failWith(error)).rejects.toBe(error);
  await expect(take('organization', async () => 1)).resolves.toBe(1);
});
