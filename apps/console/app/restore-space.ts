import { api, repeatable } from '../api/client.ts';
import { explain } from '../api/explain.ts';
import { queries } from '../api/queries.ts';
import { t } from '../messages/messages.ts';
import { showError, showToast } from './toasts.tsx';

export async function restoreSpace(spaceId: string): Promise<void> {
  try {
    await api.post('/v1/spaces/{spaceId}/restore', { path: { spaceId }, headers: repeatable() });
    await queries.invalidateQueries({ predicate: ({ queryKey: [first] }) => first !== 'session' });
    showToast(t('spaceRestored'));
  } catch (error) {
    showError(explain(error));
  }
}
