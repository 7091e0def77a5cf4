/** Measures answers of the service ÷ a bare `node:http` server that sends the same bytes, both in turns. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { RunningService } from '../test/process/service-process.ts';
import { type Load, load, pin, SERVER_CORE } from './load.ts';
import { median, processorTime } from './service.ts';

const ROUNDS = 5;
const SECONDS = 3;

export interface Comparison {
  name: string;
  path: string;
  /** Default: the origin of the API. */
  origin?: string;
  headers: Record<string, string>;
  /** The body, for a POST request. */
  body?: string;
  /** 304: the request has the validator of the response. */
  statuses: readonly (200 | 304)[];
}

/** Prints the comparison. `folder`: the folder for the bytes of the response. */
export async function compareWithBare(
  service: RunningService,
  folder: string,
  { name, path, origin = service.url, headers, body, statuses }: Comparison,
): Promise<void> {
  const response = await fetch(origin + path, {
    headers: { ...headers, 'accept-encoding': 'identity' },
    ...(body === undefined ? {} : { method: 'POST', body }),
  });
  const bytes = Buffer.from(await response.arrayBuffer());
  if (!response.ok) throw new Error(`${name}: ${response.status} ${bytes}`);
  const etag = response.headers.get('etag') as string;
  const file = join(folder, 'answer');
  writeFileSync(file, bytes);
  for (const status of statuses) {
    const asked = { ...headers, ...(status === 304 ? { 'if-none-match': etag } : {}) };
    const bare = await startBareServer(file, status);
    const sides = [
      { pid: service.pid, url: origin + path, loads: [] as Load[], processor: [] as number[] },
      { pid: bare.child.pid as number, url: bare.url, loads: [] as Load[], processor: [] as number[] },
    ];
    for (let round = 0; round <= ROUNDS; round += 1) {
      for (const side of sides) {
        const before = processorTime(side.pid);
        const request = { url: side.url, headers: asked, status, seconds: SECONDS };
        const result = await load({ ...request, ...(body === undefined ? {} : { body }) });
        // The first round warms both up.
        if (round === 0) continue;
        side.loads.push(result);
        side.processor.push((processorTime(side.pid) - before) / result.requests);
      }
    }
    bare.child.kill();
    const [ours, theirs] = sides.map((side) => median(side.loads.map((one) => one.requestsPerSecond)));
    const ratios = (sides[0]?.loads ?? []).map(
      (one, round) => one.requestsPerSecond / (sides[1]?.loads[round]?.requestsPerSecond as number),
    );
    const [ourTime, theirTime] = sides.map((side) => median(side.processor) * 1000);
    console.log(
      `${name}, ${status}${status === 200 ? ` (${bytes.length} bytes)` : ''}: ` +
        `${median(ratios).toFixed(2)} of bare (${Math.round(ours as number)} ÷ ${Math.round(theirs as number)} requests/s, ` +
        `rounds ${ratios.map((ratio) => ratio.toFixed(2)).join(' ')}); ` +
        `by processor time ${((theirTime as number) / (ourTime as number)).toFixed(2)} ` +
        `(${ourTime?.toFixed(0)} µs a request against ${theirTime?.toFixed(0)} µs); ` +
        `p99 ${median((sides[0]?.loads ?? []).map((one) => one.p99Milliseconds))} ms`,
    );
  }
}

async function startBareServer(file: string, status: number): Promise<{ child: ChildProcess; url: string }> {
  const program = fileURLToPath(new URL('bare-server.mjs', import.meta.url));
  const child = spawn(process.execPath, [program, file, String(status)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  pin(child.pid as number, SERVER_CORE);
  const [port] = (await once(child.stdout as NodeJS.ReadableStream, 'data')) as [Buffer];
  return { child, url: `http://127.0.0.1:${String(port).trim()}/` };
}
