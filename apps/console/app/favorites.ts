import { api, repeatable } from '../api/client.ts';
import { explain } from '../api/explain.ts';
import { favoritesQuery, queries } from '../api/queries.ts';
import { t } from '../messages/messages.ts';
import type { MenuItem } from './menu.tsx';
import { showError, showToast } from './toasts.tsx';

/** A space, or a page of one. */
interface Favored {
  space: string;
  page?: string;
  title: string;
}

/** The menu item that adds a space or page to the favorites, or removes it. */
export function favoriteItem(favored: Favored): MenuItem {
  const id = favored.page ?? favored.space;
  const favorite = queries.getQueryData(favoritesQuery.queryKey)?.find(({ target }) => target.id === id);
  return {
    label: t(favorite ? 'removeFromFavorites' : 'addToFavorites'),
    icon: 'star',
    run: () => void toggle(favored, favorite?.id),
  };
}

async function toggle({ title, ...target }: Favored, favoriteId: string | undefined): Promise<void> {
  try {
    if (favoriteId === undefined)
      await api.put('/v1/user/favorites', { headers: repeatable(), body: target });
    else await api.delete('/v1/user/favorites/{favoriteId}', { path: { favoriteId }, headers: repeatable() });
    await queries.invalidateQueries({ queryKey: favoritesQuery.queryKey });
    showToast(t(favoriteId === undefined ? 'addedToFavorites' : 'removedFromFavorites', { title }));
  } catch (error) {
    showError(explain(error));
  }
}
