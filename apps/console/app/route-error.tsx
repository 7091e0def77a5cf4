import { explain, isMissingPart, isNotFound } from '../api/explain.ts';
import { t } from '../messages/messages.ts';
import { Button } from './button.tsx';
import { NotFound } from './not-found.tsx';
import { reload } from './release.ts';
import { EmptyState, View } from './view.tsx';

/** The view for errors while loading another view. */
export function RouteError({ error, reset }: { error: unknown; reset?: () => void }) {
  if (isNotFound(error)) return <NotFound />;
  // Browsers do not retry a failed module import before the tab is reloaded.
  const tryAgain = reset && !isMissingPart(error) ? reset : () => void reload();
  return (
    <View title={t('failedTitle')}>
      <EmptyState title={explain(error)} text={t('failedText')}>
        <Button look="primary" onClick={tryAgain}>
          {t('tryAgain')}
        </Button>
      </EmptyState>
    </View>
  );
}
