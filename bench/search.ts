/** Searches: in a space of 10,000 sections, alone and beside 1,000 others; cold; over an organization; copies. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { newId } from '@lectern/std/ids';
import postgres from 'postgres';
import { findEmbeddedPostgres } from '../apps/server/platform/db/embedded/find-running.ts';
import { createFixtureRepository, temporaryDirectory } from '../test/git-fixtures.ts';
import { startGitServer } from '../test/git-server.ts';
import { type RunningService, request, type Setup } from '../test/process/service-process.ts';
import { LOAD_CORE, pin, SERVER_CORE } from './load.ts';
import { proseFiles, proseQueries, SECTIONS_OF_PAGE } from './prose.ts';
import {
  addSpace,
  ENVIRONMENT,
  importRepository,
  median,
  processorTime,
  residentMemory,
  TOKEN,
  withService,
} from './service.ts';

const PAGES = 10_000 / SECTIONS_OF_PAGE;
const OTHER_PAGES = 1000 / SECTIONS_OF_PAGE;
const OTHER_SPACES = 1000;
const TEMPLATES = 10;
const COPIED_PAGES = 10_000;
const COPIES = 9;
const CONNECTIONS = 16;
const SECONDS = 6;

interface Asked {
  requests: number;
  perSecond: number;
  bytes: number;
  p50: number;
  p95: number;
  p99: number;
}

/** With the parameter `organization`: only the searches over many spaces, with more queries. */
export async function run([part]: readonly string[] = []): Promise<void> {
  const folder = await temporaryDirectory();
  const git = await startGitServer({ repositories: {} });
  try {
    await withService(async (first, setup) => {
      let service = first;
      pin(service.pid, SERVER_CORE);
      const spaceId = await importProse('main', PAGES, 1);
      if (part !== 'organization') await measureSpace('alone');
      const templates: string[] = [];
      for (let n = 0; n < TEMPLATES; n += 1)
        templates.push(await importProse(`other-${n}`, OTHER_PAGES, 2 + n));
      if (part === 'organization') {
        await multiply(setup, templates, OTHER_SPACES);
        // The first searches also summarize all segments, in the background.
        await measureOrganization(`over ${OTHER_SPACES + 1} spaces, after a start`, 40);
        await measureOrganization(`over ${OTHER_SPACES + 1} spaces, later`, 60);
        return;
      }
      await multiply(setup, templates, 50);
      await measureOrganization('over 51 spaces', 51);
      await multiply(setup, templates, OTHER_SPACES);
      await measureSpace(`beside ${OTHER_SPACES} spaces of ${OTHER_PAGES * SECTIONS_OF_PAGE} sections`);
      await measureOrganization(`over ${OTHER_SPACES + 1} spaces`, 3);
      await service.stop();
      service = await setup.serve({ ...ENVIRONMENT, LECTERN_MEMORY_CACHE: '400MB' });
      pin(service.pid, SERVER_CORE);
      await measureCold();
      await measureOrganization(`over ${OTHER_SPACES + 1} spaces, 400 MB for each cache`, 20);
      await measureCopies();
      await service.stop();

      async function importProse(name: string, pages: number, edition: number): Promise<string> {
        const repository = await createFixtureRepository(join(folder.path, name), {
          files: proseFiles(pages, edition),
        });
        git.options.repositories[name] = repository.directory;
        const id = await addSpace(service, name);
        const { seconds } = await importRepository(service, id, git.url(name));
        if (name === 'main') console.log(`${pages} pages imported in ${seconds.toFixed(2)} s`);
        return id;
      }

      async function measureSpace(where: string): Promise<void> {
        for (const limit of [10, 50]) {
          const paths = proseQueries(12_000, PAGES, 1).map((query) => searchPath(spaceId, query, limit));
          await ask(service, paths.slice(0, 2000), { once: true });
          const fresh = await ask(service, paths.slice(2000), { once: true });
          show(`${where}, limit ${limit}, each of ${paths.length - 2000} queries once`, fresh);
          const rotating = paths.slice(0, 2000);
          await ask(service, rotating, { once: true });
          show(`${where}, limit ${limit}, 2,000 queries in rotation`, await ask(service, rotating, {}));
        }
        console.log(`  resident memory ${residentMemory(service.pid).toFixed(0)} MB`);
      }

      async function measureOrganization(where: string, count: number): Promise<void> {
        const organizations = await request<{ items: { id: string }[] }>(service, TOKEN, '/v1/orgs');
        const base = `/v1/orgs/${organizations.body.items[0]?.id}/search?limit=10&query=`;
        const paths = proseQueries(count + 1, PAGES, 1).map((query) => base + encodeURIComponent(query));
        const cold = await ask(service, paths.slice(0, 1), { once: true, connections: 1 });
        console.log(`organization ${where}, first query: ${cold.p50.toFixed(0)} ms`);
        show(
          `organization ${where}, one connection`,
          await ask(service, paths.slice(1), { once: true, connections: 1 }),
        );
        console.log(`  resident memory ${residentMemory(service.pid).toFixed(0)} MB`);
      }

      async function measureCold(): Promise<void> {
        const [one, other] = proseQueries(2, PAGES, 1).map((query) => searchPath(spaceId, query, 10)) as [
          string,
          string,
        ];
        for (const [name, path] of [
          ['cold', one],
          ['warm', other],
        ] as const) {
          const { p50 } = await ask(service, [path], { once: true, connections: 1 });
          console.log(
            `the ${name === 'cold' ? 'first query after a start' : 'one after it'}: ${p50.toFixed(1)} ms`,
          );
        }
      }

      async function measureCopies(): Promise<void> {
        const large = await importProse('large', COPIED_PAGES, 100);
        const milliseconds: number[] = [];
        const searches: number[] = [];
        for (let turn = 0; turn < COPIES; turn += 1) {
          const startedAt = performance.now();
          const made = await request<{ id: string }>(service, TOKEN, `/v1/spaces/${large}/duplicate`, {
            method: 'POST',
          });
          milliseconds.push(performance.now() - startedAt);
          if (made.status !== 201) throw new Error(`No duplicate was made: ${made.status}`);
          const { p50 } = await ask(service, [searchPath(made.body.id, 'ba', 10)], {
            once: true,
            connections: 1,
          });
          searches.push(p50);
        }
        console.log(
          `duplicate of ${COPIED_PAGES} pages: ${median(milliseconds).toFixed(1)} ms ` +
            `(${milliseconds.map((one) => one.toFixed(0)).join(' ')}); first query in it: ${median(searches).toFixed(1)} ms`,
        );
      }
    });
  } finally {
    await git.close();
    await folder.remove();
  }

  async function ask(
    service: RunningService,
    paths: string[],
    options: { once?: true; connections?: number },
  ): Promise<Asked & { processor: number }> {
    const file = join(folder.path, 'asked.json');
    const headers = { authorization: `Bearer ${TOKEN}` };
    const { connections = CONNECTIONS, once: isOnce = false } = options;
    writeFileSync(
      file,
      JSON.stringify({ origin: service.url, headers, paths, connections, seconds: SECONDS, once: isOnce }),
    );
    const before = processorTime(service.pid);
    const child = spawn(process.execPath, [fileURLToPath(new URL('ask.mjs', import.meta.url)), file], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    pin(child.pid as number, LOAD_CORE);
    const asked = JSON.parse(await readAll(child)) as Asked;
    return { ...asked, processor: (processorTime(service.pid) - before) / asked.requests };
  }
}

const searchPath = (spaceId: string, query: string, limit: number): string =>
  `/v1/spaces/${spaceId}/search?limit=${limit}&query=${encodeURIComponent(query)}`;

function show(
  name: string,
  { perSecond, p50, p95, p99, bytes, processor }: Asked & { processor: number },
): void {
  console.log(
    `${name}: ${Math.round(perSecond)}/s, p50 ${p50.toFixed(2)} ms, p95 ${p95.toFixed(2)} ms, p99 ${p99.toFixed(2)} ms ` +
      `(${Math.round(bytes)} bytes, ${processor.toFixed(2)} ms of processor time each)`,
  );
}

/**
 * Copies spaces in the database until there are so many, each with segments of its own, as imports would leave them.
 */
async function multiply(setup: Setup, templates: string[], count: number): Promise<void> {
  const { connection } = findEmbeddedPostgres(setup.dataDir) as NonNullable<
    ReturnType<typeof findEmbeddedPostgres>
  >;
  const options: postgres.Options<Record<string, postgres.PostgresType>> = {
    ...connection,
    max: 1,
    ssl: false,
  };
  const sql = postgres(options);
  const [{ present }] = (await sql`select count(*)::int as present from space`) as unknown as [
    { present: number },
  ];
  for (let made = present - 1; made < count; made += 1) {
    const from = templates[made % templates.length] as string;
    const [to, segment] = [newId(), newId()];
    await sql.begin(async (trx) => {
      await trx`insert into space_directory select ${to}, organization_id from space_directory where space_id = ${from}`;
      await trx`insert into space select (jsonb_populate_record(s, jsonb_build_object('space_id', ${to}::text))).*
        from space s where space_id = ${from}`;
      await trx`insert into revision select (jsonb_populate_record(r, jsonb_build_object('space_id', ${to}::text))).*
        from revision r where space_id = ${from}`;
      await trx`insert into search_segment (organization_id, segment_id, bytes)
        select i.organization_id, ${segment}, s.bytes from search_index i join search_segment s
        on s.organization_id = i.organization_id and s.segment_id = (i.segments -> 0 ->> 'id')::uuid
        where i.space_id = ${from}`;
      await trx`insert into search_index (organization_id, space_id, revision_id, version, language, live_pages, segments)
        select organization_id, ${to}, revision_id, version, language, live_pages,
          jsonb_set(segments, '{0,id}', to_jsonb(${segment}::text)) from search_index where space_id = ${from}`;
    });
  }
  await sql`analyze`;
  await sql.end();
}

async function readAll(child: ChildProcess): Promise<string> {
  let text = '';
  child.stdout?.setEncoding('utf8').on('data', (part: string) => {
    text += part;
  });
  const [code] = (await once(child, 'close')) as [number | null];
  if (code !== 0) throw new Error('The load ended early.');
  return text;
}
