import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { request as sendRequest } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createPreparedSetup, type RunningService, request, type Setup, waitFor } from './service-process.ts';

const TOKEN = 'token-of-the-administrator-0123456789';
const MEGABYTE = 1_000_000;
const AT_ONCE = 10;
const ROUNDS = 3;
/** What was read stays as garbage until it is collected: some megabytes for each upload. */
const MAX_GROWTH = 120 * MEGABYTE;
/** What the allocator keeps afterwards, whatever the number of uploads. */
const MAX_REST = 80 * MEGABYTE;

let setup: Setup;
beforeEach(async () => {
  setup = await createPreparedSetup();
});
afterEach(() => setup.clean());

/** The resident memory of a process, in bytes. */
function residentBytes(pid: number): number {
  const [, kilobytes] = /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
  return Number(kilobytes) * 1024;
}

/** Threads that a start has prepared end when nobody needs them: waits until the memory stands still. */
async function settle({ pid }: RunningService): Promise<number> {
  const samples: number[] = [];
  await waitFor('the memory to stand still', async () => {
    await pause(500);
    samples.push(residentBytes(pid));
    const last = samples.slice(-30);
    return last.length === 30 && Math.max(...last) - Math.min(...last) < 8 * MEGABYTE;
  });
  return samples.at(-1) as number;
}

const CHUNK = randomBytes(MEGABYTE);

/** Uploads 100 MB chunk by chunk, and returns the status. */
function upload(service: RunningService, path: string, watch: () => void): Promise<number> {
  return new Promise((resolve, reject) => {
    const sending = sendRequest(`${service.url}${path}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${TOKEN}`, 'content-length': String(100 * MEGABYTE) },
    });
    sending.on('error', reject);
    sending.on('response', (response) => {
      response.resume();
      response.on('end', () => resolve(response.statusCode ?? 0));
    });
    const write = (left: number): void => {
      watch();
      if (left === 0) sending.end();
      else sending.write(CHUNK, () => write(left - 1));
    };
    write(100);
  });
}

test.runIf(process.platform === 'linux')(
  'ten files of 100 MB at once, several times, are uploaded without being held in memory',
  async () => {
    const service = await setup.serve({ LECTERN_ADMIN_TOKEN: TOKEN, LECTERN_LOG_LEVEL: 'fatal' });
    const organizations = await request<{ items: { id: string }[] }>(service, TOKEN, '/v1/orgs');
    const spaces = `/v1/orgs/${organizations.body.items[0]?.id}/spaces`;
    const space = await request<{ id: string }>(service, TOKEN, spaces, {
      method: 'POST',
      body: { title: 'Docs' },
    });
    const path = `/v1/spaces/${space.body.id}/files?name=a.bin`;
    const settled = await settle(service);
    let peak = 0;
    const watch = (): void => {
      peak = Math.max(peak, residentBytes(service.pid));
    };
    for (let round = 0; round < ROUNDS; round += 1) {
      const statuses = await Promise.all(Array.from({ length: AT_ONCE }, () => upload(service, path, watch)));
      expect(new Set(statuses)).toEqual(new Set([201]));
    }
    expect(peak - settled).toBeLessThan(MAX_GROWTH);
    await waitFor(
      'the memory to be released',
      async () => residentBytes(service.pid) - settled < MAX_REST,
      () => `${Math.round((residentBytes(service.pid) - settled) / MEGABYTE)} MB remain.`,
    );
    expect((await service.stop()).code).toBe(0);
  },
);
