import { Link } from '@tanstack/react-router';
import { t } from '../messages/messages.ts';

export function NotFound() {
  return (
    <main>
      <h1>{t('notFoundTitle')}</h1>
      <p>{t('notFoundText')}</p>
      <Link to="/">{t('goHome')}</Link>
    </main>
  );
}
