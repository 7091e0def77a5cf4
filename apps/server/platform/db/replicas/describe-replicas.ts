import type { Config } from '../../config.ts';
import type { SourceOptions } from '../database-source.ts';

/** The replicas of the configuration, as options of a connection. */
export const describeReplicas = ({
  databaseReplicaUrls,
  replicaWaitMs: waitMs,
}: Pick<Config, 'databaseReplicaUrls' | 'replicaWaitMs'>): {
  replicas?: { sources: SourceOptions[]; waitMs: number };
} =>
  databaseReplicaUrls.length === 0
    ? {}
    : { replicas: { sources: databaseReplicaUrls.map((url) => ({ url })), waitMs } };
