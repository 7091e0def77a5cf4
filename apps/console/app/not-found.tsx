import { Link } from '@tanstack/react-router';
import { t } from '../messages/messages.ts';
import buttons from './button.module.css';
import { EmptyState, View } from './view.tsx';

/** The view for addresses that lead nowhere or to something that the user cannot see. */
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
