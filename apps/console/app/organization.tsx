import { useQuery } from '@tanstack/react-query';
import { deletedSpacesQuery, organizationsQuery } from '../api/queries.ts';
import { t } from '../messages/messages.ts';
import { AddContentLink } from './add-content-link.tsx';
import { Button } from './button.tsx';
import cards from './cards.module.css';
import { nameOf, useCurrent, useIds } from './current.ts';
import { editPlace } from './dialogs.tsx';
import { LoadingView } from './loading-view.tsx';
import { NotFound } from './not-found.tsx';
import { OrganizationContent } from './organization-content.tsx';
import { restoreSpace } from './restore-space.ts';
import { Time } from './time.tsx';
import { View } from './view.tsx';

export function OrganizationView() {
  const { organizationId = '' } = useIds();
  const { isPending, error } = useQuery(organizationsQuery);
  const { organization } = useCurrent();
  if (!organization)
    return isPending || error ? <LoadingView error={error} viewKey={organizationId} /> : <NotFound />;
  return (
    <View
      title={nameOf(organization.title, t('untitled'))}
      viewKey={organizationId}
      actions={
        organization.permissions.createContent && (
          <>
            <Button onClick={() => editPlace({ kind: 'collection', organizationId, parent: undefined })}>
              {t('newCollection')}
            </Button>
            <Button onClick={() => editPlace({ kind: 'space', organizationId, parent: undefined })}>
              {t('newSpace')}
            </Button>
            <AddContentLink organizationId={organizationId} />
          </>
        )
      }
    >
      <OrganizationContent organization={organization} heading={t('spaces')} />
      <DeletedSpaces organizationId={organizationId} />
    </View>
  );
}

/** Deleted spaces that the user can restore. */
function DeletedSpaces({ organizationId }: { organizationId: string }) {
  const { data: spaces = [] } = useQuery(deletedSpacesQuery(organizationId));
  if (spaces.length === 0) return null;
  return (
    <section className={cards.section}>
      <h2>{t('deletedSpaces')}</h2>
      <ul className={cards.rows}>
        {spaces.map(({ id, title, deletedAt }) => {
          const name = nameOf(title, t('untitled'));
          return (
            <li key={id} className={cards.row}>
              <span>{name}</span>
              {deletedAt !== undefined && (
                <small>
                  {t('deletedAgo')} <Time at={deletedAt} />
                </small>
              )}
              <Button
                icon="undo"
                aria-label={t('restoreNamed', { title: name })}
                onClick={() => void restoreSpace(id)}
              >
                {t('restore')}
              </Button>
            </li>
          );
        })}
      </ul>
    </section>
  );
}
