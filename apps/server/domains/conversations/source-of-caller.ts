import { foldWord } from '@lectern/search/fold';
import type { Actor } from '../../platform/access/actor.ts';
import type { Context } from '../../platform/context.ts';
import { findTokenTitle } from '../identity/tokens/tokens.queries.ts';

const MAX_NAME_LENGTH = 50;

/** The source of conversations that name none: the token that sends them, by its title and its id. */
export async function findSourceOfCaller(db: Context['db'], actor: Actor): Promise<string> {
  const title = (await findTokenTitle(db, actor)) ?? 'browser';
  const words = title.split(/[^\p{L}\p{N}]+/u).map(foldWord);
  const name = words.filter(Boolean).join('-').slice(0, MAX_NAME_LENGTH).replace(/-$/, '');
  return `integration:${name || 'token'}:${actor.tokenId}`;
}
