import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type Outside, startOutside } from '../fixtures/content/links/checks/outside.ts';
import { createPreparedSetup, type Setup, TEST_TIMEOUT_MS, waitFor } from './service-process.ts';

const ENVIRONMENT = { LECTERN_LINK_CHECKS: 'on', LECTERN_ALLOW_PRIVATE_NETWORKS: '1' };
const PATHS = ['/a', '/b', '/c'];

let setup: Setup;
let outside: Outside;
/** The second address that is asked hangs. */
let hangs: boolean;

beforeEach(async () => {
  setup = await createPreparedSetup();
  hangs = true;
  outside = await startOutside((_, response) => {
    if (outside.asked.length < 2 || !hangs) response.end('hello');
  });
});
afterEach(async () => {
  await setup.clean();
  outside.close();
});

test(
  'checks of links that are killed go on after the restart, and what was answered is not asked again',
  async () => {
    const folder = join(setup.dataDir, '../Handbook');
    mkdirSync(folder);
    writeFileSync(
      join(folder, 'README.md'),
      `# Links\n\n${PATHS.map((path) => `<${outside.origin}${path}>`).join('\n')}\n`,
    );
    expect((await setup.run(['import', folder])).code).toBe(0);
    expect(outside.asked).toEqual([]);

    const killed = await setup.serve(ENVIRONMENT);
    await waitFor('the second request', async () => outside.asked.length === 2);
    killed.kill('SIGKILL');
    await killed.ended;
    hangs = false;

    const restarted = await setup.serve(ENVIRONMENT);
    const answered = outside.asked[0] as string;
    await waitFor('every address to be asked', async () => outside.asked.length === 4);
    expect([...outside.asked].sort()).toEqual(
      [...PATHS.map((path) => `HEAD ${path}`), outside.asked[1]].sort(),
    );
    expect(outside.asked.filter((asked) => asked === answered)).toHaveLength(1);
    expect((await restarted.stop()).code).toBe(0);
  },
  TEST_TIMEOUT_MS,
);
