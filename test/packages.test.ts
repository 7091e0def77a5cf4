import { execFile, execFileSync } from 'node:child_process';
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { buildTestApp, type TestApp } from './app.ts';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const NAMES = readdirSync(join(ROOT, 'packages'));
const run = promisify(execFile);
/** npm starts once for each package. */
const PACKING_MS = 300_000;

interface Manifest {
  name: string;
  exports: Record<string, object>;
  dependencies?: Record<string, string>;
}

const readManifest = (name: string): Manifest =>
  JSON.parse(readFileSync(join(ROOT, 'packages', name, 'package.json'), 'utf8'));

/** The example of a package's README, and what it prints. */
function readExample(name: string): { code: string; output: string } {
  const page = readFileSync(join(ROOT, 'packages', name, 'README.md'), 'utf8');
  const [, code = '', output = ''] = /```js\n([\s\S]*?)```\s+```text\n([\s\S]*?)```/.exec(page) ?? [];
  return { code, output };
}

test.each(NAMES)('the README of %s names every file that the package exports', (name) => {
  const page = readFileSync(join(ROOT, 'packages', name, 'README.md'), 'utf8');
  const names = [...page.matchAll(/`([\w/*-]+)`/g)].map(([, file]) => file as string);
  const isNamed = (file: string): boolean =>
    names.some((one) => one === file || (one.endsWith('/*') && file.startsWith(one.slice(0, -1))));
  const exported = Object.keys(readManifest(name).exports).map((path) => path.slice('./'.length));
  expect(exported.filter((file) => !isNamed(file))).toEqual([]);
});

describe('packed', () => {
  let folder: string;
  /** The API that the example of the client calls. */
  let app: TestApp;

  /** Installs what `npm pack` makes of each package, beside the packages that they depend on. */
  beforeAll(async () => {
    app = await buildTestApp();
    await app.server.listen({ port: 0, host: '127.0.0.1' });
    folder = mkdtempSync(join(tmpdir(), 'lectern-packages-'));
    const modules = join(folder, 'node_modules');
    mkdirSync(modules);
    for (const name of NAMES) {
      const { name: fullName, dependencies = {} } = readManifest(name);
      const { stdout } = await run('npm', ['pack', '--json', '--pack-destination', folder], {
        cwd: join(ROOT, 'packages', name),
      });
      const home = join(modules, fullName);
      mkdirSync(home, { recursive: true });
      const tarball = join(folder, /"filename": "([^"]+)"/.exec(stdout)?.[1] as string);
      execFileSync('tar', ['-xzf', tarball, '-C', home, '--strip-components=1']);
      for (const dependency of Object.keys(dependencies).filter((one) => !one.startsWith('@lectern/'))) {
        mkdirSync(dirname(join(modules, dependency)), { recursive: true });
        rmSync(join(modules, dependency), { force: true });
        symlinkSync(join(ROOT, 'node_modules', dependency), join(modules, dependency));
      }
    }
  }, PACKING_MS);

  afterAll(async () => {
    await app.close();
    rmSync(folder, { recursive: true, force: true });
    for (const name of NAMES) rmSync(join(ROOT, 'packages', name, 'dist'), { recursive: true, force: true });
  });

  test.each(NAMES)('the example of %s prints what its README says', async (name) => {
    const { code, output } = readExample(name);
    const file = join(folder, `${name}.mjs`);
    writeFileSync(file, code);
    const { port } = app.server.server.address() as AddressInfo;
    const { stdout } = await run(process.execPath, [file], {
      env: { ...process.env, LECTERN_URL: `http://127.0.0.1:${port}`, LECTERN_TOKEN: app.adminToken },
    });
    expect(stdout).toBe(output);
    expect(output).not.toBe('');
  });
});
