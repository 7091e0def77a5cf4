/** Kills backups and restores at random moments: what is there is what was there before, or all of it. */
import { randomBytes, randomInt } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createRandom } from '../random.ts';
import { createPreparedSetup, type RunningService, request, type Setup } from './service-process.ts';

const TOKEN = 'token-of-the-administrator-0123456789';
const ENVIRONMENT = { LECTERN_ADMIN_TOKEN: TOKEN, LECTERN_LOG_LEVEL: 'fatal' };
const ROUNDS = 12;
const FILES = 6;
const FILE_BYTES = 12_000_000;

let setup: Setup;
let folder: string;
let random: () => number;
let seed: number;
beforeEach(async () => {
  setup = await createPreparedSetup();
  folder = await mkdtemp(join(tmpdir(), 'lectern-backups-'));
  seed = Number(process.env.LECTERN_SEED ?? randomInt(2 ** 31));
  console.log(`The seed of this run: LECTERN_SEED=${seed}`);
  random = createRandom(seed);
});
afterEach(async () => {
  await setup.clean();
  await rm(folder, { recursive: true, force: true });
});

/** Adds large files, so that most of the time of a backup is not its start. */
async function fill(service: RunningService, count: number): Promise<void> {
  const organizations = await request<{ items: { id: string }[] }>(service, TOKEN, '/v1/orgs');
  const path = `/v1/orgs/${organizations.body.items[0]?.id}/spaces`;
  const space = await request<{ id: string }>(service, TOKEN, path, {
    method: 'POST',
    body: { title: 'Files' },
  });
  for (let n = 0; n < count; n += 1) {
    const response = await fetch(`${service.url}/v1/spaces/${space.body.id}/files?name=a.bin`, {
      method: 'POST',
      headers: { authorization: `Bearer ${TOKEN}` },
      body: new Uint8Array(randomBytes(FILE_BYTES)),
    });
    expect(response.status).toBe(201);
  }
}

async function listBackups(target: string): Promise<string[]> {
  const { output } = await setup.run(['backup', 'list', target]);
  return output.split('\n').filter((line) => /^\d{8}T/.test(line));
}

/** Runs a command that is killed at a random moment of the time that it takes. Returns whether it was killed. */
async function runKilled(args: string[], seconds: number, environment?: Record<string, string>) {
  const command = setup.start(args, environment);
  const delay = Math.round(random() * seconds * 1_000);
  await Promise.race([sleep(delay), command.ended]);
  command.kill('SIGKILL');
  const { code } = await command.ended;
  return { isKilled: code === null, delay };
}

async function measure(work: () => Promise<{ code: number | null; errors: string }>): Promise<number> {
  const begun = performance.now();
  const { code, errors } = await work();
  expect(code, errors).toBe(0);
  return (performance.now() - begun) / 1_000;
}

test('a backup that is killed leaves the backups that were there, or one more', {
  timeout: 1_800_000,
}, async () => {
  const service = await setup.serve(ENVIRONMENT);
  await fill(service, FILES);
  const kept = join(folder, 'kept');
  const seconds = await measure(() => setup.run(['backup', kept]));
  let killed = 0;
  let finished = 0;
  for (let round = 1; round <= ROUNDS; round += 1) {
    // Every other round, nothing is there yet.
    const target = round % 2 === 0 ? kept : join(folder, `target-${round}`);
    if (target === kept) await fill(service, FILES / 2);
    const before = target === kept ? (await listBackups(target)).length : 0;
    const { isKilled, delay } = await runKilled(['backup', target], seconds);
    const where = `seed ${seed}, round ${round}: killed after ${delay} of ${Math.round(seconds * 1_000)} ms`;
    const after = (await listBackups(target)).length;
    expect(after, where).toBeGreaterThanOrEqual(isKilled ? before : before + 1);
    expect(after, where).toBeLessThanOrEqual(before + 1);
    const verified = await setup.run(['verify', target]);
    if (after > 0) expect(verified, `${where}: ${verified.errors}`).toMatchObject({ code: 0 });
    const next = await setup.run(['backup', target]);
    expect(next, `${where}: ${next.errors}`).toMatchObject({ code: 0 });
    const compared = await setup.run(['verify', target, '--running']);
    expect(compared, `${where}: ${compared.errors}`).toMatchObject({ code: 0 });
    if (isKilled) killed += 1;
    if (after > before) finished += 1;
    if (target !== kept) await rm(target, { recursive: true, force: true });
  }
  await service.stop();
  expect(killed).toBeGreaterThan(ROUNDS / 3);
  console.log(`${ROUNDS} backups, ${killed} killed, of which or beside which ${finished} were complete.`);
});

test('a restore that is killed leaves nothing that starts or can be backed up, or all of it', {
  timeout: 1_800_000,
}, async () => {
  const service = await setup.serve(ENVIRONMENT);
  await fill(service, FILES);
  const target = join(folder, 'target');
  expect(await setup.run(['backup', target])).toMatchObject({ code: 0 });
  await service.stop();
  let seconds = 0;
  const outcomes = { killed: 0, 'nothing there': 0, incomplete: 0, complete: 0 };
  // The first round measures.
  for (let round = 0; round <= ROUNDS; round += 1) {
    const dataDir = join(folder, `elsewhere-${round}`);
    const elsewhere = { LECTERN_DATA_DIR: dataDir };
    if (round === 0) {
      seconds = await measure(() => setup.run(['restore', target], elsewhere));
      await rm(dataDir, { recursive: true, force: true });
      continue;
    }
    const { isKilled, delay } = await runKilled(['restore', target], seconds, elsewhere);
    const where = `seed ${seed}, round ${round}: killed after ${delay} of ${Math.round(seconds * 1_000)} ms`;
    const backup = await setup.run(['backup', join(folder, `of-${round}`)], elsewhere);
    const state =
      backup.code === 0
        ? 'complete'
        : backup.errors.includes('The database is incomplete')
          ? 'incomplete'
          : 'nothing there';
    if (state === 'nothing there')
      expect(backup.errors, where).toMatch(/There is no database|The secret|The database is empty/);
    if (state === 'incomplete') {
      const start = await setup.run(['serve'], elsewhere);
      expect(start, where).toMatchObject({
        code: 1,
        errors: expect.stringContaining('The database is incomplete'),
      });
    }
    const again = await setup.run(['restore', target], elsewhere);
    if (state === 'complete') expect(again.errors, where).toContain('is not empty');
    else expect(again, `${where}: ${again.errors}`).toMatchObject({ code: 0 });
    const compared = await setup.run(['verify', target, '--running'], elsewhere);
    expect(compared, `${where}: ${compared.errors}`).toMatchObject({ code: 0 });
    expect(compared.output, where).toMatch(/of \d{2,} rows, 0 have changed since, and 0 are gone/);
    outcomes[state] += 1;
    if (isKilled) outcomes.killed += 1;
    await rm(dataDir, { recursive: true, force: true });
    await rm(join(folder, `of-${round}`), { recursive: true, force: true });
  }
  expect(outcomes.killed).toBeGreaterThan(ROUNDS / 3);
  expect(outcomes.incomplete).toBeGreaterThan(0);
  console.log(`${ROUNDS} restores of ${seconds.toFixed(1)} s: ${JSON.stringify(outcomes)}`);
});
