// Brings a clone to where it can run: the packages of package-lock.json installed, the sources built.
// Node.js modules only, because nothing else is there on a fresh clone.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { cpSync, existsSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = dirname(dirname(fileURLToPath(import.meta.url)));
const MARKER = 'dist/.sources';
const LOCK = '.prepare-lock';
const LOCK_TIMEOUT_MS = 15 * 60_000;

/**
 * Installs and builds what is missing; with `everything`, also the packages that only development needs.
 * `checksTypes`: whether a build checks types; `npm test` checks them separately, while the tests run.
 * `builds`: false for `npm run dev`, which builds by itself.
 */
export function prepare({ everything = false, checksTypes = true, builds = true } = {}) {
  checkNode();
  const needsBuild = () => builds && !isBuilt();
  if (!needsBuild() && isInstalled(everything)) return;
  withLock(() => {
    // Another start may have done it while this one waited.
    const build = needsBuild();
    if (!isInstalled(everything || build)) install();
    if (build) compile(checksTypes);
  });
}

/** Builds, whether or not something changed. */
export function build() {
  withLock(() => compile(true));
}

/** Prints one line and exits. */
export function fail(message) {
  console.error(message);
  process.exit(1);
}

/** Runs npm, the one that runs this script if there is one. */
export function npm(...parameters) {
  const [command, given] = npmCommand(parameters);
  return spawnSync(command, given, { cwd: root, stdio: 'inherit' }).status === 0;
}

/** Returns the program to start npm with, and its parameters. */
export function npmCommand(parameters) {
  const script = process.env.npm_execpath;
  return script && /\.c?js$/.test(script) ? [process.execPath, [script, ...parameters]] : ['npm', parameters];
}

function checkNode() {
  const wanted = JSON.parse(read('package.json'))
    .engines.node.replace(/[^\d.]/g, '')
    .split('.')
    .map(Number);
  const [major, minor] = process.versions.node.split('.').map(Number);
  if (major < wanted[0] || (major === wanted[0] && minor < (wanted[1] || 0))) {
    fail(`Lectern needs Node.js ${wanted.join('.')} or newer, but this is ${process.versions.node}.`);
  }
}

/** Compares what npm says it has installed with what the lock file asks for. */
function isInstalled(everything) {
  if (!existsSync(join(root, 'node_modules/.package-lock.json'))) return false;
  const wanted = JSON.parse(read('package-lock.json')).packages;
  const installed = JSON.parse(read('node_modules/.package-lock.json')).packages;
  return Object.entries(wanted).every(([path, { version, integrity, dev, devOptional, optional }]) => {
    if (path === '') return true;
    const found = installed[path];
    if (!found) return optional || devOptional || (dev && !everything);
    return found.version === version && found.integrity === integrity;
  });
}

function install() {
  console.log('Installing the packages (npm ci) …');
  if (!npm('ci', '--no-audit', '--no-fund', '--loglevel=error'))
    fail('The packages could not be installed; see above.');
}

function isBuilt() {
  return (
    existsSync(join(root, MARKER)) && existsSync(join(root, 'dist/main.js')) && read(MARKER) === sourcesHash()
  );
}

/** Returns one hash of everything that the build depends on. */
function sourcesHash() {
  const hash = createHash('sha256');
  const files = ['packages', 'apps'].flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true })
      .filter((file) => /(?<!\.test)\.(tsx?|sql|css|svg)$/.test(file))
      .sort()
      .map((file) => join(folder, file)),
  );
  for (const file of [
    'tsconfig.json',
    'tsconfig.build.json',
    'rolldown.config.mjs',
    'scripts/build-assets.mjs',
    'scripts/build-console.mjs',
    'scripts/compress.mjs',
    'scripts/console-data.mjs',
    'scripts/package-sources.mjs',
    'package-lock.json',
    ...files,
  ]) {
    hash.update(`${file}\n`).update(readFileSync(join(root, file)));
  }
  return hash.digest('hex');
}

/** Into a folder of its own that then takes the place of the old one: a running service never sees half a build. */
function compile(checksTypes) {
  console.log('Building …');
  const sources = sourcesHash();
  const draft = join(root, `dist.${process.pid}`);
  const old = `${draft}.old`;
  try {
    if (checksTypes) checkTypes();
    writeBuild(draft);
    writeFileSync(join(draft, '.sources'), sources);
    if (existsSync(join(root, 'dist'))) renameSync(join(root, 'dist'), old);
    renameSync(draft, join(root, 'dist'));
  } finally {
    for (const path of [draft, old]) rmSync(path, { recursive: true, force: true });
  }
}

/** Depends on nothing but the sources and the packages. */
export function writeBuild(folder) {
  // It would list every file that it writes.
  run('node_modules/rolldown/bin/cli.mjs', ['-c', 'rolldown.config.mjs', '--dir', folder], 'ignore');
  run('scripts/build-assets.mjs', [join(folder, 'assets')], 'inherit');
  run('scripts/build-console.mjs', [join(folder, 'console')], 'inherit');
  copyMigrations(join(folder, 'migrations'));
}

function checkTypes() {
  for (const project of [
    'tsconfig.build.json',
    'apps/sites/reader',
    'apps/sites/static-reader',
    'apps/console',
  ])
    run('node_modules/typescript/bin/tsc', ['-p', project], 'inherit');
}

/** Runs a program of the packages, which says itself what is wrong. */
function run(program, parameters, output) {
  const { status } = spawnSync(process.execPath, [join(root, program), ...parameters], {
    cwd: root,
    stdio: ['ignore', output, 'inherit'],
    // Otherwise, where NODE_ENV is set, the console would be built for developers, with the paths of its sources.
    env: { ...process.env, NODE_ENV: 'production' },
  });
  if (status !== 0) fail('The build failed; see above.');
}

/** The service reads its migrations beside its own code. */
export function copyMigrations(to) {
  cpSync(join(root, 'apps/server/platform/db/migrations'), to, { recursive: true });
}

/** Two starts on a fresh clone take turns. */
function withLock(work) {
  const file = join(root, LOCK);
  const deadline = Date.now() + LOCK_TIMEOUT_MS;
  let announced = false;
  while (!take(file)) {
    const holder = Number(existsSync(file) ? readFileSync(file, 'utf8') : 0);
    // An empty file belongs to a process that is just about to write its number.
    if (holder > 0 && !isAlive(holder)) rmSync(file, { force: true });
    if (Date.now() > deadline)
      fail(`${file} is still held by process ${holder}. If that process is not Lectern, delete the file.`);
    if (!announced && holder > 0)
      console.log(`Waiting for process ${holder}, which is installing or building …`);
    announced ||= holder > 0;
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 100);
  }
  const release = () => rmSync(file, { force: true });
  process.once('exit', release);
  try {
    work();
  } finally {
    release();
    process.off('exit', release);
  }
}

function take(file) {
  try {
    writeFileSync(file, String(process.pid), { flag: 'wx' });
    return true;
  } catch (error) {
    if (error.code === 'EEXIST') return false;
    return fail(
      `${root} is not ready to run and cannot be written to (${error.code}): run “npm ci && npm run build” as its owner.`,
    );
  }
}

function isAlive(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error.code === 'EPERM';
  }
}

function read(file) {
  return readFileSync(join(root, file), 'utf8');
}
