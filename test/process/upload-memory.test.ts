import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { request as sendRequest } from 'node:http';
import { afterEach, beforeEach, expect, test } from 'vitest';
import {
  createPreparedSetup,
  type RunningService,
  request,
  type Setup,
  TEST_TIMEOUT_MS,
} from './service-process.ts';

const TOKEN = 'token-of-the-administrator-0123456789';
const MEGABYTE = 1_000_000;

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

const CHUNK = randomBytes(MEGABYTE);

/** Uploads bytes chunk by chunk. Returns the response and the most memory that the service took meanwhile. */
function upload(
  service: RunningService,
  path: string,
  megabytes: number,
): Promise<{ status: number; peak: number }> {
  return new Promise((resolve, reject) => {
    let peak = 0;
    const sending = sendRequest(`${service.url}${path}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${TOKEN}`, 'content-length': String(megabytes * MEGABYTE) },
    });
    sending.on('error', reject);
    sending.on('response', (response) => {
      response.resume();
      response.on('end', () => resolve({ status: response.statusCode ?? 0, peak }));
    });
    const write = (left: number): void => {
      peak = Math.max(peak, residentBytes(service.pid));
      if (left === 0) sending.end();
      else sending.write(CHUNK, () => write(left - 1));
    };
    write(megabytes);
  });
}

test.runIf(process.platform === 'linux')(
  'a file of 200 MB is uploaded without being held in memory',
  async () => {
    const service = await setup.serve({
      LECTERN_ADMIN_TOKEN: TOKEN,
      LECTERN_LOG_LEVEL: 'fatal',
      LECTERN_MAX_UPLOAD: '200MB',
    });
    const organizations = await request<{ items: { id: string }[] }>(service, TOKEN, '/v1/orgs');
    const spaces = `/v1/orgs/${organizations.body.items[0]?.id}/spaces`;
    const space = await request<{ id: string }>(service, TOKEN, spaces, {
      method: 'POST',
      body: { title: 'Docs' },
    });
    const path = `/v1/spaces/${space.body.id}/files?name=a.bin`;
    const before = residentBytes(service.pid);
    const { status, peak } = await upload(service, path, 200);
    expect(status).toBe(201);
    // What is read stays as garbage until it is collected, but never the whole file.
    expect((peak - before) / MEGABYTE, 'megabytes for 200 MB').toBeLessThan(150);
    expect((await service.stop()).code).toBe(0);
  },
  TEST_TIMEOUT_MS,
);
