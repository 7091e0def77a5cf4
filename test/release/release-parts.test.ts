/** The parts of `npm run release` that need no build; release.soak.test.ts makes whole releases. */
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { findCommandName, readRelease } from '../../apps/server/platform/http/release.ts';
import { closeSection, findSection, UNRELEASED } from '../../scripts/release/read-changelog.mjs';
import { listForPlatform, listRuntimePackages } from '../../scripts/release/runtime-packages.mjs';
import { stageFiles } from '../../scripts/release/stage-files.mjs';
import { writeArchive } from '../../scripts/release/write-archive.mjs';
import { signChecksums, writeChecksums } from '../../scripts/release/write-checksums.mjs';
import { limitSbom } from '../../scripts/release/write-sbom.mjs';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'lectern-release-parts-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

describe('the packages of a release', () => {
  const packages = {
    '': {},
    'node_modules/loaded': {
      dependencies: { needed: '1', shared: '1' },
      optionalDependencies: { native: '1' },
    },
    'node_modules/loaded/node_modules/shared': {},
    'node_modules/shared': {},
    'node_modules/needed': {},
    'node_modules/native': {},
    'node_modules/bundled': {},
    'node_modules/@by-scope/one': {},
    'node_modules/@by-name/langs': {},
    'node_modules/@types/node': {},
    'node_modules/tool': { dev: true },
    'node_modules/own': { link: true },
  };
  const bundle =
    // biome-ignore lint/suspicious/noTemplateCurlyInString: the text of a program
    'import a from "loaded"; read(`@by-scope/${name}`); resolve("@by-name/langs/x"); import "tool"; import "own"; import "@types/node"';

  test('are those that the bundle names, with what they depend on, and none of development', () => {
    expect(listRuntimePackages(packages, bundle)).toEqual([
      'node_modules/@by-name/langs',
      'node_modules/@by-scope/one',
      'node_modules/loaded',
      'node_modules/loaded/node_modules/shared',
      'node_modules/native',
      'node_modules/needed',
    ]);
  });
});

describe('the files of a release', () => {
  const lock = {
    'node_modules/loaded': { optionalDependencies: { 'for-linux': '1', 'for-musl': '1', 'for-mac': '1' } },
    'node_modules/for-linux': { os: ['linux'], cpu: ['x64'], libc: ['glibc'] },
    'node_modules/for-musl': { os: ['linux'], cpu: ['x64'], libc: ['musl'] },
    'node_modules/for-mac': { os: ['darwin'], cpu: ['arm64'] },
  };

  test('are those of one platform, whatever npm installed', () => {
    expect(listForPlatform(lock, Object.keys(lock))).toEqual([
      'node_modules/loaded',
      'node_modules/for-linux',
    ]);
  });

  test('are refused without a package that npm left out because it could not download it', () => {
    const clone = join(folder, 'clone');
    mkdirSync(join(clone, 'dist'), { recursive: true });
    mkdirSync(join(clone, 'docs'));
    mkdirSync(join(clone, 'packaging/archive'), { recursive: true });
    mkdirSync(join(clone, 'node_modules/loaded'), { recursive: true });
    for (const name of ['LICENSE', 'NOTICE', 'packaging/archive/lectern', 'node_modules/loaded/main.js'])
      writeFileSync(join(clone, name), name);
    writeFileSync(join(clone, 'dist/main.js'), 'import "loaded";');
    writeFileSync(join(clone, 'package.json'), '{"name":"lectern","version":"1.2.3"}');
    writeFileSync(join(clone, 'package-lock.json'), JSON.stringify({ packages: lock }));
    const stage = (name: string) => stageFiles({ folder: clone, commit: 'c0ffee' }, join(folder, name));
    expect(() => stage('incomplete')).toThrow('npm did not install node_modules/for-linux.');
    mkdirSync(join(clone, 'node_modules/for-linux'));
    expect(stage('whole')).toEqual(['node_modules/for-linux', 'node_modules/loaded']);
  });
});

describe('the list of what is shipped', () => {
  const component = (name: string) => ({ 'bom-ref': `${name}@1.0.0`, name, version: '1.0.0' });
  const whole = {
    serialNumber: 'urn:uuid:random',
    metadata: { timestamp: 'now', component: component('lectern') },
    components: [component('fastify'), component('vitest')],
    dependencies: [
      { ref: 'lectern@1.0.0', dependsOn: ['fastify@1.0.0', 'vitest@1.0.0'] },
      { ref: 'vitest@1.0.0', dependsOn: [] },
    ],
  };
  const options = { commit: 'c0ffee', version: '1.2.3', time: 1_700_000_000, node: '24.0.0' };

  test('has nothing else, and its number and time follow from the commit', () => {
    const limit = () => limitSbom(whole, { ...options, shipped: new Set(['fastify@1.0.0']) });
    const sbom = limit();
    expect(sbom.components.map(({ name }) => name)).toEqual(['fastify', 'node']);
    expect(sbom.dependencies).toEqual([{ ref: 'lectern@1.0.0', dependsOn: ['fastify@1.0.0'] }]);
    expect(sbom.metadata.timestamp).toBe('2023-11-14T22:13:20.000Z');
    expect(sbom.metadata.component.version).toBe('1.2.3');
    expect(sbom.serialNumber).toMatch(
      /^urn:uuid:[0-9a-f]{8}-[0-9a-f]{4}-5[0-9a-f]{3}-8[0-9a-f]{3}-[0-9a-f]{12}$/,
    );
    expect(limit()).toEqual(sbom);
  });

  test('is refused if npm does not know a package that is shipped', () => {
    const shipped = new Set(['fastify@1.0.0', 'unknown@2.0.0']);
    expect(() => limitSbom(whole, { ...options, shipped })).toThrow('npm sbom does not list unknown@2.0.0.');
  });
});

