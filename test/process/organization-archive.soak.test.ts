/**
 * Moves an organization from one service to another, with the commands and with the API. Exports and imports are killed
 * at random moments: nothing is there half, and what is repeated or continued has everything.
 */
import { createHash, randomBytes, randomInt } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { fromBufferPromise } from 'yauzl';
import { createRandom } from '../random.ts';
import {
  createPreparedSetup,
  type RunningService,
  type Setup,
  request as send,
  waitFor,
} from './service-process.ts';

const TOKEN = 'token-of-the-administrator-0123456789';
const ENVIRONMENT = { LECTERN_ADMIN_TOKEN: TOKEN, LECTERN_LOG_LEVEL: 'fatal' };
const PASSWORD = 'correct horse battery';
const MEMBER = 'ann@example.com';
const ADMINISTRATOR = 'ada@example.com';
const ROUNDS = 8;
const PAGES = 150;
const FILES = 4;
const FILE_BYTES = 8_000_000;
const TIMEOUT_MS = 1_800_000;

interface Place {
  setup: Setup;
  service: RunningService;
}
let from: Place;
let into: Place;
let folder: string;
let organizationId: string;
let spaceId: string;
let linkedId: string;
let archivePath: string;
let wanted: Record<string, string>;
let exportMs: number;
let random: () => number;
let seed: number;

beforeAll(async () => {
  seed = Number(process.env.LECTERN_SEED ?? randomInt(2 ** 31));
  console.log(`The seed of this run: LECTERN_SEED=${seed}`);
  random = createRandom(seed);
  folder = await mkdtemp(join(tmpdir(), 'lectern-archives-'));
  from = await open();
  into = await open();
  await fill();
  archivePath = join(folder, 'organization.zip');
  const begun = performance.now();
  await run(from, ['organization', 'export', organizationId, archivePath]);
  exportMs = performance.now() - begun;
  wanted = await digestOf(await readFile(archivePath));
  expect(Object.keys(wanted).filter((name) => name.startsWith('files/'))).toHaveLength(FILES);
}, TIMEOUT_MS);
afterAll(async () => {
  for (const place of [from, into]) await place?.setup.clean();
  await rm(folder, { recursive: true, force: true });
}, TIMEOUT_MS);

async function open(): Promise<Place> {
  const setup = await createPreparedSetup();
  return { setup, service: await setup.serve(ENVIRONMENT) };
}

async function ask<Body>(
  { service }: Place,
  path: string,
  { token = TOKEN, ...options }: { method?: string; body?: unknown; token?: string } = {},
): Promise<Body> {
  const { status, body } = await send<Body>(service, token, path, options);
  if (status >= 300) throw new Error(`${options.method ?? 'GET'} ${path}: ${status} ${JSON.stringify(body)}`);
  return body;
}

async function run({ setup }: Place, args: string[]): Promise<string> {
  const { code, output, errors } = await setup.run(args);
  expect(code, errors).toBe(0);
  return output;
}

/** A space with pages, links and files, another one, and a member with roles of her own and of a team. */
async function fill(): Promise<void> {
  const organization = await ask<{ id: string }>(from, '/v1/orgs', {
    method: 'POST',
    body: { title: 'Moves' },
  });
  organizationId = organization.id;
  const spaces = `/v1/orgs/${organizationId}/spaces`;
  const create = async (title: string): Promise<string> =>
    (await ask<{ id: string }>(from, spaces, { method: 'POST', body: { title } })).id;
  linkedId = await create('Linked');
  spaceId = await create('Guide');
  const change = (changes: unknown[]) =>
    ask(from, `/v1/spaces/${spaceId}/content`, { method: 'POST', body: { changes } });
  for (let start = 0; start < PAGES; start += 50)
    await change(
      Array.from({ length: 50 }, (_, n) => ({
        operation: 'insert_page',
        title: `Page ${start + n}`,
        document: {
          markdown: `Page ${start + n}: [other](/spaces/${linkedId}).\n\n${'Words. '.repeat(300)}`,
        },
      })),
    );
  for (let n = 0; n < FILES; n += 1) {
    const response = await fetch(`${from.service.url}/v1/spaces/${spaceId}/files?name=${n}.bin`, {
      method: 'POST',
      headers: { authorization: `Bearer ${TOKEN}` },
      body: new Uint8Array(randomBytes(FILE_BYTES)),
    });
    const { id } = (await response.json()) as { id: string };
    await change([{ operation: 'insert_files', files: [{ name: `${n}.bin`, upload: id }] }]);
  }
  await run(from, ['user', 'create', '--email', MEMBER, '--organization', organizationId, '--role', 'guest']);
  const members = await ask<{ items: { id: string; user: { email: string } }[] }>(
    from,
    `/v1/orgs/${organizationId}/members`,
  );
  const memberId = members.items.find(({ user }) => user.email === MEMBER)?.id as string;
  const team = await ask<{ id: string }>(from, `/v1/orgs/${organizationId}/teams`, {
    method: 'PUT',
    body: { title: 'Writers' },
  });
  await ask(from, `/v1/orgs/${organizationId}/teams/${team.id}/members/${memberId}`, { method: 'PUT' });
  await ask(from, `/v1/spaces/${spaceId}/permissions`, {
    method: 'POST',
    body: { role: 'edit', users: [memberId] },
  });
  await ask(from, `/v1/spaces/${linkedId}/permissions`, {
    method: 'POST',
    body: { role: 'comment', teams: [team.id] },
  });
}

