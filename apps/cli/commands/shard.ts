import { setTimeout as sleep } from 'node:timers/promises';
import type { ReservedSql } from 'postgres';
import type { Config } from '../../server/platform/config.ts';
import { connectDatabase } from '../../server/platform/db/connect.ts';
import {
  hasTriggers,
  planDistribution,
  readPlacements,
  requireCitus,
  runStep,
} from '../../server/platform/db/shard/create-distribution.ts';
import { readMachines, readRebalancing, startRebalancing } from '../../server/platform/db/shard/rebalance.ts';
import { createLog } from '../../server/platform/log.ts';
import { CommandError } from './command-error.ts';
import { parseCommand } from './parse-command.ts';

const MAX_SHARDS = 1024;
const POLL_MS = 2000;

/** `shard`: distributes the tables over the machines of a Citus cluster. */
export async function shardDatabase(config: Config, args: string[]): Promise<number> {
  const { print, shards } = parseCommand('shard', args).options;
  const count = shards === undefined ? undefined : readShards(shards);
  return withCitus(config, async (connection) => {
    const steps = await planDistribution(connection);
    if (print !== undefined) {
      if (count !== undefined) console.log(`set citus.shard_count = ${count};`);
      for (const { text, statements } of steps)
        console.log(`-- ${text}\nbegin;\n${statements.map((one) => `${one};\n`).join('')}commit;`);
      return 0;
    }
    if (steps.length === 0) {
      console.log('The database is distributed completely.');
      return 0;
    }
    await requireNobodyElse(connection);
    await requireNoQuotas(connection);
    if (count !== undefined) await connection.unsafe(`set citus.shard_count = ${count}`);
    for (const [index, step] of steps.entries()) {
      console.log(`${index + 1} of ${steps.length}: ${step.text}`);
      await runStep(connection, step);
    }
    console.log('The database is distributed. Start the service again.');
    return 0;
  });
}

/** `shard status`: what is distributed, and what each machine holds. */
export async function printShards(config: Config, args: string[]): Promise<number> {
  parseCommand('shard status', args);
  return withCitus(config, async (connection, version) => {
    const placements = await readPlacements(connection);
    console.log(`Citus ${version}`);
    for (const placement of ['distributed', 'reference', 'local'] as const) {
      const wanted = placements.filter((one) => one.wanted === placement);
      const done = wanted.filter((one) => one.actual === placement);
      console.log(`${placement}: ${done.length} of ${wanted.length} tables`);
    }
    for (const { host, port, shards, bytes } of await readMachines(connection))
      console.log(`${host}:${port}: ${shards} shards, ${Math.round(bytes / 2 ** 20)} MiB`);
    const rebalancing = await readRebalancing(connection);
    if (rebalancing) console.log(`The last rebalancing: ${rebalancing.state}`);
    const steps = await planDistribution(connection);
    console.log(
      steps.length === 0
        ? 'The database is distributed completely.'
        : `${steps.length} steps are left. Run “lectern shard”.`,
    );
    return 0;
  });
}

/** `shard rebalance`: lets Citus move shards, so that all machines hold about as much. */
export async function rebalanceShards(config: Config, args: string[]): Promise<number> {
  const { print } = parseCommand('shard rebalance', args).options;
  return withCitus(config, async (connection) => {
    if (print !== undefined) {
      console.log(`${startRebalancing.sql};`);
      return 0;
    }
    if ((await planDistribution(connection)).length > 0)
      throw new CommandError('The database is not distributed completely. Run “lectern shard” first.');
    const job = await startRebalancing(connection);
    if (job === undefined) {
      console.log('All machines hold about as much already.');
      return 0;
    }
    for (let shown = ''; ; await sleep(POLL_MS)) {
      const rebalancing = await readRebalancing(connection);
      if (!rebalancing) throw new CommandError('Citus knows nothing of the rebalancing.');
      const { state, done, all } = rebalancing;
      const line = `${state}: ${done} of ${all} groups of shards moved`;
      if (line !== shown) console.log(line);
      shown = line;
      if (state === 'finished') return 0;
      if (state === 'failed' || state === 'cancelled')
        throw new CommandError(
          `The rebalancing ended as ${state}. “select * from citus_rebalance_status()” has the reason.`,
        );
    }
  });
}

function readShards(text: string): number {
  const count = Number(text);
  if (/^\d+$/.test(text) && count >= 1 && count <= MAX_SHARDS) return count;
  throw new CommandError(`--shards must be a number from 1 to ${MAX_SHARDS}.`);
}

async function withCitus(
  config: Config,
  run: (connection: ReservedSql, version: string) => Promise<number>,
): Promise<number> {
  if (!config.databaseUrl)
    throw new CommandError(
      'The embedded PostgreSQL runs on one machine. Set DATABASE_URL to the coordinator of a Citus cluster.',
    );
  const log = createLog({ ...config, logLevel: 'warn' });
  const database = await connectDatabase({ url: config.databaseUrl, poolSize: 1, log });
  try {
    const connection = await database.sql.reserve();
    try {
      return await run(connection, await requireCitus(connection));
    } finally {
      connection.release();
    }
  } finally {
    await database.close();
  }
}

/** They are triggers, which Citus does not have by default. */
async function requireNoQuotas(connection: ReservedSql): Promise<void> {
  if (await hasTriggers(connection)) return;
  const [found] = await connection`
    select quota from quota_default union all select quota from organization_quota where value is not null limit 1`;
  if (found)
    throw new CommandError(
      'Quotas limit nothing on a distributed database without triggers. Set citus.enable_unsafe_triggers = on on all machines, or remove the quotas of the settings and of all organizations, and try again.',
    );
}

/** Without foreign keys and triggers, what a running service writes would not be checked. */
async function requireNobodyElse(connection: ReservedSql): Promise<void> {
  const others = await connection<{ name: string | null }[]>`
    select distinct application_name as name from pg_stat_activity
    where datname = current_database() and backend_type = 'client backend' and pid <> pg_backend_pid()
      and application_name not like 'citus%'`;
  if (others.length > 0)
    throw new CommandError(
      `Others are connected to the database (${others.map(({ name }) => name || 'unnamed').join(', ')}). Stop all processes of Lectern, and try again.`,
    );
}
