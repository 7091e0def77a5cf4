// Builds what browsers load below /app: the console, as modules with the hash of their content in their names.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build, defaultClientConditions } from 'vite';
import { writeCompressed } from './compress.mjs';
import { packageSources } from './package-sources.mjs';
import { root } from './prepare.mjs';

const WORKER = 'service-worker';

/** `folder` is emptied first. */
export async function buildConsole(folder) {
  await build({
    configFile: false,
    root: join(root, 'apps/console'),
    // The service may have a path of its own.
    base: './',
    logLevel: 'warn',
    plugins: [packageSources],
    resolve: { conditions: ['@lectern/source', ...defaultClientConditions] },
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
          main: join(root, 'apps/console/main.tsx'),
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
        },
      },
    },
  });
  for (const name of readdirSync(folder))
    if (/\.(js|css|svg)$/.test(name)) writeCompressed(join(folder, name), readFileSync(join(folder, name)));
  writeFileSync(join(folder, 'manifest.json'), JSON.stringify(readEntry(folder)));
}

/** The files that the first page loads. */
function readEntry(folder) {
  const manifest = JSON.parse(readFileSync(join(folder, 'manifest.json'), 'utf8'));
  const entry = manifest['main.tsx'];
  const imported = new Set();
  const follow = (chunk) => {
    for (const name of chunk.imports ?? [])
      if (!imported.has(name)) {
        imported.add(name);
        follow(manifest[name]);
      }
  };
  follow(entry);
  const chunks = [...imported].map((name) => manifest[name]);
  return {
    script: entry.file,
    modules: chunks.map(({ file }) => file),
    styles: [entry, ...chunks].flatMap(({ css = [] }) => css),
  };
}

if (import.meta.url === pathToFileURL(process.argv[1]).href) await buildConsole(process.argv[2]);
