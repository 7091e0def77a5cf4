/**
 * What it saves to keep pictures of other hosts in memory: readers who open pages with badges and screenshots, with the
 * memory that the service has for them and with none. The host needs 25 ms for each response.
 *
 * npm run bench:external-pictures -- 200
 */
import { randomBytes } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { ExternalPictures } from '../apps/sites/external-pictures/external-pictures.ts';
import { plainPng } from '../test/fixtures/published/files/served-pictures.ts';
import { startWebServer } from '../test/web-server.ts';

const HOST_MS = 25;
const PAGES = 10;
const AT_ONCE = 8;
const PICTURES = { badge: { count: 8, bytes: 2000 }, screenshot: { count: 2, bytes: 200_000 } };

export async function run([readers = '200']: string[]): Promise<void> {
  for (const [name, maxBytes] of [
    ['kept in memory (32 MB)', 32_000_000],
    ['not kept', 1],
  ] as const)
    console.log(`${name}: ${await measure(Number(readers), maxBytes)}`);
}

async function measure(readers: number, maxBytes: number): Promise<string> {
  const web = await startWebServer();
  let sent = 0;
  const pages = Array.from({ length: PAGES }, (_, page) =>
    Object.entries(PICTURES).flatMap(([name, { count, bytes }]) =>
      Array.from({ length: count }, (_picture, n) => {
        const body = Buffer.concat([plainPng({ width: 90, height: 20 }), randomBytes(bytes)]);
        const path = `/${page}/${name}-${n}.png`;
        web.content[path] = async (response: ServerResponse) => {
          await sleep(HOST_MS);
          sent += body.length;
          response.setHeader('content-type', 'image/png').end(body);
        };
        return web.url(path);
      }),
    ),
  );
  const pictures = new ExternalPictures({
    policy: { allowPrivate: true },
    clock: () => new Date(),
    maxBytes,
  });
  let next = 0;
  let shown = 0;
  let missed = 0;
  const read = async (): Promise<void> => {
    while (next < readers) {
      const page = pages[next % PAGES] as string[];
      next += 1;
      const found = await Promise.all(page.map((url) => pictures.find({ organizationId: 'one', url })));
      shown += found.length;
      missed += found.filter((picture) => picture === undefined).length;
    }
  };
  const [cpu, start] = [process.cpuUsage(), performance.now()];
  await Promise.all(Array.from({ length: AT_ONCE }, read));
  const seconds = (performance.now() - start) / 1000;
  const { user, system } = process.cpuUsage(cpu);
  await web.close();
  return [
    `${Math.round(shown / seconds)} pictures per second`,
    `${((user + system) / 1000 / shown).toFixed(2)} ms of processor time per picture`,
    `${web.requests.length} requests to the host for ${shown} pictures, of which ${missed} were missing`,
    `${(sent / 1e6).toFixed(1)} MB fetched`,
  ].join(', ');
}
