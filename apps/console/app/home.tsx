import { useQuery } from '@tanstack/react-query';
import { organizationsQuery } from '../api/queries.ts';
import { t } from '../messages/messages.ts';

export function Home() {
  const { data: organizations = [] } = useQuery(organizationsQuery);
  return (
    <main>
      <h1>{t('home')}</h1>
      <ul>
        {organizations.map(({ id, title }) => (
          <li key={id}>{title}</li>
        ))}
      </ul>
    </main>
  );
}
