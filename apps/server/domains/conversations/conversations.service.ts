import { foldWord } from '@lectern/search/fold';
import { isId } from '@lectern/std/ids';
import { appendTo } from '@lectern/std/long-lists';
import { inBatches } from '../../content/facts/in-batches.ts';
import type { Actor } from '../../platform/access/actor.ts';
import type { Cause } from '../../platform/access/cause.ts';
import type { Context } from '../../platform/context.ts';
import { defineNotFound } from '../../platform/http/errors.ts';
import { runBySize } from '../../platform/threads/run-by-size.ts';
import { recordEvent } from '../core/audit/record-event.ts';
import { findTokenTitle } from '../identity/tokens/tokens.queries.ts';
import {
  type ConversationKey,
  type ConversationRow,
  findConversationId,
  findConversationRow,
  storeConversations,
} from './conversations.repository.ts';
import type { ConversationInput } from './conversations.schemas.ts';
import { deleteConversations } from './delete-conversations.ts';
import { enqueueConversationIssues } from './issues/conversation-issues.jobs.ts';
import { digestOfId, type MaskedConversation, maskConversationsTask } from './mask-conversations.ts';
import { findSettings } from './settings/settings.repository.ts';

const MAX_NAME_LENGTH = 50;

/** The source of conversations that name none: the token that sends them, by its title and its id. */
async function findSourceOfCaller(db: Context['db'], actor: Actor): Promise<string> {
  const title = (await findTokenTitle(db, actor)) ?? 'browser';
  const words = title.split(/[^\p{L}\p{N}]+/u).map(foldWord);
  const name = words.filter(Boolean).join('-').slice(0, MAX_NAME_LENGTH).replace(/-$/, '');
  return `integration:${name || 'token'}:${actor.tokenId}`;
}

export const conversationNotFound = defineNotFound('conversation-not-found', 'conversation');

const MASK_DEADLINE_MS = 60_000;

/** Takes in what a caller sends. */
export async function ingestFromCaller(
  context: Context,
  { organizationId, actor }: { organizationId: string; actor: Actor },
  inputs: readonly ConversationInput[],
): Promise<void> {
  const isNamed = inputs.every(({ source }) => source !== undefined);
  const own = isNamed ? '' : await findSourceOfCaller(context.db, actor);
  const conversations = inputs.map((input) => ({ ...input, source: input.source ?? own }));
  await ingestConversations(context, organizationId, conversations);
}

/**
 * Masks and stores conversations, and requests their issues. A stored conversation with the same id is replaced if it
 * differs. Returns the number of new and different conversations.
 */
export async function ingestConversations(
  { db, transact, clock, threads }: Context,
  organizationId: string,
  conversations: readonly (ConversationInput & { source: string })[],
): Promise<number> {
  if (conversations.length === 0) return 0;
  const { maskingRules } = await findSettings(db, organizationId);
  const patterns = maskingRules.map(({ pattern }) => pattern);
  const masked: MaskedConversation[] = [];
  // In several tasks, so that the requests of others take turns with a large one.
  for await (const part of inBatches(conversations, MASKED_AT_ONCE)) {
    const done = await runBySize(
      threads,
      maskConversationsTask,
      { patterns, conversations: part },
      {
        lane: 'request',
        deadlineMs: MASK_DEADLINE_MS,
        length: part.reduce((sum, one) => sum + lengthOf(one), 0),
      },
    );
    appendTo(masked, done);
  }
  const now = clock();
  return transact(async (unit) => {
    const stored = await storeConversations(unit.trx, organizationId, lastOfEach(masked), now);
    if (stored > 0) await enqueueConversationIssues(unit, organizationId, now);
    return stored;
  });
}

const lengthOf = ({ parts }: ConversationInput): number =>
  parts.reduce((length, { body }) => length + body.length, 200);

/** About 0.2 s of work for the slowest texts. */
const MASKED_AT_ONCE = { count: 200, bytes: 300_000, sizeOf: lengthOf };

/** The last of several conversations with the same id counts. */
const lastOfEach = (conversations: readonly MaskedConversation[]): MaskedConversation[] => [
  ...new Map(conversations.map((one) => [`${one.source}\n${one.externalId}`, one])).values(),
];

export async function getConversation(db: Context['db'], key: ConversationKey): Promise<ConversationRow> {
  const row = isId(key.conversationId) ? await findConversationRow(db, key) : undefined;
  if (!row) throw conversationNotFound();
  return row;
}

/** Deletes a conversation by the id where it comes from. */
export async function deleteConversation(
  { transact, clock }: Pick<Context, 'transact' | 'clock'>,
  cause: Cause,
  { organizationId, source, id }: { organizationId: string; source: string; id: string },
): Promise<void> {
  const now = clock();
  await transact(async (unit) => {
    const { trx } = unit;
    // The rules by which it was masked may have changed since.
    const found = await Promise.all(
      [id, digestOfId(id)].map((externalId) =>
        findConversationId(trx, { organizationId, source, externalId }),
      ),
    );
    const ids = found.filter((one) => one !== undefined);
    if (ids.length === 0) throw conversationNotFound();
    await deleteConversations(unit, { organizationId, ids, now });
    for (const conversationId of ids)
      await recordEvent(trx, {
        organizationId,
        cause,
        action: 'conversation.deleted',
        target: { type: 'conversation', id: conversationId },
        payload: { source },
        at: now,
      });
  });
}
