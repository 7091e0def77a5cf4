import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { type Bookmark, favoritesQuery, organizationsQuery, recentQuery } from '../api/queries.ts';
import { t } from '../messages/messages.ts';
import { AddContentLink } from './add-content-link.tsx';
import { Button } from './button.tsx';
import cards from './cards.module.css';
import { nameOf, useCurrent } from './current.ts';
import { editPlace } from './dialogs.tsx';
import { OrganizationContent } from './organization-content.tsx';
import { RouteError } from './route-error.tsx';
import { TargetLink } from './target-link.tsx';
import { Time } from './time.tsx';
import { EmptyState, Loading, View } from './view.tsx';

const MOST_RECENT = 6;

export function Home() {
  const { data: organizations, error } = useQuery(organizationsQuery);
  const { organization } = useCurrent();
  const { data: recent = [] } = useQuery(recentQuery);
  const { data: favorites = [] } = useQuery(favoritesQuery);
  if (error && !organizations) return <RouteError error={error} />;
  return (
    <View
      title={t('home')}
      {...(organization?.permissions.createContent
        ? { actions: <AddContentLink organizationId={organization.id} look="plain" /> }
        : {})}
    >
      {!organizations && <Loading label={t('loading')} />}
      {organizations?.length === 0 && (
        <EmptyState title={t('noOrganization')} text={t('noOrganizationText')}>
          <Button look="primary" icon="plus" onClick={() => editPlace({ kind: 'organization' })}>
            {t('newOrganization')}
          </Button>
        </EmptyState>
      )}
      <TargetCards
        title={t('recent')}
        targets={recent
          .slice(0, MOST_RECENT)
          .map(({ target, openedAt }) => ({ target, note: <Time at={openedAt} /> }))}
      />
      <TargetCards title={t('favorites')} targets={favorites.map(({ target }) => ({ target }))} />
      {organization && <OrganizationContent organization={organization} heading={t('spaces')} />}
      {organizations && organizations.length > 1 && (
        <section className={cards.section}>
          <h2>{t('organizations')}</h2>
          <ul className={cards.rows}>
            {organizations.map(({ id, title }) => (
              <li key={id}>
                <Link to="/o/$organizationId" params={{ organizationId: id }}>
                  {nameOf(title, t('untitled'))}
                </Link>
              </li>
            ))}
          </ul>
        </section>
      )}
    </View>
  );
}

function TargetCards({
  title,
  targets,
}: {
  title: string;
  targets: { target: Bookmark['target']; note?: ReactNode }[];
}) {
  if (targets.length === 0) return null;
  return (
    <section className={cards.section}>
      <h2>{title}</h2>
      <ul className={cards.cards}>
        {targets.map(({ target, note }) => (
          <li key={`${target.kind} ${target.id}`} className={cards.card}>
            <TargetLink target={target} className={cards.target ?? ''} />
            {note !== undefined && <p>{note}</p>}
          </li>
        ))}
      </ul>
    </section>
  );
}
