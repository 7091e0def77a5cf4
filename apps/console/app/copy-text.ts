import { t } from '../messages/messages.ts';
import { showError, showToast } from './toasts.tsx';

/** Copies Markdown, and shows the user whether that was possible. */
export async function copyText(markdown: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(markdown);
    showToast(t('markdownCopied'));
  } catch {
    showError(t('copyRefused'));
  }
}
