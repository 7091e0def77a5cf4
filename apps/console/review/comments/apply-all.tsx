import { useState } from 'react';
import { type Comment, decideSuggestion } from '../../api/comments.ts';
import { Button } from '../../app/button.tsx';
import { showError, showToast } from '../../app/toasts.tsx';
import { t } from '../../messages/messages.ts';
import { useComments } from './context.ts';

/** Applies all open suggestions, each as an edit of its own. Those that others’ changes prevent stay open. */
export function ApplyAll({ comments }: { comments: readonly Comment[] }) {
  const { place, mayEdit } = useComments();
  const [isBusy, setBusy] = useState(false);
  const open = comments.filter(({ suggestion }) => suggestion?.state === 'open');
  if (!mayEdit || open.length < 2) return null;
  const apply = async (): Promise<void> => {
    setBusy(true);
    let failed = 0;
    for (const { id } of open)
      await decideSuggestion(place, id, 'apply').catch(() => {
        failed += 1;
      });
    setBusy(false);
    if (failed < open.length) showToast(t('suggestionsApplied', { count: open.length - failed }));
    if (failed > 0) showError(t('suggestionsFailed', { count: failed }));
  };
  return (
    <Button disabled={isBusy} onClick={() => void apply()}>
      {t('applyAll', { count: open.length })}
    </Button>
  );
}
