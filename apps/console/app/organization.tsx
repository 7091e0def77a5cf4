import { useQuery } from '@tanstack/react-query';
import { organizationsQuery } from '../api/queries.ts';
import { t } from '../messages/messages.ts';
import { Button } from './button.tsx';
import { nameOf, useCurrent, useIds } from './current.ts';
import { editPlace } from './dialogs.tsx';
import { NotFound } from './not-found.tsx';
import { OrganizationContent } from './organization-content.tsx';
import { RouteError } from './route-error.tsx';
import { Loading, View } from './view.tsx';

export function OrganizationView() {
  const { organizationId = '' } = useIds();
  const { isPending, error } = useQuery(organizationsQuery);
  const { organization } = useCurrent();
  if (!organization) {
    if (error) return <RouteError error={error} />;
    if (!isPending) return <NotFound />;
    return (
      <View title={t('loading')} viewKey={organizationId}>
        <Loading label={t('loading')} />
      </View>
    );
  }
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
            <Button
              look="primary"
              icon="plus"
              onClick={() => editPlace({ kind: 'space', organizationId, parent: undefined })}
            >
              {t('newSpace')}
            </Button>
          </>
        )
      }
    >
      <OrganizationContent organization={organization} heading={t('spaces')} />
    </View>
  );
}
