// Builds what browsers load below /app: the console, as modules with the hash of their content in their names.
import { createHash } from 'node:crypto';
import { copyFileSync, existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build, defaultClientConditions } from 'vite';
import { buildAssets } from './build-assets.mjs';
import { writeCompressed } from './compress.mjs';
import { consoleData } from './console-data.mjs';
import { packageSources } from './package-sources.mjs';
import { root } from './prepare.mjs';

const WORKER = 'service-worker';
const MAIN = join(root, 'apps/console/main.tsx');
/** The editor and comments need it, but are loaded apart. As a file of its own, it would cost a request and more bytes. */
const CATCH_TYPING = join(root, 'apps/console/app/catch-typing.ts');
/** What saves a page needs of the editor: the form of a document. It must import nothing of the rest of the editor. */
const EDITOR_BASE =
  /prosemirror-(?:model|transform|state)|orderedmap|console\/editor\/(?:schema\/|convert\/(?!valid-blocks)|longest-ascending)|console\/saving\/(?:saver|unsaved-fields|session|draft|block-keys|differences)[.]ts/;
const EDITOR_CORE = new RegExp(
  [
    'console/editor/convert/valid-blocks[.]ts|prosemirror-(?:view|tables|commands|keymap|history|gapcursor|inputrules|dropcursor)|w3c-keyname|rope-sequence',
    'console/editor/(?:tables/(?:columns|table-commands)|links/link-(?:target|checks)|menus/link-editor)[.]ts',
    'console/editor/(?:views/(?:element|block-views|rendered)|input/(?:fresh-keys|markdown-parser|uploads|copy|paste))[.]ts',
    'console/editor/(?:icons|views/(?:load-views|late-marks)|input/(?:editor-parts|insert-inline|move-block)|menus/(?:annotations|annotated-text|small-screen))[.]ts',
    'console/editor/options/(?:block-data|open-options|block-names)[.]ts',
    'console/page/(?:use-fields[.]ts|change-icon[.]ts|page-header[.]module)',
    // A text of a conflict is written in the editor, too.
    'console/editor/(?:create-editor|editor-state|tables/table-columns)[.]ts',
    'console/editor/input/(?:drop-line|input-rules|keymap|lists|type-beside)[.]ts',
    'console/editor/menus/(?:block-handle|inline-suggestions|show-link-card|slash-menu|suggestions|toolbar)[.]ts',
    'console/editor/views/(?:block-decorations|caret-blocks|code-colors|conflicts|text-direction)[.]ts',
    'console/page/(?:create-parts|link-targets)[.]ts',
  ].join('|'),
);

/** Names the chunks of modules that the main script imports. All others are left to the bundler. */
function createNaming() {
  let shell;
  return (id, context) => {
    shell ??= findImported(context);
    if (id === CATCH_TYPING) return 'shell';
    if (id === MAIN || !shell.has(id)) return null;
    return id.includes('/node_modules/') ? 'vendor' : 'shell';
  };
}

function findImported(context) {
  const found = new Set([MAIN]);
  for (const id of found) for (const one of context.getModuleInfo(id)?.importedIds ?? []) found.add(one);
  return found;
}

/**
 * `folder` is emptied first. Diagrams are drawn by the frame of published pages, which is among the assets beside the
 * folder.
 */
