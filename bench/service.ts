/** The service under measurement: a process of its own, on a data directory of its own. */
import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { createSetup, type RunningService, request, type Setup } from '../test/process/service-process.ts';

export const TOKEN = 'token-of-the-administrator-0123456789';
export const ENVIRONMENT = {
  LECTERN_ADMIN_TOKEN: TOKEN,
  LECTERN_ALLOW_PRIVATE_NETWORKS: '1',
  LECTERN_LOG_LEVEL: 'error',
};

/** Runs `measure` against a fresh service and leaves nothing of it behind. `main`: another build than this one. */
export async function withService(
  measure: (service: RunningService, setup: Setup) => Promise<void>,
  environment: Record<string, string> = {},
  main?: string,
): Promise<void> {
  const setup = await createSetup(main === undefined ? {} : { main });
  try {
    const service = await setup.serve({ ...ENVIRONMENT, ...environment });
    await measure(service, setup);
    await service.stop();
  } finally {
    await setup.clean();
  }
}

export async function addSpace(service: RunningService, title: string): Promise<string> {
  const organizations = await request<{ items: { id: string }[] }>(service, TOKEN, '/v1/orgs');
  const path = `/v1/orgs/${organizations.body.items[0]?.id}/spaces`;
  return (await request<{ id: string }>(service, TOKEN, path, { method: 'POST', body: { title } })).body.id;
}

/** Asking every 10 ms took an eighth of the processor time of the import under measurement. */
const POLL_MS = 50;

export interface Import {
  seconds: number;
  counts: { pages: number; changed: number };
}

/** Measures from the request until a polling client sees that the import is done. */
export async function importRepository(
  service: RunningService,
  spaceId: string,
  url: string,
): Promise<Import> {
  const startedAt = performance.now();
  const body = { url, ref: 'refs/heads/main' };
  const asked = await request(service, TOKEN, `/v1/spaces/${spaceId}/git/import`, { method: 'POST', body });
  if (asked.status !== 204) throw new Error(`The import was refused: ${JSON.stringify(asked.body)}`);
  for (;;) {
    const { body: git } = await request<{
      operation: { state: string; error?: string; counts: Import['counts'] };
    }>(service, TOKEN, `/v1/spaces/${spaceId}/git/info`);
    const { state, error, counts } = git.operation;
    if (state === 'success') return { seconds: (performance.now() - startedAt) / 1000, counts };
    if (state !== 'running') throw new Error(`The import failed: ${error}`);
    await sleep(POLL_MS);
  }
}

export interface ShownPage {
  id: string;
  type: string;
  pages?: ShownPage[];
}

/** The ids of all document pages. */
export async function listPages(service: RunningService, spaceId: string): Promise<string[]> {
  const { body } = await request<{ pages: ShownPage[] }>(
    service,
    TOKEN,
    `/v1/spaces/${spaceId}/content/pages`,
  );
  const flat = (pages: ShownPage[]): ShownPage[] =>
    pages.flatMap((page) => [page, ...flat(page.pages ?? [])]);
  return flat(body.pages).flatMap((page) => (page.type === 'document' ? [page.id] : []));
}

/** Resident memory in MB (10^6 bytes). */
export function residentMemory(pid: number): number {
  const [, kilobytes] = /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
  return (Number(kilobytes) * 1024) / 1e6;
}

/** Processor time that a process has used so far, in milliseconds. */
export function processorTime(pid: number): number {
  const stat = readFileSync(`/proc/${pid}/stat`, 'latin1');
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  // Linux counts in hundredths of a second.
  return (Number(fields[11]) + Number(fields[12])) * 10;
}

export function median(values: number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = Math.floor(sorted.length / 2);
  return sorted.length % 2 === 1
    ? (sorted[middle] as number)
    : ((sorted[middle - 1] as number) + (sorted[middle] as number)) / 2;
}

const QUIET_MS = 1000;
const MAX_QUIET_WORK_MS = 20;

/** Waits until the service has ended what it does of its own after a start, such as drawing ahead. */
export async function waitForQuiet({ pid }: RunningService): Promise<void> {
  for (let seconds = 0; seconds < 30; seconds += 1) {
    const before = processorTime(pid);
    await sleep(QUIET_MS);
    // Not in the first seconds: some of it begins only then.
    if (seconds >= 4 && processorTime(pid) - before <= MAX_QUIET_WORK_MS) return;
  }
}
