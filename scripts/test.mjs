// npm test: everything that a change has to pass. npm run soak: the long-running tests; arguments select files.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { BROWSER_NAMES } from './browser-names.mjs';
import { installFirst, installPrograms } from './install-programs.mjs';
import { fail, npmCommand, prepare, root } from './prepare.mjs';

const [mode, ...files] = process.argv.slice(2);
const isSoak = mode === 'soak';
const startedAt = Date.now();
prepare({ everything: true, checksTypes: false });
installBrowser();
// Git over SSH is tested with a real server.
installPrograms(['openssh-server'], 'The suites of Git over SSH need sshd');
if (isSoak) {
  installPrograms(
    ['slapd', 'pgbouncer', 'haproxy', 'nginx-light', 'prometheus', 'redis-server'],
    'The long-running tests need servers',
  );
  await runSoak();
} else await runEverything();
console.log(
  `${isSoak ? 'All long-running tests' : 'All checks and tests'} passed in ${Math.round((Date.now() - startedAt) / 1000)} s.`,
);

async function runEverything() {
  console.log('Running the style and type checks, and the tests …');
  const [areChecked, arePassed] = await Promise.all([runChecks(), runTests('unit')]);
  if (!areChecked) fail('npm test failed in the style and type checks; see above.');
  if (!arePassed) fail('npm test failed in the tests.');
}

async function runSoak() {
  console.log('Running the long-running tests …');
  process.env.LECTERN_SOAK = '1';
  if (!(await runTests('soak'))) fail('npm run soak failed.');
}

/** Beside the tests, which leave processors idle while they wait. What the checks say is shown when they fail. */
async function runChecks() {
  const [npm, parameters] = npmCommand(['run', '--silent', 'check']);
  const child = spawn(npm, parameters, { cwd: root, stdio: ['ignore', 'pipe', 'pipe'] });
  const output = [];
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => output.push(chunk));
  const [status] = await once(child, 'close');
  if (status !== 0) process.stderr.write(Buffer.concat(output));
  return status === 0;
}

async function runTests(project) {
  const vitest = join(root, 'node_modules/vitest/vitest.mjs');
  // The tests of insights run with events in both of their databases.
  const projects = project === 'unit' ? ['unit', 'clickhouse'] : [project];
  const chosen = projects.flatMap((name) => ['--project', name]);
  const child = spawn(process.execPath, [vitest, 'run', ...chosen, ...files], {
    cwd: root,
    stdio: 'inherit',
  });
  const [status] = await once(child, 'close');
  return status === 0;
}

/** The browser suites run in Debian's Chromium: the one without windows, where there is a package of it. */
function installBrowser() {
  const isInstalled = BROWSER_NAMES.some((name) => existsSync(`/usr/bin/${name}`));
  // Debian calls its packages like their programs.
  if (!isInstalled) installFirst(BROWSER_NAMES.slice(0, 2), 'The browser suites need Chromium');
}
