/** Warm, authorized reads ÷ a bare `node:http` server that sends the same bytes. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { temporaryDirectory } from '../test/git-fixtures.ts';
import { startGitServer } from '../test/git-server.ts';
import type { RunningService } from '../test/process/service-process.ts';
import { createDocumentation } from './documentation.ts';
import { type Load, load, pin, SERVER_CORE } from './load.ts';
import {
  addSpace,
  importRepository,
  listPages,
  median,
  processorTime,
  TOKEN,
  withService,
} from './service.ts';

const ROUNDS = 5;
const SECONDS = 3;
const authorization = `Bearer ${TOKEN}`;

export async function run(): Promise<void> {
  const folder = await temporaryDirectory();
  const git = await startGitServer({ repositories: {} });
  try {
    await withService(async (service) => {
      pin(service.pid, SERVER_CORE);
      const [small, large] = [await importPages(100), await importPages(1000)];
      // A page without subpages.
      const page = (await listPages(service, large))[505];
      await compare(service, 'page as Markdown', `/v1/spaces/${large}/content/page/${page}?format=markdown`);
      await compare(service, 'page as blocks', `/v1/spaces/${large}/content/page/${page}?format=document`);
      await compare(service, 'revision of 100 pages', `/v1/spaces/${small}/content`);
      await compare(service, 'revision of 1,000 pages', `/v1/spaces/${large}/content`);

      async function importPages(pages: number): Promise<string> {
        const name = `docs-${pages}`;
        const { directory } = await createDocumentation(join(folder.path, name), pages, 'e1');
        git.options.repositories[name] = directory;
        const spaceId = await addSpace(service, name);
        await importRepository(service, spaceId, git.url(name));
        return spaceId;
      }
    });
  } finally {
    await git.close();
    await folder.remove();
  }

  async function compare(service: RunningService, name: string, path: string): Promise<void> {
    const answer = await fetch(service.url + path, {
      headers: { authorization, 'accept-encoding': 'identity' },
    });
    const bytes = Buffer.from(await answer.arrayBuffer());
    const etag = answer.headers.get('etag') as string;
    const file = join(folder.path, 'answer');
    writeFileSync(file, bytes);
    for (const status of [200, 304]) {
      const headers = { authorization, ...(status === 304 ? { 'if-none-match': etag } : {}) };
      const bare = await startBareServer(file, status);
      const sides = [
        { pid: service.pid, url: service.url + path, loads: [] as Load[], processor: [] as number[] },
        { pid: bare.child.pid as number, url: bare.url, loads: [] as Load[], processor: [] as number[] },
      ];
      for (let round = 0; round <= ROUNDS; round += 1) {
        for (const side of sides) {
          const before = processorTime(side.pid);
          const result = await load({ url: side.url, headers, status, seconds: SECONDS });
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
