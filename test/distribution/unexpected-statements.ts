import { EXCEPTED } from './exceptions.ts';
import type { ExplainedStatement } from './explain-statements.ts';

/** The statements that ask several shards, or that Citus refuses, without being an exception. */
export const describeUnexpected = (statements: readonly ExplainedStatement[]): string[] =>
  statements
    .filter(({ kind, source }) => (kind === 'crossing' || kind === 'refused') && !EXCEPTED.has(source))
    .map(({ source, kind, reason }) => `${source}: ${kind}: ${reason}`)
    .sort();
