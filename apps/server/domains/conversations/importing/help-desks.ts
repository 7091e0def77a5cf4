import type { FoundConversation } from './imported-conversation.ts';

/** Reads one conversation of an export; undefined if the record is not a conversation. */
type ReadConversation = (record: Fields) => FoundConversation | undefined;

/** A JSON object with unknown fields. */
export interface Fields {
  [name: string]: unknown;
}

interface HelpDesk {
  /** The field of a list that holds the conversations. */
  list: string;
  read: ReadConversation;
}

/** The help desks whose exports are read, by the name of the format. */
export const HELP_DESKS: Record<string, HelpDesk> = {
  zendesk: { list: 'tickets', read: readTicket },
  intercom: { list: 'conversations', read: readIntercomConversation },
  discourse: { list: 'topics', read: readTopic },
};

/** The address of a ticket in the API, where people cannot read it. */
const IN_API = /\/api\/v2\/tickets\/(\d+)\.json$/;

/** Zendesk Support: a ticket of the JSON export or of the API, with its comments if there are any. */
function readTicket(ticket: Fields): FoundConversation | undefined {
  const id = idOf(ticket.id);
  if (id === undefined) return undefined;
  // Internal notes are not said to the user.
  const comments = recordsIn(ticket.comments).filter((comment) => comment.public !== false);
  const requester = ticket.requester_id ?? recordOf(ticket.requester).id;
  return {
    id,
    url: textOf(ticket.url)?.replace(IN_API, '/agent/tickets/$1'),
    subject: textOf(ticket.subject),
    createdAt: textOf(ticket.created_at),
    attributes: {
      status: ticket.status,
      priority: ticket.priority,
      tags: ticket.tags,
      channel: recordOf(ticket.via).channel,
    },
    messages:
      comments.length === 0
        ? [{ role: 'user', body: ticket.description }]
        : comments.map((comment) => ({
            role: comment.author_id === requester ? 'user' : 'team-member',
            body: comment.html_body ?? comment.body,
          })),
  };
}

/** Intercom: a conversation of the export or of the API. */
function readIntercomConversation(conversation: Fields): FoundConversation | undefined {
  const id = idOf(conversation.id);
  if (id === undefined) return undefined;
  const source = recordOf(conversation.source);
  const parts = recordsIn(recordOf(conversation.conversation_parts).conversation_parts);
  return {
    id,
    url: textOf(source.url),
    subject: textOf(source.subject) || textOf(conversation.title),
    createdAt: Number(conversation.created_at) || textOf(conversation.created_at),
    attributes: { state: conversation.state, channel: source.type },
    messages: [source, ...parts.filter(isSaidToUser)].map(({ author, body }) => ({
      role: roleOfAuthor(recordOf(author).type),
      body,
    })),
  };
}

/** A part that closes, opens or assigns a conversation can contain a message. Notes are internal. */
const isSaidToUser = ({ part_type }: Fields): boolean =>
  typeof part_type === 'string' && !part_type.startsWith('note');

const roleOfAuthor = (type: unknown) =>
  type === 'admin' || type === 'team' ? 'team-member' : type === 'bot' ? 'assistant' : 'user';

const REGULAR_POST = 1;

/** Reads a topic of Discourse with its posts, except deleted and hidden ones. Staff are team members, others users. */
function readTopic(topic: Fields): FoundConversation | undefined {
  const id = idOf(topic.id);
  if (id === undefined) return undefined;
  const posts = recordsIn(recordOf(topic.post_stream).posts);
  return {
    id,
    subject: textOf(topic.title),
    createdAt: textOf(topic.created_at),
    attributes: { category: topic.category_id, tags: nameTags(topic.tags), views: topic.views },
    messages: posts
      .filter(
        ({ post_type = REGULAR_POST, hidden, deleted_at }) =>
          post_type === REGULAR_POST && hidden !== true && !deleted_at,
      )
      .map(({ staff, admin, moderator, raw, cooked }) => ({
        role: staff || admin || moderator ? 'team-member' : 'user',
        body: raw ?? cooked,
      })),
  };
}

/** Newer versions of Discourse give tags as objects. */
const nameTags = (tags: unknown): unknown =>
  Array.isArray(tags) ? tags.map((tag) => recordOf(tag).name ?? tag) : tags;

const idOf = (value: unknown): string | number | undefined =>
  (typeof value === 'string' && value !== '') || typeof value === 'number' ? value : undefined;

const textOf = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined);

const recordOf = (value: unknown): Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Fields) : {};

export const recordsIn = (value: unknown): Fields[] => (Array.isArray(value) ? value.map(recordOf) : []);