/**
 * What an archive has, without what an export itself adds. The rows of a table have no order. Which documents and nodes
 * there are beside those that revisions need depends on upkeep: of them, their number is compared with the manifest, and
 * the import requires those that are needed.
 */
async function digestOf(archive: Buffer): Promise<Record<string, string>> {
  const entries = new Map<string, Buffer>();
  const zip = await fromBufferPromise(archive, { lazyEntries: true, autoClose: false });
  for await (const entry of zip.eachEntry())
    entries.set(entry.fileName, await buffer(await zip.openReadStreamPromise(entry)));
  const manifest = JSON.parse(String(entries.get('manifest.json')));
  const digests: Record<string, string> = {};
  for (const [name, bytes] of entries) {
    const lines = name.endsWith('.jsonl') ? bytes.toString().split('\n').slice(0, -1).sort() : [];
    if (name === 'documents.jsonl' || name === 'nodes.jsonl')
      expect(lines.length).toBe(manifest[name.replace('.jsonl', '')]);
    else if (name !== 'manifest.json' && name !== 'tables/audit_event.jsonl')
      digests[name] = createHash('sha256')
        .update(name.endsWith('.jsonl') ? lines.join('\n') : bytes)
        .digest('hex');
  }
  return digests;
}

/** What people see of the organization: texts, files and members, without ids that are others now. */
async function describe(place: Place, id: string): Promise<unknown> {
  const { items } = await ask<{ items: { id: string; title: string }[] }>(
    place,
    `/v1/orgs/${id}/spaces?limit=100`,
  );
  const described: Record<string, unknown> = {};
  for (const space of items) {
    const content = `/v1/spaces/${space.id}/content`;
    const { pages } = await ask<{ pages: { id: string; title: string }[] }>(place, content);
    const texts: string[] = [];
    // Every tenth, because each is a request.
    for (const page of pages.filter((_, n) => n % 10 === 0)) {
      const path = `${content}/page/${page.id}?format=markdown`;
      texts.push(await readText(place, path));
    }
    const files = await ask<{ items: { downloadURL: string }[] }>(place, `${content}/files?limit=100`);
    const hashes: string[] = [];
    for (const { downloadURL } of files.items) {
      const { pathname, search } = new URL(downloadURL);
      const response = await fetch(`${place.service.sitesUrl}${pathname}${search}`);
      hashes.push(
        createHash('sha256')
          .update(Buffer.from(await response.arrayBuffer()))
          .digest('hex'),
      );
    }
    described[space.title] = { pages: pages.map(({ title }) => title), texts, files: hashes.sort() };
  }
  return described;
}

/** Spaces that are taken get other ids, which are in the texts. Addresses and signed ids are those of the service. */
async function readText(place: Place, path: string): Promise<string> {
  const response = await fetch(`${place.service.url}${path}`, {
    headers: { authorization: `Bearer ${TOKEN}` },
  });
  expect(response.status).toBe(200);
  const page = (await response.json()) as { markdown: string; path: string };
  return `${page.path}: ${page.markdown.replaceAll(/[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, 'ID')}`.replaceAll(
    /http:\/\/[a-z0-9.]+:\d+/g,
    'ORIGIN',
  );
}

