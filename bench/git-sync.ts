/** Exports over `git http-backend`: of one edit by the size of the repository, of everything, and of nothing. */
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { createFixtureRepository, temporaryDirectory } from '../test/git-fixtures.ts';
import { startGitServer } from '../test/git-server.ts';
import { type RunningService, request } from '../test/process/service-process.ts';
import { createDocumentation, pageSource } from './documentation.ts';
import { addSpace, importRepository, listPages, median, TOKEN, withService } from './service.ts';

const SIZES = [100, 10_000];
const TURNS = 7;
const REF = 'refs/heads/main';

export async function run(): Promise<void> {
  const folder = await temporaryDirectory();
  const git = await startGitServer({ repositories: {}, allowPush: true });
  try {
    await withService(async (service) => {
      for (const pages of SIZES) {
        const name = `docs-${pages}`;
        git.options.repositories[name] = (
          await createDocumentation(join(folder.path, name), pages, 'g1')
        ).directory;
        const url = git.url(name);
        const spaceId = await addSpace(service, name);
        await importRepository(service, spaceId, url);
        const ids = await listPages(service, spaceId);
        const edits: number[] = [];
        const idle: number[] = [];
        const listings: number[] = [];
        for (let turn = 0; turn < TURNS; turn += 1) {
          await edit(service, spaceId, ids[turn * 3] as string, turn);
          edits.push(await exportTo(service, spaceId, url));
          idle.push(await exportTo(service, spaceId, url));
          listings.push(await listRemote(url));
        }
        const [edited, nothing, listed] = [edits, idle, listings].map(median) as [number, number, number];
        console.log(
          `${pages} pages: one edit ${edited.toFixed(2)} s; nothing new ${nothing.toFixed(2)} s, ` +
            `git ls-remote ${listed.toFixed(2)} s, ratio ${(nothing / listed).toFixed(2)}`,
        );
        const empty = `empty-${pages}`;
        git.options.repositories[empty] = (await createFixtureRepository(join(folder.path, empty))).directory;
        const whole = await exportTo(service, spaceId, git.url(empty));
        console.log(`${pages} pages into an empty repository: ${whole.toFixed(2)} s`);
      }
    });
  } finally {
    await git.close();
    await folder.remove();
  }
}

async function edit(service: RunningService, spaceId: string, page: string, turn: number): Promise<void> {
  const changes = [
    { operation: 'update_page', page, document: { markdown: pageSource(turn, `edited ${turn}`) } },
  ];
  const path = `/v1/spaces/${spaceId}/content`;
  const response = await request(service, TOKEN, path, { method: 'POST', body: { changes } });
  if (response.status >= 300) throw new Error(`The edit was refused: ${JSON.stringify(response.body)}`);
}

/** The seconds from the request to the end of the operation, as the operation reports them. */
async function exportTo(service: RunningService, spaceId: string, url: string): Promise<number> {
  const path = `/v1/spaces/${spaceId}/git`;
  const body = { url, ref: REF, commitMessage: 'Edit' };
  const asked = await request(service, TOKEN, `${path}/export`, { method: 'POST', body });
  if (asked.status !== 204) throw new Error(`The export was refused: ${JSON.stringify(asked.body)}`);
  for (;;) {
    const { body: git } = await request<{ operation: { state: string; error?: string; seconds: number } }>(
      service,
      TOKEN,
      `${path}/info`,
    );
    const { state, error, seconds } = git.operation;
    if (state === 'success') return seconds;
    if (state !== 'running') throw new Error(`The export failed: ${error}`);
    await sleep(10);
  }
}

async function listRemote(url: string): Promise<number> {
  const startedAt = performance.now();
  await promisify(execFile)('git', ['ls-remote', url, REF]);
  return (performance.now() - startedAt) / 1000;
}
