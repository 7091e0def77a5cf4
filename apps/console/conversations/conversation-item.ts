/** Conversations share their addresses with topics, whose id stands alone. */
const PREFIX = 'conversation-';

export const itemOf = (conversationId: string): string => PREFIX + conversationId;

/** The id of the conversation; undefined if the item is something else. */
export const conversationOf = (itemId: string): string | undefined =>
  itemId.startsWith(PREFIX) ? itemId.slice(PREFIX.length) : undefined;