const listOrganizations = async (place: Place): Promise<string[]> =>
  (await ask<{ items: { id: string }[] }>(place, '/v1/orgs?limit=100')).items.map(({ id }) => id);

/** Waits for a random part of the time that the work takes. */
const wait = async (milliseconds: number): Promise<number> => {
  const delay = Math.round(random() * milliseconds);
  await sleep(delay);
  return delay;
};

async function killService(place: Place): Promise<void> {
  place.service.kill('SIGKILL');
  await place.service.ended;
  place.service = await place.setup.serve(ENVIRONMENT);
}

interface Ended {
  id: string;
  status: string;
  error?: { reason: string; message: string };
}

async function waitForEnd(place: Place, path: string, where: string): Promise<Ended> {
  let ended: Ended | undefined;
  await waitFor(
    `the end of ${path} (${where})`,
    async () => {
      ended = await ask<Ended>(place, path);
      return ended.status !== 'pending' && ended.status !== 'in-progress';
    },
    () => JSON.stringify(ended),
  );
  expect(ended, `${where}: ${JSON.stringify(ended?.error)}`).toMatchObject({ status: 'completed' });
  return ended as Ended;
}

test(
  'an export that is killed leaves no archive, and the next one has everything',
  async () => {
    let killed = 0;
    for (let round = 1; round <= ROUNDS; round += 1) {
      const path = join(folder, `killed-${round}.zip`);
      const command = from.setup.start(['organization', 'export', organizationId, path]);
      const delay = await wait(exportMs);
      command.kill('SIGKILL');
      const { code } = await command.ended;
      const where = `seed ${seed}, command ${round}: killed after ${delay} of ${Math.round(exportMs)} ms`;
      if (code === null) killed += 1;
      if (!existsSync(path)) await run(from, ['organization', 'export', organizationId, path]);
      expect(await digestOf(await readFile(path)), where).toEqual(wanted);
      await rm(path);
    }
    expect(killed).toBeGreaterThan(ROUNDS / 3);

    const exports = `/v1/orgs/${organizationId}/exports`;
    let interrupted = 0;
    for (let round = 1; round <= ROUNDS; round += 1) {
      const { id } = await ask<Ended>(from, exports, { method: 'POST' });
      const delay = await wait(exportMs);
      if ((await ask<Ended>(from, `${exports}/${id}`)).status !== 'completed') interrupted += 1;
      await killService(from);
      const where = `seed ${seed}, service ${round}: killed after ${delay} ms`;
      await waitForEnd(from, `${exports}/${id}`, where);
      const response = await fetch(`${from.service.url}${exports}/${id}/archive`, {
        headers: { authorization: `Bearer ${TOKEN}` },
      });
      expect(response.status, where).toBe(200);
      const archive = Buffer.from(await response.arrayBuffer());
      expect(await digestOf(archive), where).toEqual(wanted);
      // The last one is imported.
      await writeFile(archivePath, archive);
      await ask(from, `${exports}/${id}`, { method: 'DELETE' });
    }
    console.log(
      `Exports of ${(exportMs / 1_000).toFixed(1)} s: ${killed} of ${ROUNDS} commands and ${interrupted} of ${ROUNDS} jobs were interrupted; all archives have all ${Object.keys(wanted).length} parts.`,
    );
  },
  TIMEOUT_MS,
);

