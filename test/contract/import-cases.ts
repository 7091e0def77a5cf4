import { addSpace } from '../factories.ts';
import { runJobsFor } from '../jobs.ts';
import type { Case } from './case.ts';
import type { Client, Setup } from './setup.ts';

const content = ({ webUrl }: Setup) => ({ url: webUrl, source: 'html' as const });

async function somePage({ app }: Setup, spaceId: string, changeRequestId: string): Promise<string> {
  const url = `/v1/spaces/${spaceId}/change-requests/${changeRequestId}/content`;
  const changes = [{ operation: 'insert_page', title: 'A parent' }];
  await app.request('POST', url, { body: { changes } });
  return (await app.request('GET', url)).json().pages[0].id;
}

async function someChangeRequest(client: Client, spaceId: string): Promise<string> {
  const { data } = await client.spaces.createChangeRequest(spaceId, { subject: 'An import' });
  return (data as { id: string }).id;
}

/** Imports of content from elsewhere. */
export const IMPORT_CASES: Case[] = [
  {
    operation: 'importContent',
    status: 201,
    call: async (client, setup) => {
      const { app } = setup;
      return runJobsFor(app, client.spaces.importContent(await addSpace(app), content(setup)));
    },
  },
  {
    operation: 'importContentInPageById',
    status: 201,
    call: async (client, setup) => {
      const { app, spaceId, pages } = setup;
      const page = pages.find(({ type }) => type === 'document')?.id ?? '';
      return runJobsFor(app, client.spaces.importContentInPageById(spaceId, page, content(setup)));
    },
  },
  {
    operation: 'importContentInChangeRequest',
    status: 201,
    call: async (client, setup) => {
      const { app } = setup;
      const spaceId = await addSpace(app);
      const id = await someChangeRequest(client, spaceId);
      return runJobsFor(app, client.spaces.importContentInChangeRequest(spaceId, id, content(setup)));
    },
  },
  {
    operation: 'importContentInChangeRequestPageById',
    status: 201,
    call: async (client, setup) => {
      const { app } = setup;
      const spaceId = await addSpace(app);
      const id = await someChangeRequest(client, spaceId);
      const page = await somePage(setup, spaceId, id);
      const importing = client.spaces.importContentInChangeRequestPageById(spaceId, id, page, content(setup));
      return runJobsFor(app, importing);
    },
  },
];