export async function buildConsole(folder) {
  const frame = await readFrame(join(dirname(resolve(folder)), 'assets'));
  await build({
    configFile: false,
    root: join(root, 'apps/console'),
    // The service may have a path of its own.
    base: './',
    logLevel: 'warn',
    plugins: [packageSources, consoleData],
    define: { DIAGRAM_FRAME: JSON.stringify(`./${frame.at(-1).name}`) },
    resolve: { conditions: ['@lectern/source', ...defaultClientConditions] },
    worker: { plugins: () => [packageSources] },
    build: {
      outDir: resolve(folder),
      emptyOutDir: true,
      assetsDir: '',
      assetsInlineLimit: 0,
      manifest: 'manifest.json',
      target: 'es2022',
      // Chunks are counted compressed, by a test.
      chunkSizeWarningLimit: 2000,
      modulePreload: { polyfill: false },
      rolldownOptions: {
        input: {
          main: MAIN,
          [WORKER]: join(root, 'apps/console/offline/service-worker.ts'),
        },
        checks: { pluginTimings: false },
        // Packages mark what their server components may not use.
        onLog: (level, log, report) => log.code !== 'MODULE_LEVEL_DIRECTIVE' && report(level, log),
        output: {
          // Browsers look for a new worker at the address of the old one.
          entryFileNames: ({ name }) => (name === WORKER ? '[name].js' : '[name]-[hash].js'),
          chunkFileNames: '[name]-[hash].js',
          assetFileNames: '[name]-[hash][extname]',
          codeSplitting: {
            includeDependenciesRecursively: false,
            groups: [
              // What every view needs is two files instead of dozens: each costs a request and its share of time.
              { name: createNaming() },
              { name: 'editor-base', test: EDITOR_BASE },
              // What the editor shares with its menus and dialogs, which would otherwise be a dozen small chunks.
              { name: 'editor-core', test: EDITOR_CORE },
            ],
          },
        },
      },
    },
  });
  for (const { name, path } of frame)
    for (const suffix of ['', '.br', '.gz']) copyFileSync(path + suffix, join(folder, name + suffix));
  for (const name of readdirSync(folder))
    if (/\.(js|css|svg)$/.test(name) && !existsSync(join(folder, `${name}.br`)))
      writeCompressed(join(folder, name), readFileSync(join(folder, name)));
  writeFileSync(join(folder, 'manifest.json'), JSON.stringify(readEntry(folder)));
}

/** The script of each view, with the parts that it always shows. */
const TREE = 'tree/tree-panel.tsx';
const VIEWS = {
  home: ['app/home.tsx'],
  organization: ['app/organization.tsx'],
  collection: ['app/collection.tsx'],
  space: ['page/space-start.tsx', TREE],
  page: ['page/page.tsx', TREE, 'page/page-editor.tsx'],
  trash: ['app/trash.tsx', TREE],
  history: ['history/history.tsx', TREE],
  // Changes and lists are shown before the tree, which is loaded meanwhile.
  comparison: ['history/compare.tsx'],
  revision: ['history/revision.tsx', TREE],
  changeRequest: ['review/request/change-request.tsx'],
  changeRequests: ['review/requests/requests-view.tsx'],
  notifications: ['review/requests/notifications-view.tsx'],
  addContent: ['add-content/add-content.tsx'],
  organizationArea: ['settings/organization-area.tsx'],
  sites: ['sites/sites-view.tsx'],
  siteArea: ['sites/site-area.tsx'],
  spaceArea: ['spaces/space-area.tsx', TREE],
  sessionArea: ['settings/session-areas.tsx'],
};

/** The script of the frame, and its document, which names it. Both have the names of published assets. */
async function readFrame(folder) {
  const paths = ['diagram-frame.js', 'diagram-frame.html'].map((name) => join(folder, name));
  if (!paths.every((path) => existsSync(path))) await buildAssets(folder);
  return paths.map((path) => {
    const hash = createHash('sha256').update(readFileSync(path)).digest('hex').slice(0, 12);
    return { path, name: `diagram-frame-${hash}${path.slice(path.lastIndexOf('.'))}` };
  });
}

/** The files that the console begins with, and those that each view adds to them. */
function readEntry(folder) {
  const manifest = JSON.parse(readFileSync(join(folder, 'manifest.json'), 'utf8'));
  const follow = (names, known) => {
    const found = new Set(names);
    for (const name of found) for (const one of manifest[name].imports ?? []) found.add(one);
    const chunks = [...found].filter((name) => !known.has(name)).map((name) => manifest[name]);
    const files = { modules: chunks.map(({ file }) => file), styles: chunks.flatMap(({ css = [] }) => css) };
    return { found, files };
  };
  const shell = follow(['main.tsx'], new Set());
  const views = Object.entries(VIEWS).map(([view, names]) => [view, follow(names, shell.found).files]);
  return {
    script: manifest['main.tsx'].file,
    modules: shell.files.modules.filter((file) => file !== manifest['main.tsx'].file),
    styles: shell.files.styles,
    views: Object.fromEntries(views),
  };
}

if (import.meta.url === pathToFileURL(process.argv[1]).href) await buildConsole(process.argv[2]);