describe('the changelog', () => {
  const changelog = '# Changelog\n\nText.\n\n## Unreleased\n\n* New.\n\n## 0.1.0\n\nThe first.\n';

  test('gives a version its own section', () => {
    expect(findSection(changelog, '0.1.0')).toBe('The first.');
    expect(findSection(changelog, UNRELEASED)).toBe('* New.');
    expect(() => findSection(changelog, '0.2.0')).toThrow('docs/changelog.md has no section “## 0.2.0”.');
  });

  test('is closed once for a version', () => {
    const closed = closeSection(changelog, '0.2.0');
    expect(findSection(closed, '0.2.0')).toBe('* New.');
    expect(findSection(closed, UNRELEASED)).toBe('');
    expect(() => closeSection(closed, '0.2.0')).toThrow('already has a section “## 0.2.0”');
  });
});

test('an archive depends on its files only, not on their times, order or owner', () => {
  const pack = (parent: string, names: string[], seconds: number): Buffer => {
    mkdirSync(join(folder, parent, 'lectern'), { recursive: true });
    for (const name of names) {
      const file = join(folder, parent, 'lectern', name);
      writeFileSync(file, `Text of ${name}`, { mode: seconds > 100 ? 0o600 : 0o644 });
      utimesSync(file, seconds, seconds);
    }
    const file = join(folder, `${parent}.tar.gz`);
    writeArchive({ parent: join(folder, parent), names: ['lectern'], time: 1_700_000_000, file });
    return readFileSync(file);
  };
  expect(pack('a', ['one', 'two'], 100).equals(pack('b', ['two', 'one'], 200))).toBe(true);
  const list = execFileSync('tar', ['-tvzf', join(folder, 'a.tar.gz')], {
    encoding: 'utf8',
    env: { TZ: 'UTC' },
  });
  expect(list).toMatch(/^-rw-r--r-- 0\/0 +\d+ 2023-11-14 22:13 lectern\/one$/m);
});

describe('the checksums', () => {
  beforeEach(() => {
    mkdirSync(join(folder, 'out/compose'), { recursive: true });
    writeFileSync(join(folder, 'out/lectern.tar.gz'), 'archive');
    writeFileSync(join(folder, 'out/compose/compose.yaml'), 'services: {}');
    writeChecksums(join(folder, 'out'));
  });
  const check = () =>
    spawnSync('sha256sum', ['--check', '--strict', 'SHA256SUMS'], { cwd: join(folder, 'out') }).status;

  test('name every file, and find one that was changed', () => {
    expect(readFileSync(join(folder, 'out/SHA256SUMS'), 'utf8')).toMatch(
      /^[0-9a-f]{64} {2}compose\/compose\.yaml\n[0-9a-f]{64} {2}lectern\.tar\.gz\n$/,
    );
    expect(check()).toBe(0);
    writeFileSync(join(folder, 'out/lectern.tar.gz'), 'another');
    expect(check()).toBe(1);
  });

  test.skipIf(spawnSync('minisign', ['-v']).error !== undefined)('are signed', () => {
    const key = join(folder, 'minisign.key');
    execFileSync('minisign', ['-G', '-W', '-s', key, '-p', join(folder, 'made.pub')], { stdio: 'ignore' });
    signChecksums(join(folder, 'out'), { key, version: '1.2.3' });
    const verify = () =>
      spawnSync('minisign', ['-V', '-p', 'lectern.pub', '-m', 'SHA256SUMS'], {
        cwd: join(folder, 'out'),
        encoding: 'utf8',
      });
    expect(verify()).toMatchObject({ status: 0, stdout: expect.stringContaining('Lectern 1.2.3') });
    writeFileSync(join(folder, 'out/SHA256SUMS'), 'changed');
    expect(verify().status).not.toBe(0);
  });
});

test('a release tells its commit from a file, and calls its command by its own name', () => {
  const root = pathToFileURL(`${folder}/`);
  writeFileSync(join(folder, 'package.json'), '{"version":"1.2.3"}');
  expect(readRelease(root)).toEqual({ version: '1.2.3', build: 'release' });
  expect(findCommandName(root)).toBe('npx lectern');
  writeFileSync(join(folder, 'release.json'), '{"commit":"0123456789abcdef"}');
  expect(readRelease(root)).toEqual({ version: '1.2.3', build: '0123456' });
  expect(findCommandName(root)).toBe('lectern');
});
