// Finds what nothing uses. `npm run check:unused` runs it twice: over everything, and with --production over the
// service alone, so that code which only tests call is found as well.
const isProduction = process.argv.includes('--production');

export default {
  // A trailing ! marks what belongs to the service.
  entry: [
    'scripts/*.mjs!',
    'bench/*.{ts,mjs}',
    // Loaded by path: scripts/print-openapi.mjs.
    'test/openapi-document.ts',
    // Bundled by path: test/work/measure-subjects.ts.
    'test/work/{measure,subjects}.ts',
    // Bundled by path: scripts/build-assets.mjs.
    'src/published/reader/{reader,search,try,diagrams,diagram-frame}.ts!',
    'src/published/static-reader/static-search.ts!',
    // Only tests and benchmarks call it: docs/decisions/code-that-waits.md.
    'src/features/revisions/edit-page.ts!',
  ],
  project: [
    'src/**/*.ts!',
    '!src/**/*.{test,fixtures}.ts!',
    'scripts/*.mjs!',
    'bench/**/*.{ts,mjs}',
    'test/**/*.ts',
  ],
  // A test may call a function that only its own file calls otherwise.
  ignoreExportsUsedInFile: isProduction,
  ignoreIssues: {
    // Generated: a type for each table.
    'src/db/schema.ts': ['types'],
  },
  ignoreDependencies: [
    // Their files are read by path: test/browser/fonts.ts.
    'dejavu-fonts-ttf',
    /^@expo-google-fonts\//,
    // Its bundle is read by path: scripts/build-assets.mjs.
    'mermaid',
    // Run by its path: bench/load.ts.
    'autocannon',
    // Loaded with require, as it is CommonJS: test/saml-idp.ts.
    'samlp',
    // Read when a page first needs one of them: src/rendering/drawing.
    '@iconify-json/fa6-brands',
    '@iconify-json/fa6-regular',
    '@iconify-json/fa6-solid',
    '@shikijs/langs',
    // Fonts are read by path: src/published/social-preview.
    '@fontsource/inter',
  ],
  ignoreBinaries: ['apt-get', 'mkfifo', 'taskset'],
};
