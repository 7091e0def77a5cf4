import { explain } from '../api/explain.ts';
import { showError, showToast } from '../app/toasts.tsx';

/** Makes a change, and says what became of it. Returns whether it was made. */
export async function changeWithToast(change: () => Promise<unknown>, done?: string): Promise<boolean> {
  try {
    await change();
  } catch (error) {
    showError(explain(error));
    return false;
  }
  if (done !== undefined) showToast(done);
  return true;
}
