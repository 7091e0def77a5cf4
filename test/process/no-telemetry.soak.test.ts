import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { temporaryDirectory } from '../git-fixtures.ts';
import { createSetup, request } from './service-process.ts';

const TOKEN = 'token-of-the-administrator-0123456789';
/** Long enough for everything that a start does, and for the first runs of most recurring jobs. */
const IDLE_MS = 70_000;

test('a service in which nobody does anything connects to nothing but its database, and asks no DNS server', async () => {
  const folder = await temporaryDirectory();
  const setup = await createSetup();
  try {
    const attempts = join(folder.path, 'attempts');
    const updates = join(folder.path, 'releases.json');
    writeFileSync(
      updates,
      '{"releases":[{"version":"99.0.0","url":"https://example.com/99","security":true}]}',
    );
    const preload = fileURLToPath(new URL('record-connections.mjs', import.meta.url));
    const environment = {
      LECTERN_ADMIN_TOKEN: TOKEN,
      LECTERN_LOG_LEVEL: 'warn',
      LECTERN_UPDATES_FILE: updates,
      NODE_OPTIONS: `--import=${preload}`,
      TEST_CONNECTIONS_FILE: attempts,
    };
    const service = await setup.serve(environment);
    await sleep(IDLE_MS);
    // The log says what the file says, and nobody opens its address.
    expect(service.output()).toContain('Lectern 99.0.0 is available');
    expect(service.output()).toContain('It closes a security hole. https://example.com/99');
    const lines = existsSync(attempts) ? readFileSync(attempts, 'utf8').trim().split('\n') : [];
    // The recording works: the connections to the embedded database, through a socket, are there.
    expect(lines.some((line) => line.startsWith('connect /'))).toBe(true);
    expect([...new Set(lines)].filter((line) => !line.startsWith('connect /'))).toEqual([]);
    expect((await request(service, TOKEN, '/v1/instance')).body.update).toEqual({
      version: '99.0.0',
      security: true,
      url: 'https://example.com/99',
    });
  } finally {
    await setup.clean();
    await folder.remove();
  }
});
