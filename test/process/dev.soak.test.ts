/** Runs `npm run dev` on a copy of the sources, and changes them. */
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, expect, test } from 'vitest';
import { createSetup, type RunningService, TEST_TIMEOUT_MS, waitFor } from './service-process.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const clone = mkdtempSync(join(tmpdir(), 'lectern-dev-'));
afterAll(() => rmSync(clone, { recursive: true, force: true }));

const ROUTE = join(clone, 'apps/server/platform/http/api-information.ts');
const WORKER = join(clone, 'apps/console/offline/service-worker.ts');

function copySources(): void {
  const files = ['docs', 'package.json', 'package-lock.json', 'rolldown.config.mjs', 'tsconfig.json'];
  for (const name of ['apps', 'packages', 'scripts', ...files])
    cpSync(join(ROOT, name), join(clone, name), { recursive: true });
  symlinkSync(join(ROOT, 'node_modules'), join(clone, 'node_modules'));
}

const readVersion = async ({ url }: RunningService): Promise<Record<string, unknown>> =>
  JSON.parse((await readText(`${url}/v1/`)) || '{}');

async function readText(url: string): Promise<string> {
  try {
    return await (await fetch(url)).text();
  } catch {
    // It is being restarted.
    return '';
  }
}

test(
  'changes are served after a restart, errors are printed, and a stop leaves no process',
  async () => {
    copySources();
    const setup = await createSetup({ main: join(clone, 'scripts/dev.mjs') });
    try {
      const service = await setup.serve();
      const described = (): string => service.errors() + service.output();
      const first = await readVersion(service);
      const database = setup.databasePid();
      const source = readFileSync(ROUTE, 'utf8');

      writeFileSync(ROUTE, `${source}\nconst`);
      await waitFor('the error', async () => service.errors().includes('The build failed'), described);
      expect(service.errors()).toContain('api-information.ts');
      expect(await readVersion(service)).toEqual(first);
      expect(setup.databasePid()).toBe(database);

      writeFileSync(ROUTE, source.replace('=> release', "=> ({ ...release, version: 'changed' })"));
      const isChanged = async () => (await readVersion(service)).version === 'changed';
      await waitFor('the changed response', isChanged, described);
      expect(service.output().match(/Here is the administrator/g)).toHaveLength(1);

      writeFileSync(WORKER, readFileSync(WORKER, 'utf8').replace("'lectern-files'", "'changed-files'"));
      const isNewConsole = async () =>
        (await readText(`${service.url}/app/service-worker.js`)).includes('changed-files');
      await waitFor('the changed console', isNewConsole, described);

      expect(await service.stop('SIGINT')).toMatchObject({ code: 0 });
      expect(setup.processes()).toEqual([]);

      const killed = await setup.serve();
      killed.kill('SIGKILL');
      await waitFor('the service to end, too', async () => setup.processes().length === 0, described);
    } finally {
      await setup.clean();
    }
  },
  TEST_TIMEOUT_MS,
);
