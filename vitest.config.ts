import { execFileSync } from 'node:child_process';
import { defineConfig } from 'vitest/config';
import { OPTIMIZATION_FLAGS } from './apps/cli/commands/delay-optimization.ts';
import { packageSources } from './scripts/package-sources.mjs';
import { LongSuitesFirst } from './test/sequencer.ts';
import { keepTemporaryFilesInMemory } from './test/temporary-files.ts';

// Vitest prints failures with two functions that Node.js has from version 22 on. Goes when Node.js 20 does.
function groupBy<K, V>(items: Iterable<V>, keyOf: (item: V) => K): Map<K, V[]> {
  const groups = new Map<K, V[]>();
  for (const item of items) groups.set(keyOf(item), [...(groups.get(keyOf(item)) ?? []), item]);
  return groups;
}
for (const [owner, group] of [
  [Map, groupBy],
  [
    Object,
    (items: Iterable<unknown>, keyOf: (item: unknown) => string) => Object.fromEntries(groupBy(items, keyOf)),
  ],
] as const) {
  if (!('groupBy' in owner)) Object.defineProperty(owner, 'groupBy', { value: group, configurable: true });
}

keepTemporaryFilesInMemory(process.env);

/** Suites of `npm test` that draw more, or kill more often, in the soak. */
const DRAWING_MORE = execFileSync('git', ['grep', '--untracked', '-l', 'LECTERN_SOAK', '--', '*.test.ts'], {
  cwd: import.meta.dirname,
  encoding: 'utf8',
})
  .trim()
  .split('\n');

const INSIGHTS = 'apps/server/domains/insights';
const IN_CLICKHOUSE = [
  `${INSIGHTS}/aggregate/*.test.ts`,
  `${INSIGHTS}/answers/*.test.ts`,
  `${INSIGHTS}/events/events.test.ts`,
  `${INSIGHTS}/export/*.test.ts`,
  `${INSIGHTS}/weekly/*.test.ts`,
];

export default defineConfig({
  plugins: [packageSources],
  test: {
    pool: 'forks',
    // One more than the two cores of the smallest machine: many tests wait for processes that they started.
    maxWorkers: 3,
    // A worker loads the service once, and compiles its schemas once, for all of its files.
    isolate: false,
    // Most code of a test runs a few times, as in a service that has just started.
    execArgv: [...OPTIMIZATION_FLAGS],
    sequence: { sequencer: LongSuitesFirst },
    testTimeout: 60_000,
    hookTimeout: 60_000,
    // How long a condition may take to come true. The default is a second, which a busy machine exceeds.
    expect: { poll: { timeout: 30_000 } },
    globalSetup: 'test/database-server.ts',
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          setupFiles: [
            'test/property-seed.ts',
            'test/plugin-names.setup.ts',
            'test/response-contract.setup.ts',
            'test/statements.setup.ts',
          ],
          include: ['packages/**/*.test.ts', 'apps/**/*.test.ts', 'test/**/*.test.ts'],
          exclude: ['**/*.soak.test.ts'],
        },
      },
      {
        extends: true,
        // The same tests with the events of readers in ClickHouse.
        test: {
          name: 'clickhouse',
          provide: { eventsAreInClickHouse: true },
          setupFiles: ['test/property-seed.ts', 'test/response-contract.setup.ts'],
          include: IN_CLICKHOUSE,
        },
      },
      {
        extends: true,
        test: {
          name: 'soak',
          setupFiles: ['test/property-seed.ts', 'test/response-contract.setup.ts'],
          include: [
            'packages/**/*.soak.test.ts',
            'apps/**/*.soak.test.ts',
            'test/**/*.soak.test.ts',
            ...DRAWING_MORE,
          ],
          testTimeout: 1_800_000,
        },
      },
    ],
  },
});
