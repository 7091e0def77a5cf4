import { copyEvents } from '../../server/domains/insights/clickhouse/copy-events.ts';
import type { Config } from '../../server/platform/config.ts';
import { CommandError } from './command-error.ts';
import { withContext } from './with-context.ts';

/** `insights copy`: copies the events of readers from PostgreSQL to ClickHouse. */
export async function copyInsights(config: Config): Promise<number> {
  if (config.insightsUrl === undefined)
    throw new CommandError('LECTERN_INSIGHTS_URL is not set: there is nowhere to copy the events to.');
  return withContext(config, async ({ context: { jobDb, clickHouse } }) => {
    if (!clickHouse) return 1;
    let copied = 0;
    for await (const events of copyEvents(jobDb, clickHouse)) {
      copied += events;
      if (process.stderr.isTTY) process.stderr.write(`\r${copied} events`);
    }
    if (process.stderr.isTTY) process.stderr.write('\n');
    console.log(`Copied ${copied} events.`);
    return 0;
  });
}
