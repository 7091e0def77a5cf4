/**
 * Makes a release twice, and installs each artifact on a bare Debian by the commands of the documentation. It has to
 * publish the first site. Needs root, the programs that docs/running/releases.md names, and the mirrors of Debian and
 * npm. `LECTERN_RELEASE` names a folder with a signed release that was made already; then nothing is built.
 */
import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { findFreePorts } from '../free-port.ts';
import { findPageCommand } from '../page-commands.ts';
import { compareArchives, compareImages } from './compare-artifacts.ts';

vi.setConfig({ testTimeout: 1_800_000, hookTimeout: 3_600_000 });

const ROOT = join(import.meta.dirname, '../..');
const INSTALL_PAGE = 'docs/running/releases.md';
const UPGRADE_PAGE = 'docs/running/backup.md';
const PATH = '/usr/local/bin:/usr/bin:/bin:/usr/sbin:/sbin';
const TOKEN = 'lct_0123456789abcdef0123456789abcdef';
const FIRST_SITE_MS = 60_000;
const MAX_UNPACKED_BYTES = 200_000_000;
const PROGRAMS = ['mmdebstrap', 'buildah', 'podman', 'minisign', 'dpkg-buildpackage', 'lintian', 'strip'];
const isPossible =
  process.getuid?.() === 0 && PROGRAMS.every((program) => spawnSync('which', [program]).status === 0);

let folder: string;
let out: string;
/** Podman takes no path for its sockets that is longer than 50 characters. */
let shortFolder: string;
const mounts: string[] = [];

const run = (command: string, ...parameters: string[]): string =>
  execFileSync(command, parameters, {
    encoding: 'utf8',
    maxBuffer: 2 ** 28,
    stdio: ['ignore', 'pipe', 'pipe'],
  });

function mount(...parameters: string[]): void {
  run('mount', ...parameters);
  mounts.unshift(parameters.at(-1) as string);
}

/** The command of a page that has this part, for the version of the release. */
function documented(part: string, page = INSTALL_PAGE): string {
  const [, version = ''] =
    /^lectern-(.+)-linux-x64/.exec(basename(findArtifact(/linux-x64\.tar\.gz$/))) ?? [];
  return findPageCommand(page, part).replaceAll(/(?<![\d.])\d+\.\d+\.\d+(?![\d.])/g, version);
}

/** Runs a command of a page as root on a bare Debian, in the folder with what was downloaded. */
const runInside = (root: string, command: string): string =>
  run(...insideOf(root), 'sh', '-c', `cd /root && ${command}`);

const insideOf = (root: string): [string, ...string[]] => [
  'chroot',
  ...[root, 'env', '-i', `PATH=${PATH}`, 'DEBIAN_FRONTEND=noninteractive'],
];

/** A bare Debian with the devices of this machine. */
function makeRoot(name: string, suite: string, packages: string[]): string {
  const root = join(folder, name);
  run('mmdebstrap', '--quiet', '--variant=minbase', `--include=${packages.join(',')}`, suite, root);
  useDevices(root);
  // Nobody is there to confirm.
  writeFileSync(join(root, 'etc/apt/apt.conf.d/yes'), 'APT::Get::Assume-Yes "true";\n');
  runInside(root, 'apt-get update -qq');
  return root;
}

function useDevices(root: string): void {
  mount('-t', 'proc', 'proc', join(root, 'proc'));
  mount('--rbind', '--make-rslave', '/dev', join(root, 'dev'));
}

const findArtifact = (pattern: RegExp): string => {
  const name = readdirSync(out).find((file) => pattern.test(file));
  if (name === undefined) throw new Error(`${out} has no ${String(pattern)}.`);
  return join(out, name);
};

/** How to start the service with settings, each of which is `NAME=value`. */
type Start = (settings: string[]) => string[];

const inRoot =
  (root: string, dataDirectory: string, command: string[]): Start =>
  (settings) => [
    ...['chroot', '--userspec=lectern:lectern', root, 'env', '-i'],
    ...[`PATH=${PATH}`, `LECTERN_DATA_DIR=${dataDirectory}`, ...settings, ...command],
  ];

/**
 * Starts the service and returns how long its first site took, and what it said. `use`: what is tried with it, in its
 * namespaces.
 */
