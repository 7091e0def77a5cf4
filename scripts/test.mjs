// npm test: everything that a change has to pass. npm run soak: the long-running tests; arguments select files.
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { BROWSER_NAMES } from './browser-names.mjs';
import { fail, npmCommand, prepare, root } from './prepare.mjs';

const [mode, ...files] = process.argv.slice(2);
const isSoak = mode === 'soak';
const command = isSoak ? 'npm run soak' : 'npm test';
const startedAt = Date.now();
prepare({ everything: true, checksTypes: false });
installBrowser();
// Git over SSH is tested with a real server.
installProgram('sshd', 'openssh-server', 'The suites of Git over SSH need sshd');
if (isSoak) {
  installProgram('slapd', 'slapd', 'The suites of LDAP directories need slapd');
  installProgram('pgbouncer', 'pgbouncer', 'The suite of connection poolers needs PgBouncer');
  installProgram('haproxy', 'haproxy', 'The suite of rolling restarts needs HAProxy');
  installProgram('nginx', 'nginx-light', 'The suite of rolling restarts needs nginx');
  installProgram('prometheus', 'prometheus', 'The suite of alerts needs Prometheus', '/usr/bin');
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

function step(name, run) {
  console.log(`Running ${name} …`);
  if (!run()) fail(`${command} failed in ${name}.`);
}

/** The browser suites run in Debian's Chromium: the one without windows, where there is a package of it. */
function installBrowser() {
  const isInstalled = BROWSER_NAMES.some((name) => existsSync(`/usr/bin/${name}`));
  // Debian calls its packages like their programs.
  if (!isInstalled) installPackage(BROWSER_NAMES.slice(0, 2), 'The browser suites need Chromium');
}

function installProgram(program, name, need, folder = '/usr/sbin') {
  if (!existsSync(`${folder}/${program}`)) installPackage([name], need);
}

/** Installs the first of these packages that the system has. */
function installPackage(names, need) {
  if (process.getuid?.() !== 0) fail(`${need}: apt-get install ${names.join(' or ')}.`);
  const runApt = (...parameters) =>
    spawnSync('apt-get', ['-qq', ...parameters], {
      stdio: ['ignore', 'ignore', 'inherit'],
      env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
    }).status === 0;
  step(
    `the installation of ${names[0]}`,
    () =>
      runApt('update') && names.some((name) => runApt('install', '--yes', '--no-install-recommends', name)),
  );
}
