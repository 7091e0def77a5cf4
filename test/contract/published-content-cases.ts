import type { Case } from './case.ts';

/** What renderers of published sites call. */
export const PUBLISHED_CONTENT_CASES: Case[] = [
  {
    operation: 'getEmbedByUrlInSpace',
    status: 200,
    call: (client, { spaceId, webUrl }) => client.spaces.getEmbedByUrlInSpace(spaceId, { url: webUrl }),
  },
  {
    operation: 'getEmbedByUrl',
    status: 200,
    call: (client, { webUrl }) => client.urls.getEmbedByUrl({ url: webUrl }),
  },
];
