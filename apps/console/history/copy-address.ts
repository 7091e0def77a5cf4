import { PREFIX } from '../api/client.ts';
import { showError, showToast } from '../app/toasts.tsx';
import { t } from '../messages/messages.ts';

/** Copies the address of a view below `/app`. */
export async function copyAddress(path: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(`${location.origin}${PREFIX}/app${path}`);
    showToast(t('linkCopied'));
  } catch {
    showError(t('copyRefused'));
  }
}
