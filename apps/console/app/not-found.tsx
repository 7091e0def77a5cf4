import { Link } from '@tanstack/react-router';
import { t } from '../messages/messages.ts';
import buttons from './button.module.css';
import { EmptyState, View } from './view.tsx';

/** What is shown for an address that leads nowhere, or to what the user must not see. */
export function NotFound() {
  return (
    <View title={t('notFoundTitle')}>
      <EmptyState title={t('notFoundLead')} text={t('notFoundText')}>
        <Link to="/" className={buttons.plain ?? ''}>
          {t('goHome')}
        </Link>
      </EmptyState>
    </View>
  );
}
