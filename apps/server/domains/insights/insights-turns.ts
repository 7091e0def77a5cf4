import { createTurns } from '../../platform/access/turns.ts';
import { insightsUnavailable } from '../../platform/clickhouse/clickhouse.ts';
import { DatabaseFailure } from '../../platform/db/database-failure.ts';
import { defineError } from '../../platform/http/errors.ts';

const RETRY_SECONDS = 5;
const TIMEOUT_RETRY_SECONDS = 60;

const insightsBusy = defineError({ status: 503, reason: 'insights-busy' }, () => ({
  message: `Too many queries of events are running at once. Try again in ${RETRY_SECONDS} seconds.`,
  headers: { 'retry-after': String(RETRY_SECONDS) },
}));

const insightsTimeout = defineError({ status: 503, reason: 'insights-timeout' }, () => ({
  message:
    'Counting the events of this period takes too long. Ask for a shorter period, or for fewer columns.',
  headers: { 'retry-after': String(TIMEOUT_RETRY_SECONDS) },
}));

/** The errors of any query of many events. */
export const INSIGHTS_ERRORS = [insightsBusy, insightsTimeout, insightsUnavailable] as const;

/**
 * Answers a question when it is the turn of its organization. Throws one of `INSIGHTS_ERRORS` if too many wait, or for
 * too long, or if counting does.
 */
export type TakeInsightsTurn = <Answer>(
  organizationId: string,
  response: () => Promise<Answer>,
) => Promise<Answer>;

const MAX_WAITING = 50;
const MAX_WAIT_MS = 20_000;

/**
 * Questions about many events take seconds of the database: one organization may use a quarter of the connections, all
 * of them together half, so that others read and write meanwhile.
 */
export function createTakeInsightsTurn(poolSize: number): TakeInsightsTurn {
  const turns = createTurns({
    ofOne: Math.max(1, Math.floor(poolSize / 4)),
    ofAll: Math.max(1, Math.floor(poolSize / 2)),
    waiting: MAX_WAITING,
    refuse: insightsBusy,
  });
  return async (organizationId, response) => {
    const end = await turns.take(organizationId, MAX_WAIT_MS);
    try {
      return await response();
    } catch (error) {
      throw error instanceof DatabaseFailure && error.kind === 'late' ? insightsTimeout() : error;
    } finally {
      end();
    }
  };
}
