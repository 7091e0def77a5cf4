// Installs the programs of Debian that tests use, as root; says what to install otherwise.
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { fail } from './prepare.mjs';

/** The programs of the tests by their packages. Each starts its own, with its own data and ports. */
const PROGRAMS = {
  'openssh-server': '/usr/sbin/sshd',
  slapd: '/usr/sbin/slapd',
  pgbouncer: '/usr/sbin/pgbouncer',
  haproxy: '/usr/sbin/haproxy',
  'nginx-light': '/usr/sbin/nginx',
  prometheus: '/usr/bin/prometheus',
  'postgresql-15': '/usr/lib/postgresql/15/bin/postgres',
  patroni: '/usr/bin/patroni',
  'etcd-server': '/usr/bin/etcd',
  'redis-server': '/usr/bin/redis-server',
};

/** `need` is a sentence without its end, as in “The suites of Git over SSH need sshd”. */
export function installPrograms(names, need) {
  const missing = names.filter((name) => !existsSync(PROGRAMS[name]));
  if (missing.length === 0) return;
  if (process.getuid?.() !== 0) fail(`${need}: apt-get install ${missing.join(' ')}.`);
  console.log(`Installing ${missing.join(', ')} …`);
  if (!runApt('update') || !runApt('install', '--yes', '--no-install-recommends', ...missing))
    fail(`${missing.join(' ')} could not be installed.`);
}

/** The first of the packages that the system has; `need` is a sentence without its end. */
export function installFirst(names, need) {
  if (process.getuid?.() !== 0) fail(`${need}: apt-get install ${names.join(' or ')}.`);
  console.log(`Installing ${names[0]} …`);
  if (!runApt('update') || !names.some((name) => runApt('install', '--yes', '--no-install-recommends', name)))
    fail(`${names[0]} could not be installed.`);
}

const runApt = (...parameters) =>
  spawnSync('apt-get', ['-qq', ...parameters], {
    stdio: ['ignore', 'ignore', 'inherit'],
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
  }).status === 0;
