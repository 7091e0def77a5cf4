import { type Static, Type } from 'typebox';
import { Id, mapOf, Timestamp, Url } from '../../platform/http/schemas.ts';

const SOURCE_PATTERN = '^(?:email|integration:[^:\\s]{1,100}:[^:\\s]{1,100})$';
export const MAX_CONVERSATIONS = 1000;

const WHERE_FROM = 'Where conversations come from: `email`, or `integration:<name>:<installation>`.';

const Source = Type.String({ maxLength: 255, pattern: SOURCE_PATTERN, description: WHERE_FROM });

const Message = Type.Object({
  type: Type.Literal('message'),
  role: Type.Enum(['user', 'assistant', 'team-member']),
  body: Type.String({ maxLength: 100_000, description: 'Markdown or HTML.' }),
});

const MAX_ATTRIBUTES = 50;

export const ConversationInput = Type.Object(
  {
    id: Type.String({
      minLength: 1,
      maxLength: 255,
      description:
        'The id of the conversation in its source. Sending the same id again replaces the conversation.',
    }),
    source: Type.Optional(
      Type.String({
        ...Source,
        description: `${WHERE_FROM} Defaults to an integration with the title and id of the token.`,
      }),
    ),
    metadata: Type.Optional(
      Type.Object({
        url: Type.Optional(Url),
        attributes: Type.Optional(
          mapOf(Type.String({ maxLength: 1000 }), {
            maxProperties: MAX_ATTRIBUTES,
            propertyNames: { type: 'string', minLength: 1, maxLength: 100 },
            description: `At most ${MAX_ATTRIBUTES}. Their values are masked like messages.`,
          }),
        ),
        createdAt: Type.Optional(Timestamp),
      }),
    ),
    subject: Type.Optional(Type.String({ maxLength: 512 })),
    parts: Type.Array(Message, { maxItems: 500, description: 'The messages, in their order.' }),
  },
  {
    title: 'ConversationInput',
    examples: [
      {
        id: 'ticket-4711',
        metadata: {
          url: 'https://desk.example.com/tickets/4711',
          attributes: { plan: 'pro' },
          createdAt: '2026-01-31T12:00:00.000Z',
        },
        subject: 'An invoice',
        parts: [
          { type: 'message', role: 'user', body: 'Where do I find the invoice of last month?' },
          { type: 'message', role: 'team-member', body: 'Below **Billing**, in the settings.' },
        ],
      },
    ],
  },
);
export type ConversationInput = Static<typeof ConversationInput>;

export const IngestConversationsBody = Type.Union([
  ConversationInput,
  Type.Array(ConversationInput, { maxItems: MAX_CONVERSATIONS }),
]);

const ConversationFields = {
  object: Type.Literal('conversation'),
  id: Id,
  subject: Type.Optional(Type.String()),
  createdAt: Timestamp,
  processedAt: Type.Optional(
    Type.String({ ...Timestamp, description: 'The time when the issues were extracted. Absent until then.' }),
  ),
  source: Type.String({ description: WHERE_FROM }),
  urls: Type.Object({
    location: Url,
    source: Type.Optional(Type.String({ ...Url, description: 'The conversation that contains the issue.' })),
  }),
};

export const ConversationSchema = Type.Object(ConversationFields, { $id: 'Conversation' });

export const ConversationDetailsSchema = Type.Object(
  {
    ...ConversationFields,
    sourceId: Type.String({
      description:
        'The id of the conversation in its source. An id with personal data is replaced by a digest, which still identifies the conversation.',
    }),
    attributes: mapOf(Type.String()),
    parts: Type.Array(
      Type.Object({
        type: Type.Literal('message'),
        role: Type.String(),
        body: Type.String({ description: 'With personal data masked.' }),
      }),
    ),
    issues: Type.Array(Id, { description: 'The issues found in the conversation.' }),
  },
  { $id: 'ConversationDetails' },
);

export const OrganizationParams = Type.Object({ organizationId: Id });
export const ConversationParams = Type.Object({ organizationId: Id, conversationId: Id });
export const DeleteConversationQuery = Type.Object({
  source: Source,
  id: Type.String({ minLength: 1, maxLength: 255, description: 'The id of the conversation in its source.' }),
});
