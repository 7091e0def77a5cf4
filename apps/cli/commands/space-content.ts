import type { Client } from '@lectern/client/client';
import type { Schemas } from '@lectern/client/schema';
import { isId } from '@lectern/std/ids';
import { CommandError } from './command-error.ts';

/** The pages of a space or a change request as they are at one moment. */
export interface OpenContent {
  spaceId: string;
  changeRequestId: string | undefined;
  revisionId: string;
  pages: DocumentPage[];
  reusableContents: { id: string; title: string }[];
}

export interface DocumentPage {
  id: string;
  title: string;
  path: string;
  description?: string;
}

interface Space {
  id: string;
  title: string;
}

const MAX_LISTED = 20;
const SPACE_IN_APP = /\/app\/s\/([0-9a-f-]{36})(?:[/?#]|$)/;

/** Finds a space by its id, its title, or the address of a page of it. */
export async function findSpaceByName(client: Client, name: string): Promise<Space> {
  const id = /^https?:\/\//.test(name) ? SPACE_IN_APP.exec(name)?.[1] : name;
  if (id !== undefined && isId(id)) return client.get('/v1/spaces/{spaceId}', { path: { spaceId: id } });
  if (id === undefined) {
    const { space } = await client.get('/v1/urls/content', { query: { url: name } });
    if (!space) throw new CommandError(`${name} is not the address of a space.`);
    return space;
  }
  const spaces: Space[] = [];
  for await (const { id: organizationId } of client.list('/v1/orgs'))
    for await (const space of client.list('/v1/orgs/{organizationId}/spaces', { path: { organizationId } }))
      spaces.push(space);
  return chooseOne(name, 'space', spaces, [
    (space) => space.title === name,
    (space) => space.title.toLowerCase() === name.toLowerCase(),
  ]);
}

/** Reads the current pages of a space, or those of its change request with a number. */
export async function openContent(
  client: Client,
  spaceId: string,
  changeRequestId: string | undefined,
): Promise<OpenContent> {
  // Computed pages have no source of their own.
  const query = { computed: false, metadata: false };
  const revision =
    changeRequestId === undefined
      ? await client.get('/v1/spaces/{spaceId}/content', { path: { spaceId }, query })
      : await client.get('/v1/spaces/{spaceId}/change-requests/{changeRequestId}/content', {
          path: { spaceId, changeRequestId },
          query,
        });
  return {
    spaceId,
    changeRequestId,
    revisionId: revision.id,
    pages: listDocuments(revision.pages),
    reusableContents: revision.reusableContents,
  };
}

function listDocuments(pages: readonly Schemas['Page'][]): DocumentPage[] {
  return pages.flatMap((page) => {
    const { type, pages: below = [] } = page as { type: string; pages?: Schemas['Page'][] };
    const own = type === 'document' ? [page as unknown as DocumentPage] : [];
    return [...own, ...listDocuments(below)];
  });
}

export async function findChangeRequest(client: Client, spaceId: string, number: string): Promise<string> {
  if (!/^\d{1,9}$/.test(number))
    throw new CommandError('--change-request must be the number of a change request, or new.');
  // Those that are merged or archived can no longer be edited.
  for await (const request of client.list('/v1/spaces/{spaceId}/change-requests', {
    path: { spaceId },
    query: { status: ['draft', 'open'] },
  }))
    if (request.number === Number(number)) return request.id;
  throw new CommandError(`The space has no open change request with the number ${number}.`);
}

/** Finds a page by its id, its path or its title. */
export function findPage({ pages }: OpenContent, name: string): DocumentPage {
  const path = name.replace(/^\/|\/$/g, '');
  return chooseOne(name, 'page', pages, [
    (page) => page.id === name,
    (page) => page.path === path,
    (page) => page.title === name,
    (page) => page.title.toLowerCase() === name.toLowerCase(),
  ]);
}

/** The only item that meets the first of the tests that any item meets. */
function chooseOne<Item extends { id: string; title: string; path?: string }>(
  name: string,
  kind: string,
  items: readonly Item[],
  tests: readonly ((item: Item) => boolean)[],
): Item {
  const found = tests.map((test) => items.filter(test)).find(({ length }) => length > 0) ?? [];
  const [only] = found;
  if (only && found.length === 1) return only;
  if (!only) throw new CommandError(`There is no ${kind} “${name}”.`);
  const listed = found.slice(0, MAX_LISTED).map(({ id, title, path }) => `  ${id}  ${path ?? title}`);
  if (found.length > MAX_LISTED) listed.push(`  … and ${found.length - MAX_LISTED} more.`);
  throw new CommandError(
    `${found.length} ${kind}s are called “${name}”. Specify one by its id:\n${listed.join('\n')}`,
  );
}

/**
 * Changes the content as it was in a revision. What others have changed since is merged, or is a conflict, and then
 * nothing changes.
 */
export async function changeContent(
  client: Client,
  { spaceId, changeRequestId, revisionId }: Omit<OpenContent, 'pages' | 'reusableContents'>,
  changes: readonly object[],
): Promise<void> {
  // The types have no lists of several kinds of changes.
  const body = { changes } as object as Schemas['ContentChangesBody'];
  const request = { headers: { 'If-Match': `"${revisionId}"` }, body };
  if (changeRequestId === undefined)
    await client.post('/v1/spaces/{spaceId}/content', { path: { spaceId }, ...request });
  else
    await client.post('/v1/spaces/{spaceId}/change-requests/{changeRequestId}/content', {
      path: { spaceId, changeRequestId },
      ...request,
    });
}
