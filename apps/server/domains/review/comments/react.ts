import type { Transaction } from 'kysely';
import type { DB } from '../../../platform/db/schema.ts';
import { tooManyReactions } from './comment-errors.ts';
import { addReactions, countReactions, type EntryKey, removeReactions } from './reactions.repository.ts';

/** The different emoji on one comment or reply. */
const MAX_EMOJIS = 50;

interface Reactions {
  addedReactions?: readonly string[] | undefined;
  removedReactions?: readonly string[] | undefined;
}

/** Adds and removes the caller's own reactions to a comment or reply. */
export async function react(
  trx: Transaction<DB>,
  key: EntryKey,
  { addedReactions = [], removedReactions = [] }: Reactions,
  { authorId, at }: { authorId: string; at: Date },
): Promise<void> {
  if (removedReactions.length > 0)
    await removeReactions(trx, key, { emojis: removedReactions.map(codeOf), authorId });
  if (addedReactions.length === 0) return;
  await addReactions(trx, key, { emojis: addedReactions.map(codeOf), authorId, at });
  if ((await countReactions(trx, key)) > MAX_EMOJIS) throw tooManyReactions(MAX_EMOJIS);
}

/** One name for an emoji, whether it was sent as characters or as code points. */
const codeOf = (emoji: string): string =>
  /^[0-9a-f-]+$/i.test(emoji)
    ? emoji.toLowerCase()
    : [...emoji].map((character) => character.codePointAt(0)?.toString(16)).join('-');
