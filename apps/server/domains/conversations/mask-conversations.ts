import { createHash } from 'node:crypto';
import { maskPersonalData } from '@lectern/personal-data/mask-personal-data';
import { type MaskingRule, readMaskingRule } from '@lectern/personal-data/masking-rule';
import { parseUrl } from '@lectern/std/parse-url';
import { defineThreadTask } from '../../platform/threads/thread-task.ts';
import type { ConversationInput } from './conversations.schemas.ts';

export interface MaskInput {
  /** The masking rules of the organization. */
  patterns: readonly string[];
  conversations: readonly (ConversationInput & { source: string })[];
}

/** A conversation as it is stored. */
export interface MaskedConversation {
  source: string;
  externalId: string;
  url: string | null;
  subject: string | null;
  attributes: Record<string, string>;
  parts: { type: 'message'; role: string; body: string }[];
  createdAt: string | null;
  /** The digest of everything above, in hexadecimal: the same conversation has the same digest. */
  digest: string;
}

/** Masks conversations before anything of them is stored. */
export const maskConversationsTask = defineThreadTask(
  'mask-conversations',
  ({ patterns, conversations }: MaskInput): MaskedConversation[] => {
    const rules = patterns
      .map(readMaskingRule)
      .filter((rule): rule is MaskingRule => typeof rule !== 'string');
    return conversations.map((conversation) => maskConversation(conversation, rules));
  },
);

function maskConversation(
  { id, source, metadata = {}, subject, parts }: ConversationInput & { source: string },
  rules: readonly MaskingRule[],
): MaskedConversation {
  const mask = (text: string): string => maskPersonalData(text, rules);
  const masked = {
    source,
    externalId: maskId(id, rules),
    url: metadata.url === undefined ? null : maskUrl(metadata.url, rules),
    subject: subject === undefined ? null : mask(subject),
    attributes: Object.fromEntries(
      Object.entries(metadata.attributes ?? {}).map(([name, value]) => [mask(name), mask(value)]),
    ),
    parts: parts.map(({ type, role, body }) => ({ type, role, body: mask(body) })),
    createdAt: metadata.createdAt === undefined ? null : new Date(metadata.createdAt).toISOString(),
  };
  return { ...masked, digest: createHash('sha256').update(JSON.stringify(masked)).digest('hex') };
}

/** An id that is personal, as those of mails look, is kept as a digest: it must still distinguish conversations. */
const maskId = (id: string, rules: readonly MaskingRule[]): string =>
  maskPersonalData(id, rules) === id ? id : digestOfId(id);

export const digestOfId = (id: string): string => `sha256:${createHash('sha256').update(id).digest('hex')}`;

/** Brackets must be escaped in URLs. A URL that is none afterwards is left out. */
function maskUrl(url: string, rules: readonly MaskingRule[]): string | null {
  const masked = maskPersonalData(url, rules);
  if (masked === url) return url;
  const escaped = masked.replaceAll('[', '%5B').replaceAll(']', '%5D');
  return parseUrl(escaped)?.href ?? null;
}
