// npm run mutants: changes one place of the code at a time and runs the tests of that file. A change that no test
// notices (a survivor) shows a rule that nothing checks, unless the changed code does the same.
//   npm run mutants -- [--seed 1] [--count 100] [--minutes 10] [--database] [files or folders]
// With --database, tests that need PostgreSQL run too, which takes much longer.
// Files are changed in a copy of the project, so that an interrupted run leaves the sources as they are.
import { spawn } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { parseArgs } from 'node:util';
import { findMutations } from './find-mutations.mjs';
import { fail, root } from './prepare.mjs';

const AREAS = [
  'apps/server/platform/access',
  'apps/server/content',
  'packages/search/src',
  'apps/server/domains/content/search',
  'apps/server/domains/content/links/resolution',
];

/** A change can make a loop endless. Tests may take this many times as long as without it, and some seconds. */
const MAX_SLOWDOWN = 3;
const EXTRA_MS = 10_000;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    seed: { type: 'string', default: '1' },
    count: { type: 'string', default: '100' },
    minutes: { type: 'string', default: '10' },
    database: { type: 'boolean', default: false },
  },
});
const [seed, count, minutes] = [values.seed, values.count, values.minutes].map(Number);
if (![seed, count, minutes].every((value) => value > 0))
  fail('--seed, --count and --minutes must be positive numbers.');

const folder = mkdtempSync(join(tmpdir(), 'lectern-mutants-'));
const copy = join(folder, 'project');
let running;
process.on('exit', () => {
  stop(running);
  rmSync(folder, { recursive: true, force: true });
});
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => process.exit(1));

copyProject();
const findTestsOf = readTests();
const files = (positionals.length > 0 ? positionals : AREAS).flatMap(listFiles).filter(isCode);
const tested = files.filter((file) => findTestsOf(file).length > 0);
const mutants = tested.flatMap((file) =>
  findMutations(readFileSync(join(copy, file), 'utf8')).map((mutation) => ({ file, ...mutation })),
);
const sample = shuffle(mutants, seed).slice(0, count);
console.log(
  `${sample.length} of ${mutants.length} changes to ${tested.length} of ${files.length} files, seed ${seed}`,
);

const endsAt = Date.now() + minutes * 60_000;
/** By the tests to run. */
const limits = new Map();
const counts = { noticed: 0, 'timed out': 0, survived: 0 };
for (const { file, line, before, after, text } of sample) {
  if (Date.now() > endsAt) break;
  const tests = findTestsOf(file).join();
  if (!limits.has(tests)) limits.set(tests, await measureLimit(file));
  const outcome = await runChanged(file, text, limits.get(tests));
  counts[outcome] += 1;
  if (outcome === 'survived') console.log(`${file}:${line}: ${before} → ${after}`);
}
const all = counts.noticed + counts['timed out'] + counts.survived;
console.log(
  `${all} changes tried: ${counts.survived} survived, ${counts.noticed} failed a test, ` +
    `${counts['timed out']} exceeded the time limit. Score: ${Math.round(100 * (1 - counts.survived / all))} %`,
);

function copyProject() {
  const omitted = new Set(['node_modules', '.git', 'dist', 'data', 'coverage']);
  cpSync(root, copy, { recursive: true, filter: (path) => !omitted.has(basename(path)) });
  symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'));
  // The shortest tests first: most changes fail them, and the others need not run.
  writeFileSync(
    join(copy, 'mutants.config.ts'),
    `import { BaseSequencer } from 'vitest/node';
import base from './vitest.config.ts';
class ShortestFirst extends BaseSequencer {
  async sort(files) {
    return (await super.sort(files)).reverse();
  }
}
const globalSetup = ${values.database} ? base.test.globalSetup : [];
const setupFiles = ['test/property-seed.ts'];
const sequence = { sequencer: ShortestFirst };
export default { test: { ...base.test, projects: undefined, globalSetup, setupFiles, sequence } };
`,
  );
}

/** A function that lists the tests to run for a file: of those that import it, the ones in the nearest folder. */
function readTests() {
  const imports = new Map();
  const reach = (file, reached = new Set()) => {
    if (reached.has(file)) return reached;
    reached.add(file);
    if (!imports.has(file)) imports.set(file, readImports(file));
    for (const imported of imports.get(file)) reach(imported, reached);
    return reached;
  };
  const tests = ['packages', 'apps']
    .flatMap(listFiles)
    .filter((file) => file.endsWith('.test.ts') && !file.endsWith('.soak.test.ts'))
    .map((test) => ({ test, reached: reach(test) }))
    .filter(
      ({ reached }) => values.database || !(reached.has('test/app.ts') || reached.has('test/database.ts')),
    );
  return (file) => {
    const importing = tests.filter(({ reached }) => reached.has(file)).map(({ test }) => test);
    for (
      let near = dirname(file);
      !['apps/server', 'apps/server/domains', 'apps', 'packages'].includes(near);
      near = dirname(near)
    ) {
      const found = importing.filter((test) => test.startsWith(`${near}/`));
      if (found.length > 0) return found;
    }
    return [];
  };
}

function readImports(file) {
  const text = readFileSync(join(root, file), 'utf8');
  return [...text.matchAll(/(?:from|import\()\s*'(\.[^']+\.ts)'/g)]
    .map(([, path]) => join(dirname(file), path))
    .filter((path) => existsSync(join(root, path)));
}

function listFiles(path) {
  if (statSync(join(root, path)).isFile()) return [path];
  return readdirSync(join(root, path), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith('.ts'))
    .map((entry) => join(entry.parentPath, entry.name).slice(root.length + 1))
    .sort();
}

function isCode(file) {
  return !/\.(test|schemas)\.ts$/.test(file);
}

async function measureLimit(file) {
  const startedAt = Date.now();
  if ((await runTests(file, 600_000)) !== 'survived') fail(`The tests of ${file} fail without a change.`);
  return MAX_SLOWDOWN * (Date.now() - startedAt) + EXTRA_MS;
}

async function runChanged(file, text, limit) {
  const original = readFileSync(join(copy, file));
  writeFileSync(join(copy, file), text);
  const outcome = await runTests(file, limit);
  writeFileSync(join(copy, file), original);
  return outcome;
}

function runTests(file, limit) {
  const options = ['--config', 'mutants.config.ts', '--bail', '1', '--maxWorkers', '1', '--reporter', 'dot'];
  running = spawn(
    process.execPath,
    [join(copy, 'node_modules/vitest/vitest.mjs'), 'run', ...options, ...findTestsOf(file)],
    { cwd: copy, stdio: 'ignore', detached: true, env: { ...process.env, TMPDIR: folder } },
  );
  const child = running;
  return new Promise((resolve) => {
    const timer = setTimeout(() => {
      stop(child);
      resolve('timed out');
    }, limit);
    child.on('exit', (code) => {
      clearTimeout(timer);
      resolve(code === 0 ? 'survived' : 'noticed');
    });
  });
}

/** Stops the tests with the processes that they started. */
function stop(child) {
  if (!child || child.exitCode !== null || child.signalCode !== null) return;
  process.kill(-child.pid, 'SIGKILL');
}

/** In an order that depends on the seed only (mulberry32, Fisher–Yates). */
function shuffle(items, seed) {
  let state = seed;
  const random = () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const shuffled = [...items];
  for (let last = shuffled.length - 1; last > 0; last -= 1) {
    const other = Math.floor(random() * (last + 1));
    [shuffled[last], shuffled[other]] = [shuffled[other], shuffled[last]];
  }
  return shuffled;
}