async function publishFirstSite(
  start: Start,
  use: (enter: string[]) => void = () => {},
): Promise<{ milliseconds: number; output: string; title: string | undefined; version: string }> {
  const [port = 0, sitesPort = 0] = await findFreePorts(2);
  const settings = [
    `LECTERN_PORT=${port}`,
    `LECTERN_SITES_PORT=${sitesPort}`,
    `LECTERN_ADMIN_TOKEN=${TOKEN}`,
  ];
  const started = performance.now();
  const child = spawn(
    // What else this machine does is not a matter of the release.
    'nice',
    ['-n', '-15', 'unshare', '--pid', '--mount-proc', '--fork', '--kill-child', ...start(settings)],
    { stdio: ['ignore', 'pipe', 'pipe'] },
  );
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk) => {
      output += String(chunk);
    });
  const ask = (url: string): Promise<string> =>
    fetch(url, { headers: { authorization: `Bearer ${TOKEN}` } }).then(
      (response) => (response.ok ? response.text() : ''),
      () => '',
    );
  try {
    let page = '';
    while (page === '') {
      if (child.exitCode !== null) throw new Error(output);
      if (performance.now() - started > 5 * FIRST_SITE_MS) throw new Error(`No site: ${output}`);
      await sleep(200);
      // At the address that the service tells, as people would.
      const [, sites] = /Sites, files +(http:\S+)/.exec(output) ?? [];
      if (sites !== undefined) page = await ask(`${sites}/lectern-documentation/`);
    }
    const milliseconds = performance.now() - started;
    const health = JSON.parse(await ask(`http://localhost:${port}/healthz`)) as { version: string };
    expect(JSON.parse(await ask(`http://localhost:${port}/v1/user`))).toMatchObject({ object: 'user' });
    const [, title] = /<title>([^<]*)/.exec(page) ?? [];
    const first = readFileSync(`/proc/${child.pid}/task/${child.pid}/children`, 'utf8').trim();
    use(['nsenter', `--target=${first}`, '--pid', '--mount']);
    return { milliseconds, output, title, version: health.version };
  } finally {
    const ended = once(child, 'exit');
    child.kill('SIGKILL');
    await ended;
  }
}

function expectFirstSite(site: Awaited<ReturnType<typeof publishFirstSite>>): void {
  expect(site.title).toContain('Lectern documentation');
  expect(site.version).toMatch(/^\d+\.\d+\.\d+/);
  expect(site.output).toMatch(/Lectern \S+ \([0-9a-f]{7}\) is starting/);
  // In the words of an installation, not of a clone.
  expect(site.output).toContain('  lectern user password');
  expect(site.output).not.toContain('npx');
  expect(site.milliseconds).toBeLessThan(FIRST_SITE_MS);
}

