import type { Static } from 'typebox';
import type { ConversationRow } from './conversations.repository.ts';
import type { ConversationDetailsSchema, ConversationSchema } from './conversations.schemas.ts';

const conversationsLocation = (organizationId: string, baseUrl: string): string =>
  `${baseUrl}/v1/orgs/${organizationId}/conversations`;

type ShownRow = Pick<
  ConversationRow,
  'organization_id' | 'conversation_id' | 'subject' | 'created_at' | 'processed_at' | 'source' | 'url'
>;

export const presentConversation = (row: ShownRow, baseUrl: string): Static<typeof ConversationSchema> => ({
  object: 'conversation',
  id: row.conversation_id,
  ...(row.subject === null ? {} : { subject: row.subject }),
  createdAt: row.created_at.toISOString(),
  ...(row.processed_at === null ? {} : { processedAt: row.processed_at.toISOString() }),
  source: row.source,
  urls: {
    location: `${conversationsLocation(row.organization_id, baseUrl)}/${row.conversation_id}`,
    ...(row.url === null ? {} : { source: row.url }),
  },
});

export const presentConversationDetails = (
  row: ConversationRow,
  issueIds: readonly string[],
  baseUrl: string,
): Static<typeof ConversationDetailsSchema> => ({
  ...presentConversation(row, baseUrl),
  sourceId: row.external_id,
  attributes: row.attributes,
  parts: row.parts.map(({ type, role, body }) => ({ type, role, body })),
  issues: [...issueIds],
});
