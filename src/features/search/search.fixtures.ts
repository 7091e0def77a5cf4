import { expect } from 'vitest';
import type { TestApp } from '../../../test/app.ts';
import type { SpacePointer } from '../../access/pointers.ts';
import type { Snapshot } from '../../content/tree/snapshot.ts';
import { newId } from '../../http/ids.ts';
import { editPage } from '../revisions/edit-page.ts';

/** An answer of a search in a space, as far as tests look at it. */
export interface Found {
  next?: { page: string };
  count: number;
  items: FoundItem[];
}

export interface FoundItem {
  id: string;
  title: string;
  description: string;
  path: string;
  score: number;
  rank: number;
  resultType: string;
  sections: { id: string; title: string; path: string; body: string; urls: { app: string } }[];
  ancestors: { title: string }[];
  urls: { app: string };
}

export const searchUrl = (spaceId: string, query: string, more = ''): string =>
  `/v1/spaces/${spaceId}/search?query=${encodeURIComponent(query)}${more}`;

export async function search(app: TestApp, spaceId: string, query: string, more = ''): Promise<Found> {
  const response = await app.request('GET', searchUrl(spaceId, query, more));
  expect(response.statusCode, response.body).toBe(200);
  return response.json();
}

export const titlesOf = ({ items }: { items: { title: string }[] }): string[] =>
  items.map(({ title }) => title);

export async function openSnapshot({ app, context }: TestApp, spaceId: string): Promise<Snapshot> {
  const space = await getPointer(context, spaceId);
  return (await app.content.open(space, space.revisionId)).snapshot;
}

/** Gives the page at this path another source. */
export async function editAt(app: TestApp, spaceId: string, path: string, source: string): Promise<void> {
  const space = await getPointer(app.context, spaceId);
  const { snapshot } = await app.app.content.open(space, space.revisionId);
  const pageId = snapshot.pages.findByPath(path)?.entry.id as string;
  const actor = {
    kind: 'service' as const,
    organizationId: space.organizationId,
    role: 'admin' as const,
    tokenId: newId(),
    scopes: ['admin' as const],
    expiresAt: null,
  };
  await editPage(app.context, app.app.content, { space, pageId, source: Buffer.from(source), actor });
}

const getPointer = async ({ pointers }: TestApp['context'], spaceId: string): Promise<SpacePointer> =>
  (await pointers.spaces.find(spaceId)) as SpacePointer;