describe.skipIf(!isPossible)('a release', () => {
  let again: string | undefined;

  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'lectern-release-test-'));
    shortFolder = mkdtempSync('/tmp/lectern-podman-');
    if (process.env.LECTERN_RELEASE) {
      out = process.env.LECTERN_RELEASE;
      return;
    }
    out = join(folder, 'first');
    again = join(folder, 'second');
    const key = join(folder, 'minisign.key');
    run('minisign', '-G', '-W', '-s', key, '-p', join(folder, 'minisign.pub'));
    const script = join(ROOT, 'scripts/release/release.mjs');
    run(process.execPath, script, '--out', out, '--key', key);
    // In another folder, for a user who prefers other things, and by one processor after the other.
    const elsewhere = join(folder, 'another place');
    mkdirSync(elsewhere);
    const preferences = [`TMPDIR=${elsewhere}`, 'TZ=Pacific/Auckland', 'LC_ALL=tr_TR.UTF-8', 'LANGUAGE=tr'];
    const threads = ['RAYON_NUM_THREADS=1', 'UV_THREADPOOL_SIZE=1', 'taskset', '--cpu-list', '0'];
    run(
      'sh',
      '-c',
      'umask 077 && exec "$@"',
      'sh',
      'env',
      ...preferences,
      ...threads,
      process.execPath,
      script,
      '--out',
      again,
    );
  });
  afterAll(() => {
    for (const place of mounts) spawnSync('umount', ['--recursive', '--lazy', place]);
    rmSync(shortFolder, { recursive: true, force: true });
    // What could not be unmounted must not be deleted.
    if (!readFileSync('/proc/mounts', 'utf8').includes(folder))
      rmSync(folder, { recursive: true, force: true });
  });

  test('is the same when it is made again', (context) => {
    const other = again;
    if (other === undefined) return context.skip();
    const hash = (file: string): string => createHash('sha256').update(readFileSync(file)).digest('hex');
    // The list of hashes has the hash of every file.
    const names = readFileSync(join(out, 'SHA256SUMS'), 'utf8').matchAll(/^[0-9a-f]{64} {2}(.+)$/gm);
    const files = Array.from(names, ([, name = '']) => name);
    expect(files.length).toBeGreaterThan(6);
    const different = files.filter((name) => hash(join(other, name)) !== hash(join(out, name)));
    const archive = different.find((name) => name.endsWith('-linux-x64.tar.gz'));
    const within =
      archive === undefined ? '' : compareArchives(folder, [join(out, archive), join(other, archive)]);
    const image = different.find((name) => name.endsWith('-image.tar.gz'));
    const inImage = image === undefined ? '' : compareImages(folder, [join(out, image), join(other, image)]);
    expect({ different, within, inImage }).toEqual({ different: [], within: '', inImage: '' });
  });

  test('has checksums of everything', () => {
    const { status, stdout } = spawnSync('sh', ['-c', documented('sha256sum')], {
      cwd: out,
      encoding: 'utf8',
    });
    expect(stdout).toMatch(/^lectern-\S+\.tar\.gz: OK$/m);
    expect(status).toBe(0);
  });

  test('has a signature of its checksums', () => {
    const command = documented('minisign -V');
    const verify = (cwd: string) => spawnSync('sh', ['-c', command], { cwd, encoding: 'utf8' });
    expect(verify(out)).toMatchObject({
      status: 0,
      stdout: expect.stringContaining('Signature and comment signature verified'),
    });
    const changed = join(folder, 'changed');
    mkdirSync(changed);
    for (const name of ['SHA256SUMS', 'SHA256SUMS.minisig', 'lectern.pub'])
      copyFileSync(join(out, name), join(changed, name));
    writeFileSync(join(changed, 'SHA256SUMS'), '\n', { flag: 'a' });
    expect(verify(changed).status).toBe(1);
  });

  test('lists the packages that are in it', () => {
    const sbom = JSON.parse(readFileSync(findArtifact(/\.cdx\.json$/), 'utf8')) as {
      bomFormat: string;
      components: { group?: string; name: string }[];
    };
    expect(sbom.bomFormat).toBe('CycloneDX');
    const names = new Set(sbom.components.map(({ group, name }) => (group ? `${group}/${name}` : name)));
    const packed = run('tar', '-tzf', findArtifact(/linux-x64\.tar\.gz$/)).matchAll(
      /\/node_modules\/((?:@[^/\n]+\/)?[^/\n]+)\/package\.json$/gm,
    );
    const missing = Array.from(packed, ([, name]) => name as string).filter(
      (name) => !names.has(name) && !name.includes('node_modules'),
    );
    expect(missing).toEqual([]);
    expect(names.has('vitest')).toBe(false);
  });

  test('installs from the archive on a bare Debian with Node.js', async () => {
    const root = makeRoot('archive', 'trixie', ['ca-certificates']);
    const archive = findArtifact(/linux-x64\.tar\.gz$/);
    copyFileSync(archive, join(root, 'root', basename(archive)));
    for (const part of ['apt-get install --no-install-recommends', 'tar -xzf', 'useradd', 'ln -s'])
      runInside(root, documented(part));
    const [name = ''] = readdirSync(join(root, 'opt'));
    const installed = join(root, 'opt', name);
    expect(Number(run('du', '--bytes', '--summarize', installed).split('\t')[0])).toBeLessThan(
      MAX_UNPACKED_BYTES,
    );
    const files = run('find', installed, '-type', 'f').split('\n');
    expect(files.filter((file) => /\.(?:map|test\.\w+|d\.ts|tsx)$/.test(file))).toEqual([]);
    for (const tool of ['vitest', 'typescript', 'rolldown', 'playwright-core', '@biomejs'])
      expect(existsSync(join(installed, 'node_modules', tool)), tool).toBe(false);
    const place = documented('cd /var/lib/lectern');
    const inPlace = (command: string): string[] => ['sh', '-c', `${place} && ${command}`];
    const start: Start = (settings) => [
      ...insideOf(root),
      ...settings,
      ...inPlace(documented('runuser -u lectern -- lectern serve')),
    ];
    const site = await publishFirstSite(start, (enter) => {
      const inside = (command: string): string =>
        run(...(enter as [string, ...string[]]), ...insideOf(root), ...inPlace(command));
      expect(inside('runuser -u lectern -- lectern token create')).toMatch(/lct_[\w-]{43}/);
      expect(inside(documented('runuser -u lectern -- /opt/', UPGRADE_PAGE))).toMatch(/^0 problems/m);
    });
    expectFirstSite(site);
    expect(existsSync(join(root, 'var/lib/lectern/data'))).toBe(true);
    runInside(root, documented('ln -sfn', UPGRADE_PAGE));
    expect(runInside(root, 'lectern --version')).toMatch(/^Lectern \d/);
  });

  test('installs from the Debian package on a bare Debian 12', async () => {
    const root = makeRoot('deb', 'bookworm', ['ca-certificates']);
    const file = findArtifact(/\.deb$/);
    copyFileSync(file, join(root, 'root', basename(file)));
    runInside(root, documented('apt-get install ./'));
    expect(run('chroot', root, 'lectern', '--version')).toMatch(
      /^Lectern \S+ \([0-9a-f]{7}\), Node\.js v?24\./,
    );
    const unit = join(root, 'lib/systemd/system/lectern.service');
    const [, exposure] = /exposure level for \S+: ([\d.]+)/.exec(
      run('systemd-analyze', 'security', '--offline=true', unit),
    ) ?? ['', '10'];
    expect(Number(exposure)).toBeLessThanOrEqual(3);
    const verified = spawnSync(
      'systemd-analyze',
      ['verify', `--root=${root}`, '--man=no', '--recursive-errors=no', 'lectern.service'],
      { encoding: 'utf8' },
    );
    expect(verified).toMatchObject({ status: 0, stderr: '' });
    const start = inRoot(root, '/var/lib/lectern', ['/usr/lib/lectern/bin/lectern', 'serve']);
    const site = await publishFirstSite(start, (enter) => {
      const inside = (command: string): string =>
        run(...(enter as [string, ...string[]]), ...insideOf(root), 'sh', '-c', command);
      expect(inside(documented('lectern token create'))).toMatch(/lct_[\w-]{43}/);
    });
    expectFirstSite(site);
    // The one of the next release takes the place of this one.
    runInside(root, documented('apt-get install ./', UPGRADE_PAGE));
  });

  test('has a package about which lintian says nothing', () => {
    const { stdout, status } = spawnSync('lintian', ['--allow-root', findArtifact(/\.deb$/)], {
      encoding: 'utf8',
    });
    expect(stdout).toBe('');
    expect(status).toBe(0);
  });

  test('runs from the image in Podman, without a root that can be written to', async () => {
    const store = ['--storage-driver=vfs', `--root=${folder}/store`, `--runroot=${shortFolder}`];
    const podman = (...parameters: string[]) => ['podman', ...store, ...parameters];
    const load = documented('| podman load').replace('| podman ', `| ${podman().join(' ')} `);
    const loaded = execFileSync('sh', ['-c', load], { cwd: out, encoding: 'utf8' });
    expect(loaded).toMatch(/Loaded image[^:]*: (?:\S+\/)?lectern:\d+\.\d+\.\d+$/m);
    // A machine with control groups of both versions starts no container, and may not raise the limits to the usual ones.
    const stopping = join(folder, 'stopping');
    const groups = 'umount --recursive /sys/fs/cgroup && mount -t cgroup2 none /sys/fs/cgroup';
    const prepare = `${groups} && { "$@"; test -e ${stopping} && sleep 300; }`;
    const limits = ['--cgroups=disabled', '--ulimit=nofile=4096:4096', '--ulimit=nproc=4096:4096'];
    /** A command of a page, with the network of this machine. */
    const start = (command: string, options: string[]): string[] => {
      const [, verb = '', ...words] = command.replaceAll(/ --(?:detach|publish \S+)/g, '').split(' ');
      return podman(verb, '--network=host', ...limits, ...options, ...words);
    };
    const startService: Start = (settings) => [
      ...['sh', '-c', prepare, 'sh'],
      ...start(
        documented('podman run --detach'),
        settings.map((setting) => `--env=${setting}`),
      ),
    ];
    const site = await publishFirstSite(startService, (enter) => {
      const beside = (command: string[]): string => run(...(enter as [string, ...string[]]), ...command);
      const here = (command: string): string => beside(podman(...command.split(' ').slice(1)));
      const inside = (...command: string[]): string => beside(podman('exec', 'lectern', ...command));
      expect(inside('lectern', 'token', 'create')).toMatch(/lct_[\w-]{43}/);
      expect(inside('id', '--user').trim()).toBe('10001');
      expect(() => inside('touch', '/usr/lib/lectern/written')).toThrow(/Read-only file system/);
      here('podman healthcheck run lectern');
      expect(here(documented('podman logs'))).toContain('Lectern listens on');
      writeFileSync(stopping, '');
      here(documented('podman stop', UPGRADE_PAGE));
      here(documented('podman rm', UPGRADE_PAGE));
      expect(beside(start(documented('podman run --rm', UPGRADE_PAGE), []))).toMatch(/^0 problems/m);
    });
    expectFirstSite(site);
  });
});
