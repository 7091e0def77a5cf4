import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterEach, expect, test } from 'vitest';
import { temporaryDirectory } from '../git-fixtures.ts';
import { createSetup, request } from './service-process.ts';

const run = promisify(execFile);
const DOCS = fileURLToPath(new URL('../../docs', import.meta.url));
const ADMIN_TOKEN = 'chosen-by-the-operator-0123456789';

const cleanups: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const clean of cleanups.splice(0).reverse()) await clean();
});

/**
 * The newest Node.js of a major version. The package `node` installs a package for each system with a script; that
 * package holds the binary itself, so it is installed directly and no script runs.
 */
async function installNode(major: number): Promise<string> {
  const folder = await temporaryDirectory();
  cleanups.push(folder.remove);
  const prefix = process.platform === 'darwin' && process.arch === 'arm64' ? 'node-bin' : 'node';
  const name = `${prefix}-${process.platform}-${process.arch}`;
  const options = ['--prefix', folder.path, '--no-save', '--ignore-scripts', '--no-audit', '--no-fund'];
  await run('npm', ['install', ...options, `${name}@${major}`], { cwd: folder.path });
  return join(folder.path, 'node_modules', name, 'bin/node');
}

test.each([22, 24])(
  'Node.js %i starts the service, imports the documentation, reads a page and stops',
  async (major) => {
    const node = await installNode(major);
    const { stdout } = await run(node, ['--version']);
    expect(stdout).toMatch(new RegExp(`^v${major}\\.`));
    console.log(`Node.js ${stdout.trim()}`);
    const setup = await createSetup({ node });
    cleanups.push(setup.clean);
    const environment = { LECTERN_ADMIN_TOKEN: ADMIN_TOKEN };

    const service = await setup.serve(environment);
    const imported = await setup.run(['import', DOCS], environment);
    expect(imported).toMatchObject({ code: 0, errors: '' });
    const [, spaceId] = /\/app\/s\/([0-9a-f-]{36})/.exec(imported.output) ?? [];
    const page = await request<{ title: string; markdown: string }>(
      service,
      ADMIN_TOKEN,
      `/v1/spaces/${spaceId}/content/path/getting-started%2Finstall?format=markdown`,
    );
    expect(page).toMatchObject({ status: 200, body: { title: 'Install' } });
    expect(page.body.markdown).toContain('npm start');

    const { code, errors } = await service.stop();
    expect({ code, errors }).toEqual({ code: 0, errors: '' });
    expect(setup.processes()).toEqual([]);
  },
);
