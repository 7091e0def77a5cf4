import type { ReservedSql } from 'postgres';

const START = 'select citus_rebalance_start() as job';

/** Returns undefined if there is nothing to move. */
export const startRebalancing = Object.assign(
  async (connection: ReservedSql): Promise<number | undefined> => {
    const [row] = await connection.unsafe<{ job: number | null }[]>(START);
    return row?.job ?? undefined;
  },
  { sql: START },
);

export interface Rebalancing {
  /** In the words of Citus, such as `running` or `finished`. */
  state: string;
  done: number;
  all: number;
}

/** The latest one; undefined: there was none. */
export async function readRebalancing(connection: ReservedSql): Promise<Rebalancing | undefined> {
  const [row] = await connection<{ state: string; counts: Record<string, number> | null }[]>`
    select state::text as state, details -> 'task_state_counts' as counts
    from citus_rebalance_status() order by job_id desc limit 1`;
  if (!row) return undefined;
  const counts = row.counts ?? {};
  return {
    state: row.state,
    done: counts.done ?? 0,
    all: Object.values(counts).reduce((sum, count) => sum + count, 0),
  };
}

export interface Machine {
  host: string;
  port: number;
  shards: number;
  bytes: number;
}

export const readMachines = (connection: ReservedSql): Promise<Machine[]> => connection<Machine[]>`
  select n.nodename as host, n.nodeport as port, count(s.shardid)::int as shards,
    coalesce(sum(s.shard_size), 0)::bigint as bytes
  from pg_dist_node n left join citus_shards s on s.nodename = n.nodename and s.nodeport = n.nodeport
  where n.noderole = 'primary' group by n.nodename, n.nodeport order by n.nodename, n.nodeport`;
