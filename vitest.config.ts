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

/** What takes long and changes rarely: whole repositories, and services that are killed. `npm run soak` runs them. */
const ONLY_IN_SOAK = [
  'packages/markdown/src/corpora.test.ts',
  'packages/openapi/src/changes/rewritten-specs.test.ts',
  'packages/openapi/src/samples/client-certificates.test.ts',
  'apps/server/domains/import/formats-over-http.test.ts',
  'apps/server/domains/git/branches/branches.test.ts',
  'apps/server/domains/git/branches/mirrored-requests.test.ts',
  'apps/server/domains/git/branches/review-journeys.test.ts',
  'apps/server/domains/git/corpora-import.test.ts',
  'apps/server/domains/git/export/first-export.test.ts',
  'apps/server/domains/git/git-export.test.ts',
  'apps/server/domains/git/git-round-trip.test.ts',
  'apps/server/domains/git/sync/parties.test.ts',
  'apps/server/domains/content/links/checks/link-checks.test.ts',
  'apps/server/domains/content/uploads/uploads-by-store.test.ts',
  'apps/server/domains/content/links/corpora-links.test.ts',
  'apps/server/domains/content/links/hostile-links.test.ts',
  'apps/server/domains/review/openapi-drift/corpora-mentions.test.ts',
  'apps/server/domains/publishing/published-content/changing-leaks.test.ts',
  'apps/sites/computed/corpora-references.test.ts',
  'apps/sites/computed/large-references.test.ts',
  'apps/sites/every-page.test.ts',
  'apps/sites/static-site/static-search.test.ts',
  'packages/render/src/corpora.test.ts',
  'packages/search/src/search-quality.test.ts',
  'test/browser/accessible-pages.browser.test.ts',
  'test/browser/console-access.browser.test.ts',
  'test/browser/console-blocks.browser.test.ts',
  'test/browser/console-conflicts.browser.test.ts',
  'test/browser/console-clicks.browser.test.ts',
  'test/browser/console-faults.browser.test.ts',
  'test/browser/console-fidelity.browser.test.ts',
  'test/browser/console-kept.browser.test.ts',
  'test/browser/console-keyboard.browser.test.ts',
  'test/browser/console-git-conflict.browser.test.ts',
  'test/browser/console-killed.browser.test.ts',
  'test/browser/console-media.browser.test.ts',
  'test/browser/console-spaces.browser.test.ts',
  'test/browser/console-views.browser.test.ts',
  'test/browser/console-moving.browser.test.ts',
  'test/browser/console-paste.browser.test.ts',
  'test/browser/console-requests.browser.test.ts',
  'test/browser/console-site-parts.browser.test.ts',
  'test/browser/console-tree-kept.browser.test.ts',
  'test/browser/looks.browser.test.ts',
  'test/browser/console-review.browser.test.ts',
  'test/browser/console-comments.browser.test.ts',
  'test/browser/console-tree.browser.test.ts',
  'test/browser/members-sites.browser.test.ts',
  'test/browser/corpora-pages.browser.test.ts',
  'test/browser/hostile-content.browser.test.ts',
  'test/browser/review-faults.browser.test.ts',
  'test/browser/review-inputs.browser.test.ts',
  'test/browser/review-journeys.browser.test.ts',
  'test/browser/static-site.browser.test.ts',
  'test/browser/team-jobs.browser.test.ts',
  'test/permissions/change-requests.test.ts',
  'test/permissions/database-away.test.ts',
  'test/permissions/malformed-values.test.ts',
  'test/permissions/offers.test.ts',
  'test/process/database-outage.test.ts',
  'test/process/edit-command.test.ts',
  'test/process/export-commands.test.ts',
  'test/process/killed-content-import.test.ts',
  'test/process/killed-edits.test.ts',
  'test/process/killed-first-site.test.ts',
  'test/process/killed-import.test.ts',
  'test/process/killed-link-checks.test.ts',
  'test/process/killed-organization-purge.test.ts',
  'test/process/killed-sync.test.ts',
  'test/process/killed-transfer.test.ts',
  'test/process/killed-translations.test.ts',
  'test/process/killed-uploads.test.ts',
  'test/process/killed-webhooks.test.ts',
  'test/process/poolers.test.ts',
  'test/process/refusals.test.ts',
  'test/process/replace-command.test.ts',
  'test/site-plans.test.ts',
  'test/browser/api-origin-reference.browser.test.ts',
  'test/browser/api-requests.browser.test.ts',
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
          ],
          include: ['packages/**/*.test.ts', 'apps/**/*.test.ts', 'test/**/*.test.ts'],
          exclude: ['**/*.soak.test.ts', ...ONLY_IN_SOAK],
        },
      },
      {
        extends: true,
        test: {
          name: 'soak',
          setupFiles: ['test/property-seed.ts', 'test/response-contract.setup.ts'],
          include: [
            ...ONLY_IN_SOAK,
            'packages/**/*.soak.test.ts',
            'apps/**/*.soak.test.ts',
            'test/**/*.soak.test.ts',
            // These draw or kill more often in the soak.
            'apps/console/editor/convert/changes.test.ts',
            'apps/console/saving/editing-sequences.test.ts',
            'apps/console/saving/one-key.test.ts',
            'packages/markdown/src/edit/find-unwritten.test.ts',
            'packages/markdown/src/receive/random-documents.test.ts',
            'packages/markdown/src/round-trip.test.ts',
            'packages/markdown/src/write/html-cells.test.ts',
            'packages/content/src/merge/*.property.test.ts',
            'packages/openapi/src/examples/example-maker.test.ts',
            'packages/openapi/src/examples/spec-examples.test.ts',
            'packages/openapi/src/samples/sent-requests.test.ts',
            'packages/openapi/src/samples/write-entered-request.test.ts',
            'packages/openapi/src/samples/write-samples.test.ts',
            'apps/server/domains/content/editing/two-services.test.ts',
            'apps/server/domains/git/sync/histories.test.ts',
            'apps/server/domains/lifecycle/autosaves/interleavings.test.ts',
            'apps/server/domains/review/change-requests/merging/conflict-rounds.test.ts',
            'apps/server/domains/publishing/published-content/leaks.test.ts',
            'packages/render/src/blocks/api/whole-spec.test.ts',
            'apps/sites/computed/spec-walk.test.ts',
            'packages/search/src/segment-outline.test.ts',
            'test/process/build-command.test.ts',
            'test/process/event-streams.test.ts',
            'test/process/serve.test.ts',
            'test/roles.test.ts',
            'test/work/linearity.test.ts',
          ],
          testTimeout: 1_800_000,
        },
      },
    ],
  },
});
