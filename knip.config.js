// Finds what nothing uses. `npm run check:unused` runs it twice: over everything, and with --production over the
// service alone, so that code which only tests call is found as well.
const isProduction = process.argv.includes('--production');

// A trailing ! marks what belongs to the service.
const service = {
  entry: [
    'scripts/*.mjs!',
    'bench/*.{ts,mjs}',
    'test/seen/generated-sites.ts',
    // Loaded by path: scripts/print-openapi.mjs.
    'test/openapi-document.ts',
    // Loaded by path: test/process/faults.soak.test.ts and no-telemetry.soak.test.ts.
    'test/process/{jumping-clock,record-connections}.mjs',
    // Loaded by path: scripts/docs-pictures.mjs.
    'test/pictures/take.ts',
    // Bundled by path: bench/console.ts.
    'bench/console/bare-editor.mjs',
    // Bundled by path: test/work/measure-subjects.ts.
    'test/work/{measure,subjects}.ts',
    // Bundled by path: scripts/build-assets.mjs.
    'apps/sites/reader/{reader,search,try,keyboard-help,diagrams,diagram-frame}.ts!',
    'apps/sites/static-reader/static-search.ts!',
    // Loaded by the name of the language: apps/console/messages/messages.ts.
    'apps/console/messages/*/*.ts!',
    // Bundled by path: scripts/build-console.mjs.
    'apps/console/{main.tsx,offline/service-worker.ts}!',
    // Only tests and benchmarks call it: docs/decisions/code-that-waits.md.
    'apps/server/domains/content/revisions/edit-page.ts!',
  ],
  project: [
    'apps/**/*.{ts,tsx}!',
    '!apps/**/*.test.ts!',
    '!apps/console/test/**!',
    'scripts/*.mjs!',
    'bench/**/*.{ts,mjs}',
    'test/**/*.ts',
  ],
  ignoreDependencies: [
    // Their files are read by path: test/browser/fonts.ts.
    'dejavu-fonts-ttf',
    /^@expo-google-fonts\//,
    // Its bundle is read by path: scripts/build-assets.mjs.
    'mermaid',
    // Its lists are read by path: scripts/console-data.mjs.
    'emojibase-data',
    // Run by its path: bench/load.ts.
    'autocannon',
    // Loaded with require, as it is CommonJS: test/saml-idp.ts.
    'samlp',
    // Fonts are read by path: apps/sites/social-preview.
    '@fontsource/inter',
    // Fonts are read by path: scripts/site-fonts.mjs.
    /^@fontsource-variable\//,
  ],
};

export default {
  workspaces: {
    '.': service,
    // Its callers are the console and programs elsewhere.
    'packages/client': { project: ['src/**/*.ts!', '!src/**/*.test.ts!'] },
    'packages/render': {
      project: ['src/**/*.ts!', '!src/**/*.test.ts!'],
      includeEntryExports: true,
      // Their files are read by path, when a page first needs one of them: packages/render/src/drawing.
      ignoreDependencies: [/^@iconify-json\//, '@shikijs/langs'],
    },
    // What a package exports must be used by somebody.
    'packages/*': {
      project: ['src/**/*.ts!', '!src/**/*.test.ts!', 'test/**/*.ts'],
      includeEntryExports: true,
    },
  },
  // A test may call a function that only its own file calls otherwise.
  ignoreExportsUsedInFile: isProduction,
  ignoreIssues: {
    // Generated: a type for each table.
    'apps/server/platform/db/schema.ts': ['types'],
  },
  ignoreBinaries: [
    'apt-get',
    'caddy',
    'chroot',
    'diff',
    'go',
    'lintian',
    'minisign',
    'mkfifo',
    'mmdebstrap',
    'openssl',
    'sha256sum',
    'systemd-analyze',
    'taskset',
    'umount',
  ],
};
