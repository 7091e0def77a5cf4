import { parseAddress } from '@lectern/std/address';
import { cutText } from '@lectern/std/cut-text';
import type { ConversationInput } from '../conversations.schemas.ts';

export type ImportedConversation = ConversationInput & { source: string };

/** A conversation as a format reads it; texts may be missing, or longer than the limits. */
export interface FoundConversation {
  id: string | number;
  url?: string | undefined;
  subject?: string | null | undefined;
  createdAt?: string | number | Date | undefined;
  attributes?: Record<string, unknown>;
  messages: readonly { role: 'user' | 'assistant' | 'team-member'; body: unknown }[];
}

const MAX_ID_LENGTH = 255;
const MAX_SUBJECT_LENGTH = 512;
const MAX_MESSAGES = 500;
const MAX_BODY_LENGTH = 100_000;
const MAX_ATTRIBUTES = 50;
const MAX_NAME_LENGTH = 100;
const MAX_VALUE_LENGTH = 1000;
const MAX_URL_LENGTH = 2048;

/** Fits a conversation into the limits of the API: longer texts are cut. Undefined if it has no messages. */
export function toImported(found: FoundConversation, source: string): ImportedConversation | undefined {
  const parts = found.messages
    .map(({ role, body }) => ({
      type: 'message' as const,
      role,
      body: cutText(textOf(body), MAX_BODY_LENGTH),
    }))
    .filter(({ body }) => body.trim() !== '')
    .slice(0, MAX_MESSAGES);
  if (parts.length === 0) return undefined;
  const createdAt = toTime(found.createdAt);
  const attributes = toAttributes(found.attributes ?? {});
  const { url } = found;
  const hasUrl = url !== undefined && url.length <= MAX_URL_LENGTH && parseAddress(url) !== undefined;
  const subject = cutText(textOf(found.subject), MAX_SUBJECT_LENGTH);
  return {
    id: cutText(String(found.id), MAX_ID_LENGTH),
    source,
    ...(subject === '' ? {} : { subject }),
    metadata: {
      ...(hasUrl ? { url } : {}),
      ...(createdAt === undefined ? {} : { createdAt }),
      attributes,
    },
    parts,
  };
}

const textOf = (value: unknown): string =>
  typeof value === 'string' ? value.replaceAll('\u0000', '\ufffd') : '';

function toAttributes(values: Record<string, unknown>): Record<string, string> {
  const attributes = Object.entries(values).flatMap(([name, value]): [string, string][] => {
    const text = Array.isArray(value)
      ? value.filter(isPlain).join(', ')
      : isPlain(value)
        ? String(value)
        : '';
    return text === ''
      ? []
      : [[cutText(textOf(name), MAX_NAME_LENGTH), cutText(textOf(text), MAX_VALUE_LENGTH)]];
  });
  return Object.fromEntries(attributes.slice(0, MAX_ATTRIBUTES));
}

const isPlain = (value: unknown): value is string | number | boolean =>
  ['string', 'number', 'boolean'].includes(typeof value);

/** Converts seconds since 1970, or a time as text, to ISO 8601. */
function toTime(value: FoundConversation['createdAt']): string | undefined {
  const time = new Date(typeof value === 'number' ? value * 1000 : (value ?? Number.NaN));
  const year = time.getUTCFullYear();
  return year >= 1970 && year <= 9999 ? time.toISOString() : undefined;
}
