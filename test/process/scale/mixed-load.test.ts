/** The model against a service in memory, which can be told to lie. */
import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, expect, test } from 'vitest';
import { type LoadFindings, startMixedLoad } from './mixed-load.ts';

type Lie = 'loses' | 'doubles' | 'forgets' | 'invents' | 'changes files' | 'accepts revoked tokens' | 'fails';

const TOKEN = 'the token of the test';
const servers: Server[] = [];

afterAll(() => {
  for (const server of servers) {
    server.closeAllConnections();
    server.close();
  }
});

/** Just enough of the API for one caller. */
async function startFake(lie: Lie | undefined): Promise<string> {
  const spaces: { id: string; title: string }[] = [];
  const texts = ['', ''];
  const files = new Map<string, Buffer>();
  const drafts = new Map<string, string>();
  const tokens = new Set([TOKEN]);
  let ids = 0;
  let writes = 0;
  const editPages = (changes: { page?: string; document?: { markdown: string } }[], draft?: string): void => {
    for (const [n, { page, document }] of changes.entries()) {
      if (!document) continue;
      if (draft) drafts.set(draft, document.markdown);
      else texts[Number(page ?? n)] = document.markdown;
    }
  };
  const answer = async (incoming: IncomingMessage): Promise<{ status: number; body: unknown }> => {
    const bytes = await buffer(incoming);
    const isJson = incoming.headers['content-type'] === 'application/json';
    const body = isJson && bytes.length > 0 ? JSON.parse(bytes.toString()) : {};
    const path = (incoming.url as string).split('?')[0] as string;
    const ok = (value: unknown) => ({ status: 200, body: value });
    const token = incoming.headers.authorization?.replace('Bearer ', '') as string;
    if (!tokens.has(token)) return { status: 401, body: {} };
    const last = path.split('/').at(-1) as string;
    if (incoming.method === 'GET') {
      if (path === '/site/') return ok(texts[0]);
      if (path.startsWith('/files/')) {
        const file = files.get(last) as Buffer;
        return ok(lie === 'changes files' ? Buffer.from('other bytes') : file);
      }
      if (last === 'spaces') return ok({ items: spaces });
      if (last === 'pages') return ok({ pages: [{ id: '0' }, { id: '1' }] });
      if (path.includes('/content/page/')) return ok({ markdown: texts[Number(last)] });
      if (path.includes('/content/files/')) return ok({ downloadURL: `http://files.example/files/${last}` });
      if (path.includes('/sites/')) return ok({ urls: { published: 'http://sites.example/site/' } });
      if (lie === 'invents') return ok({ title: spaces[0]?.title.replace(/\d+$/, '1000') });
      return ok(spaces[0]);
    }
    writes += 1;
    if (lie === 'fails' && writes % 7 === 0) return { status: 500, body: {} };
    ids += 1;
    const id = String(ids);
    if (last === 'tokens') {
      tokens.add(`token ${id}`);
      return ok({ id: `token ${id}`, token: `token ${id}` });
    }
    if (incoming.method === 'DELETE') {
      if (lie !== 'accepts revoked tokens') tokens.delete(decodeURIComponent(last));
      return ok(undefined);
    }
    if (last === 'spaces') {
      if (lie === 'loses' && spaces.length === 2) return ok({ id });
      for (let n = 0; n < (lie === 'doubles' && spaces.length > 0 ? 2 : 1); n += 1)
        spaces.push({ id, title: body.title });
      return ok({ id });
    }
    if (incoming.method === 'PATCH') {
      if (lie !== 'forgets') (spaces[0] as { title: string }).title = body.title;
      return ok({});
    }
    const draft = /change-requests\/(\d+)/.exec(path)?.[1];
    if (last === 'content') editPages(body.changes, draft);
    else if (last === 'merge') texts[1] = drafts.get(draft as string) as string;
    else if (last === 'files') files.set(id, bytes);
    return ok({ id });
  };
  const server = createServer((incoming, response) => {
    void answer(incoming).then(({ status, body }) => {
      response.writeHead(status);
      response.end(Buffer.isBuffer(body) ? body : JSON.stringify(body ?? {}));
    });
  });
  servers.push(server);
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

async function findWhatIsWrong(lie?: Lie, milliseconds = 2_500): Promise<LoadFindings> {
  const url = await startFake(lie);
  const load = startMixedLoad({
    places: () => [{ url, sitesUrl: url }],
    isDisturbed: () => false,
    token: TOKEN,
    organizationId: 'organization',
    callers: 1,
  });
  await sleep(milliseconds);
  await load.end();
  return load.findings;
}

test.concurrent('a service that keeps what it acknowledges has no findings', async () => {
  const { wrong, failed, writes, reads } = await findWhatIsWrong();
  expect([wrong, failed]).toEqual([[], []]);
  expect(Math.min(writes, reads)).toBeGreaterThan(20);
});

test.concurrent.each([
  ['loses', /created \d+” is there 0 times/],
  ['doubles', /created 1” is there 2 times/],
  ['forgets', /title of caller-0 .*: 200, version 0 instead of/],
  ['invents', /title of caller-0 .*: 200, version 1000 instead of/],
  ['changes files', /has other bytes/],
  ['accepts revoked tokens', /A revoked token was accepted/],
] as const)('a service that %s is found', async (lie, wrong) => {
  expect((await findWhatIsWrong(lie)).wrong.join('\n')).toMatch(wrong);
});

test.concurrent('an error without a fault is found', async () => {
  expect((await findWhatIsWrong('fails', 500)).failed.join('\n')).toMatch(/^POST .*: 500/m);
});
