import { runJobs } from '../jobs.ts';
import type { Case } from './case.ts';
import type { Client, Setup } from './setup.ts';

const part = (body: string) => ({ type: 'message', role: 'user', body });
const FULL = {
  id: 'ticket-1',
  subject: 'An invoice',
  metadata: {
    url: 'https://desk.example/tickets/1',
    attributes: { plan: 'pro' },
    createdAt: '2026-01-31T12:00:00.000Z',
  },
  parts: [
    part('Where do I download the invoice of last month?'),
    { type: 'message', role: 'assistant', body: 'Below **Billing**.' },
    { type: 'message', role: 'team-member', body: '<p>See there.</p>' },
  ],
};

/** The id of the only cluster, with a task, whose issue came from a conversation with every field. */
async function addCluster(client: Client, { app, organizationId }: Setup): Promise<string> {
  await client.orgs.ingestConversation(organizationId, FULL);
  await runJobs(app);
  const { data } = await client.orgs.listConversationsIssuesClusters(organizationId);
  return (data as { items: { id: string }[] }).items[0]?.id as string;
}

export const CONVERSATION_CASES: Case[] = [
  {
    operation: 'ingestConversation',
    status: 204,
    call: async (client, { organizationId }) => [
      await client.orgs.ingestConversation(organizationId, FULL),
      await client.orgs.ingestConversation(organizationId, [
        { id: 'ticket-2', parts: [part('The search finds nothing on our site.')] },
        { id: 'ticket-3', parts: [] },
      ]),
    ],
  },
  {
    operation: 'listConversationsIssuesClusters',
    status: 200,
    call: async (client, setup) => {
      await addCluster(client, setup);
      const { orgs } = client;
      const { organizationId } = setup;
      return [
        await orgs.listConversationsIssuesClusters(organizationId),
        await orgs.listConversationsIssuesClusters(organizationId, {
          orderBy: 'tasksTotal',
          order: 'asc',
          limit: 1,
        }),
        await orgs.listConversationsIssuesClusters(organizationId, { status: 'pending' }),
      ];
    },
  },
  {
    operation: 'getConversationsIssuesCluster',
    status: 200,
    call: async (client, setup) => {
      const clusterId = await addCluster(client, setup);
      return client.orgs.getConversationsIssuesCluster(setup.organizationId, clusterId);
    },
  },
  {
    operation: 'listConversationsIssuesInCluster',
    status: 200,
    call: async (client, setup) => {
      const clusterId = await addCluster(client, setup);
      return client.orgs.listConversationsIssuesInCluster(setup.organizationId, clusterId, { limit: 10 });
    },
  },
];
