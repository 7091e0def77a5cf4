import { expect } from 'vitest';
import { createTestClock } from '../../../../test/clock.ts';
import { addSpace } from '../../../../test/factories.ts';
import type { FixtureFiles, FixtureRepository } from '../../../../test/git-fixtures.ts';
import { type GitGround, useGitGround } from '../../../../test/git-ground.ts';
import { runJobs } from '../../../../test/jobs.ts';

/** A space that is connected to a repository. */
export interface Connected {
  spaceId: string;
  repository: FixtureRepository;
}

export const REF = 'refs/heads/main';
const FILES: FixtureFiles = {
  'README.md': '# Welcome\n\nFirst.\n\nSecond.\n',
  'SUMMARY.md': '# Table of contents\n\n* [Welcome](README.md)\n* [Use it](use.md)\n',
  'use.md': '# Use it\n\nOne.\n\nTwo.\n',
};

export interface Operation {
  id: string;
  state: string;
  error?: string;
  isUnchanged?: boolean;
  changes?: {
    change: string;
    side: string;
    path: string;
    branch?: string;
    changeRequest?: string;
    page?: string;
  }[];
  report?: { message: string }[];
}

interface Page {
  id: string;
  title: string;
  pages: Page[];
}

export const markdown = (text: string): object => ({ document: { markdown: text } });

/** Starts an app and a Git server, and returns the steps that tests of connected spaces share. */
export function useConnectedSpaces() {
  const clock = createTestClock();
  const ground: GitGround = useGitGround(clock.now);
  let count = 0;
  async function connect(body: object = {}, files: FixtureFiles = FILES): Promise<Connected> {
    count += 1;
    const name = `docs${count}`;
    const repository = await ground.serve(name, Object.keys(files).length > 0 ? files : undefined);
    const spaceId = await addSpace(ground.app);
    const answer = await ground.app.request('PUT', `/v1/spaces/${spaceId}/git`, {
      body: { url: ground.git.url(name), ref: REF, ...body },
    });
    expect(answer.statusCode, answer.body).toBe(201);
    await runJobs(ground.app);
    return { spaceId, repository };
  }

  async function sync({ spaceId }: Connected, body: object = {}): Promise<Operation> {
    const answer = await ground.app.request('POST', `/v1/spaces/${spaceId}/git/sync`, { body });
    expect(answer.statusCode, answer.body).toBeLessThan(300);
    await runJobs(ground.app);
    return lastOperation(spaceId);
  }

  async function lastOperation(spaceId: string): Promise<Operation> {
    const { items } = (
      await ground.app.request('GET', `/v1/spaces/${spaceId}/git/operations?limit=1`)
    ).json();
    return (await ground.app.request('GET', `/v1/spaces/${spaceId}/git/operations/${items[0].id}`)).json();
  }

  /** Runs the jobs that follow a change of content, which first wait for further changes. */
  async function settle(): Promise<void> {
    clock.advance(60_000);
    await runJobs(ground.app);
  }

  async function edit(spaceId: string, changes: object[], options: { token?: string } = {}): Promise<void> {
    const answer = await ground.app.request('POST', `/v1/spaces/${spaceId}/content`, {
      body: { changes },
      ...options,
    });
    expect(answer.statusCode, answer.body).toBeLessThan(300);
  }

  async function readPages(spaceId: string): Promise<Map<string, Page>> {
    const flat = (pages: Page[]): Page[] => pages.flatMap((page) => [page, ...flat(page.pages ?? [])]);
    const { pages } = (await ground.app.request('GET', `/v1/spaces/${spaceId}/content/pages`)).json();
    return new Map(flat(pages).map((page) => [page.title, page]));
  }

  const idOf = async (spaceId: string, title: string): Promise<string> =>
    (await readPages(spaceId)).get(title)?.id ?? '';

  const readText = async (spaceId: string, page: string, line = ''): Promise<string> =>
    (
      await ground.app.request('GET', `/v1/spaces/${spaceId}${line}/content/page/${page}?format=markdown`)
    ).json().markdown;

  const show = (repository: FixtureRepository, path: string): Promise<string> =>
    repository.git(['cat-file', 'blob', `${REF}:${path}`]);

  const headOf = (repository: FixtureRepository): Promise<string> => repository.git(['rev-parse', REF]);

  const revisionOf = async (spaceId: string): Promise<string> =>
    (await ground.app.request('GET', `/v1/spaces/${spaceId}`)).json().revision;

  return {
    clock,
    ground,
    connect,
    sync,
    lastOperation,
    settle,
    edit,
    readPages,
    idOf,
    readText,
    show,
    headOf,
    revisionOf,
  };
}
