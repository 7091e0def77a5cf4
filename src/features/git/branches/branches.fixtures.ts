import { expect } from 'vitest';
import type { FixtureFiles, FixtureRepository } from '../../../../test/git-fixtures.ts';
import { type Connected, REF, useConnectedSpaces } from '../sync/connected-space.fixtures.ts';

export const PATTERN = { branchPattern: 'docs/*' };
export const MIRROR = { mirrorPrefix: 'lectern/' };

/** A folder without a table of contents: every file is a page. */
export const FOLDER: FixtureFiles = { 'README.md': '# Welcome\n\nFirst.\n', 'use.md': '# Use it\n\nOne.\n' };

export interface ChangeRequest {
  id: string;
  number: number;
  status: string;
  subject: string;
  revision: string;
  createdBy: { id: string };
}

/** Adds a commit to a branch that begins at the connected one if it does not exist. */
export async function push(
  repository: FixtureRepository,
  branch: string,
  files: FixtureFiles,
  options: { message?: string; from?: string } = {},
): Promise<string> {
  const { message, from = REF } = options;
  const ref = `refs/heads/${branch}`;
  const exists = await repository.git(['rev-parse', '--quiet', '--verify', ref]).catch(() => undefined);
  if (!exists) await repository.git(['update-ref', ref, await repository.git(['rev-parse', from])]);
  return repository.commit(files, { branch, ...(message === undefined ? {} : { message }) });
}

/** Merges a branch into another one as Git hosts do. */
export async function mergeThere(
  repository: FixtureRepository,
  from: string,
  into = 'main',
): Promise<string> {
  const [tree = ''] = (
    await repository.git(['merge-tree', '--write-tree', `refs/heads/${into}`, `refs/heads/${from}`])
  ).split('\n');
  const parents = ['-p', `refs/heads/${into}`, '-p', `refs/heads/${from}`];
  const oid = await repository.git(['commit-tree', tree, ...parents, '-m', `Merge ${from}`]);
  await repository.git(['update-ref', `refs/heads/${into}`, oid]);
  return oid;
}

/** Starts an app and a Git server, and returns the steps that tests of branches and change requests share. */
export function useBranches() {
  const spaces = useConnectedSpaces();
  const { ground, sync, settle, revisionOf } = spaces;
  async function listRequests({ spaceId }: Connected): Promise<ChangeRequest[]> {
    const statuses = ['draft', 'open', 'archived', 'merged'].map((status) => `status=${status}`).join('&');
    const lists = [];
    for (const status of statuses.split('&')) {
      const answer = await ground.app.request('GET', `/v1/spaces/${spaceId}/change-requests?${status}`);
      lists.push(...answer.json().items);
    }
    return lists.sort((left, right) => left.number - right.number);
  }

  const at = ({ spaceId }: Connected, { id }: { id: string }): string =>
    `/v1/spaces/${spaceId}/change-requests/${id}`;

  async function changesOf(connected: Connected, request: ChangeRequest): Promise<object[]> {
    return (await ground.app.request('GET', `${at(connected, request)}/changes`)).json().changes;
  }

  async function openRequest(
    connected: Connected,
    changes: object[],
    subject: string,
  ): Promise<ChangeRequest> {
    const url = `/v1/spaces/${connected.spaceId}/change-requests`;
    const created = (await ground.app.request('POST', url, { body: { subject } })).json();
    await editRequest(connected, created, changes);
    await ground.app.request('PATCH', `${url}/${created.id}`, { body: { status: 'open' } });
    return created;
  }

  async function editRequest(
    connected: Connected,
    request: { id: string },
    changes: object[],
  ): Promise<void> {
    const answer = await ground.app.request('POST', `${at(connected, request)}/content`, {
      body: { changes },
    });
    expect(answer.statusCode, answer.body).toBeLessThan(300);
  }

  const merge = async (connected: Connected, request: { id: string }): Promise<void> => {
    const answer = await ground.app.request('POST', `${at(connected, request)}/merge`, { body: {} });
    expect(answer.json()).toMatchObject({ result: 'merge' });
  };

  /** Expects that another sync finds nothing to do: it makes no commit and no revision. */
  async function expectRest(connected: Connected): Promise<void> {
    const before = [await connected.repository.git(['show-ref']), await listRequests(connected)];
    const revision = await revisionOf(connected.spaceId);
    expect(await sync(connected)).toMatchObject({ state: 'success', isUnchanged: true });
    await settle();
    expect([await connected.repository.git(['show-ref']), await listRequests(connected)]).toEqual(before);
    expect(await revisionOf(connected.spaceId)).toBe(revision);
  }

  async function readIds(connected: Connected, request: { id: string }): Promise<string[]> {
    interface Page {
      id: string;
      pages?: Page[];
    }
    const flat = (pages: Page[]): string[] =>
      pages.flatMap(({ id, pages: below }) => [id, ...flat(below ?? [])]);
    const { pages } = (await ground.app.request('GET', `${at(connected, request)}/content/pages`)).json();
    return flat(pages);
  }

  return { ...spaces, listRequests, at, changesOf, openRequest, editRequest, merge, expectRest, readIds };
}
