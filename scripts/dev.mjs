// npm run dev: builds and starts the service, and does so again after each change of its sources.
// Each service runs in a process of its own. The next one waits with the npm packages already loaded, because loading
// them takes most of a start.
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readdirSync, rmSync } from 'node:fs';
import { join, sep } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { copyMigrations, prepare, root } from './prepare.mjs';

const FOLDER = join(root, 'dist.dev');
const MIGRATIONS = join(root, 'apps/server/platform/db/migrations');
/** What browsers load. scripts/build-assets.mjs bundles the sites, and scripts/build-console.mjs the console. */
const SITE_SOURCES = ['assets', 'reader', 'static-reader'].map((name) => join(root, 'apps/sites', name));
const CONSOLE_SOURCES = [join(root, 'apps/console')];
const PACKAGES = join(root, 'packages');
/** The next process loads its packages when the service has started, so that it takes no processor time from it. */
const STAND_BY_DELAY_MS = 1500;

if (process.send) await serveWhenAsked();
else await watchSources();

/** In the process of a service. */
async function serveWhenAsked() {
  // A development server that was killed must not leave its service behind.
  process.once('disconnect', () => process.kill(process.pid, 'SIGINT'));
  await Promise.all(process.argv.slice(2).map((name) => import(name)));
  await once(process, 'message');
  process.channel.unref();
  const main = join(FOLDER, 'main.js');
  process.argv.splice(1, process.argv.length, main, 'serve');
  await import(pathToFileURL(main).href);
}

async function watchSources() {
  prepare({ everything: true, builds: false });
  const [{ watch }, { default: config }, { buildAssets }, { buildConsole }] = await Promise.all([
    import('rolldown'),
    import('../rolldown.config.mjs'),
    import('./build-assets.mjs'),
    import('./build-console.mjs'),
  ]);
  rmSync(FOLDER, { recursive: true, force: true });
  mkdirSync(FOLDER);

  let packages = [];
  let hasNewAssets = true;
  let hasNewConsole = true;
  const isIn = (folders, path) => folders.some((folder) => path.startsWith(folder + sep));
  const followOtherFiles = {
    name: 'follow-other-files',
    buildStart() {
      for (const folder of [MIGRATIONS, ...SITE_SOURCES, ...CONSOLE_SOURCES])
        for (const file of ['', ...readdirSync(folder, { recursive: true })])
          this.addWatchFile(join(folder, file));
    },
    watchChange(path) {
      hasNewAssets ||= isIn(SITE_SOURCES, path);
      hasNewConsole ||= isIn([...CONSOLE_SOURCES, PACKAGES], path);
    },
    generateBundle(_options, chunks) {
      packages = listPackages(chunks);
    },
  };
  const watcher = watch({
    ...config,
    cwd: root,
    // The npm packages are not bundled: they rarely change, and a build without them takes half the time.
    external: /^(?!@lectern\/|@oxc-project\/|.*\.json$)[a-z@]/,
    plugins: [...config.plugins, followOtherFiles],
    output: { ...config.output, dir: FOLDER, chunkFileNames: '[name].js', sourcemap: false },
  });

  let running;
  let next;
  let timer;
  let isStopping = false;
  let turn = Promise.resolve();

  async function restart() {
    if (hasNewAssets) await buildAssets(join(FOLDER, 'assets'));
    hasNewAssets = false;
    if (hasNewConsole) await buildConsole(join(FOLDER, 'console'));
    hasNewConsole = false;
    rmSync(join(FOLDER, 'migrations'), { recursive: true, force: true });
    copyMigrations(join(FOLDER, 'migrations'));
    await stop(running, 'SIGINT');
    if (isStopping) return;
    running = next?.connected ? next : standBy(packages);
    next = undefined;
    running.send('serve');
    clearTimeout(timer);
    timer = setTimeout(() => {
      next = standBy(packages);
    }, STAND_BY_DELAY_MS);
  }

  watcher.on('event', async (event) => {
    if (event.code === 'BUNDLE_END') {
      console.log(`Built in ${(event.duration / 1000).toFixed(1)} s. The service is started …`);
      turn = turn.then(restart).catch((error) => console.error(error.message));
    }
    if (event.code === 'ERROR')
      console.error(`${event.error.message}\nThe build failed; it is tried again after the next change.`);
    await event.result?.close();
  });

  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'])
    process.on(signal, async () => {
      if (isStopping) return;
      isStopping = true;
      clearTimeout(timer);
      await watcher.close();
      next?.kill('SIGKILL');
      await stop(running, signal);
      await turn;
      process.exit();
    });
}

const standBy = (packages) =>
  fork(fileURLToPath(import.meta.url), packages, {
    cwd: root,
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });

async function stop(service, signal) {
  if (!service || service.exitCode !== null || service.signalCode !== null) return;
  service.kill(signal);
  await once(service, 'exit');
}

/** Returns the npm packages that the service loads when it starts. */
function listPackages(chunks) {
  const serve = Object.values(chunks).find(({ facadeModuleId }) =>
    facadeModuleId?.endsWith('commands/serve.ts'),
  );
  const found = new Set([serve.fileName]);
  for (const name of found) for (const imported of chunks[name]?.imports ?? []) found.add(imported);
  return [...found].filter((name) => !(name in chunks));
}