test(
  'an import that is killed leaves no organization, or goes on to its end',
  async () => {
    await run(into, ['user', 'create', '--email', ADMINISTRATOR]);
    const own = await ask<{ id: string }>(into, '/v1/user');
    const before = await describe(from, organizationId);
    const { email } = await ask<{ email: string }>(into, '/v1/user');
    const begun = performance.now();
    await run(into, ['organization', 'import', archivePath, '--administrator', email]);
    const importMs = performance.now() - begun;
    let known = await listOrganizations(into);
    expect(known).toHaveLength(2);
    /** What came since: nothing, or one whole organization. */
    const findNew = async (where: string): Promise<string | undefined> => {
      const all = await listOrganizations(into);
      const added = all.filter((id) => !known.includes(id));
      expect(added.length, where).toBeLessThanOrEqual(1);
      known = all;
      if (added[0] !== undefined) expect(await describe(into, added[0]), where).toEqual(before);
      return added[0];
    };

    let killed = 0;
    let complete = 0;
    for (let round = 1; round <= ROUNDS; round += 1) {
      const command = into.setup.start(['organization', 'import', archivePath, '--administrator', email]);
      const delay = await wait(importMs);
      command.kill('SIGKILL');
      const { code } = await command.ended;
      const where = `seed ${seed}, command ${round}: killed after ${delay} of ${Math.round(importMs)} ms`;
      if (code === null) killed += 1;
      if ((await findNew(where)) !== undefined) complete += 1;
      else if (code !== null) throw new Error(`${where}: it ended with ${code}, without an organization.`);
    }
    expect(killed).toBeGreaterThan(ROUNDS / 3);
    const archive = new Uint8Array(await readFile(archivePath));
    const imports = '/v1/instance/organization-imports';
    let interrupted = 0;
    for (let round = 1; round <= ROUNDS; round += 1) {
      const response = await fetch(`${into.service.url}${imports}?administrator=${own.id}`, {
        method: 'POST',
        headers: { authorization: `Bearer ${TOKEN}`, 'content-type': 'application/zip' },
        body: archive,
      });
      expect(response.status).toBe(202);
      const { id } = (await response.json()) as Ended;
      const delay = await wait(importMs);
      const isEnded = (await ask<Ended>(into, `${imports}/${id}`)).status === 'completed';
      if (!isEnded) interrupted += 1;
      await killService(into);
      const where = `seed ${seed}, service ${round}: killed after ${delay} ms`;
      await waitForEnd(into, `${imports}/${id}`, where);
      expect(await findNew(where), where).toBe(id);
    }
    console.log(
      `Imports of ${(importMs / 1_000).toFixed(1)} s: ${killed} of ${ROUNDS} commands were killed, ${complete} after their end; ${interrupted} of ${ROUNDS} jobs were interrupted and went on; all organizations are whole.`,
    );
  },
  TIMEOUT_MS,
);

test(
  'a member of the archive has no access before she accepts, and then the roles of the archive',
  async () => {
    const output = await run(into, ['organization', 'import', archivePath, '--administrator', ADMINISTRATOR]);
    const imported = /Imported as the organization (\S+)\./.exec(output)?.[1] as string;
    const token = (await run(into, ['token', 'create', '--email', ADMINISTRATOR])).match(
      /\S{30,}/,
    )?.[0] as string;
    const members = await ask<{ items: { id: string; disabled?: boolean; user: { email?: string } }[] }>(
      into,
      `/v1/orgs/${imported}/members`,
      { token },
    );
    const member = members.items.find(({ user }) => user.email === MEMBER);
    expect(member).toMatchObject({ disabled: true });
    const invitation = await ask<{ url: string }>(
      into,
      `/v1/orgs/${imported}/members/${member?.id}/invitation`,
      { method: 'POST', token },
    );
    const ticket = invitation.url.split('/').at(-1);
    const accepted = await fetch(`${into.service.url}/v1/invitations/${ticket}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ password: PASSWORD }),
    });
    expect(accepted.status).toBe(200);
    const hers = (await run(into, ['token', 'create', '--email', MEMBER])).match(/\S{30,}/)?.[0] as string;
    const { items } = await ask<{ items: { id: string; title: string; permissions: object }[] }>(
      into,
      `/v1/orgs/${imported}/spaces`,
      { token: hers },
    );
    const idOf = (title: string): string => items.find((space) => space.title === title)?.id as string;
    expect(items.map(({ title }) => title).sort()).toEqual(['Guide', 'Linked']);
    const edit = (id: string) =>
      send(into.service, hers, `/v1/spaces/${id}/content`, {
        method: 'POST',
        body: { changes: [{ operation: 'insert_page', title: 'Hers', document: { markdown: 'Hers.' } }] },
      });
    expect(await edit(idOf('Guide'))).toMatchObject({ status: 200 });
    expect(await edit(idOf('Linked'))).toMatchObject({ status: 403 });
    const comment = await send(into.service, hers, `/v1/spaces/${idOf('Linked')}/comments`, {
      method: 'POST',
      body: { body: { markdown: 'Hers.' } },
    });
    expect(comment.status).toBe(200);
  },
  TIMEOUT_MS,
);
