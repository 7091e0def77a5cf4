import { newId } from '@lectern/std/ids';
import type { Context } from '../../../platform/context.ts';
import { defineError } from '../../../platform/http/errors.ts';
import {
  deleteFavorites,
  insertFavorite,
  listFavorites,
  lockFavorites,
  orderFavorites,
} from './bookmarks.repository.ts';
import type { BookmarkedObject } from './bookmarks.schemas.ts';

export const MAX_FAVORITES = 200;

export const tooManyFavorites = defineError(
  { status: 409, reason: 'too-many-favorites' },
  `You have ${MAX_FAVORITES} favorites. Delete one that you no longer need.`,
);

/** Adds or moves a favorite. `hidden`: those that the caller cannot see, which make place. Returns its id. */
export function putFavorite(
  { transact, clock }: Pick<Context, 'transact' | 'clock'>,
  userId: string,
  { object, at, hidden }: { object: BookmarkedObject; at: number | undefined; hidden: readonly string[] },
): Promise<string> {
  return transact(async ({ trx }) => {
    await lockFavorites(trx, userId);
    if (hidden.length > 0) await deleteFavorites(trx, userId, hidden);
    const rows = await listFavorites(trx, userId);
    const existing = rows.find((row) => nameOf(row.object) === nameOf(object));
    if (!existing && rows.length >= MAX_FAVORITES) throw tooManyFavorites();
    const row = existing ?? { favoriteId: newId(), object };
    if (!existing) await insertFavorite(trx, userId, row, clock());
    if (!existing || at !== undefined) {
      const order = rows.filter((other) => other !== existing).map(({ favoriteId }) => favoriteId);
      order.splice(at ?? order.length, 0, row.favoriteId);
      await orderFavorites(trx, userId, order);
    }
    return row.favoriteId;
  });
}

const nameOf = (object: BookmarkedObject): string =>
  [object.kind, 'spaceId' in object ? object.spaceId : '', object.id].join('/');
