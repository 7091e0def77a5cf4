import { useQuery } from '@tanstack/react-query';
import { type Collection, collectionQuery } from '../api/queries.ts';
import { t } from '../messages/messages.ts';
import { Button } from './button.tsx';
import { nameOf, useCurrent, useIds } from './current.ts';
import { editPlace } from './dialogs.tsx';
import { LoadingView } from './loading-view.tsx';
import { MenuButton, type MenuGroup } from './menu.tsx';
import { OrganizationContent } from './organization-content.tsx';
import { usePlaceActions } from './place-actions.ts';
import { View } from './view.tsx';

export function CollectionView() {
  const { collectionId = '' } = useIds();
  const { data: collection, error } = useQuery(collectionQuery(collectionId));
  const { organization } = useCurrent();
  if (!collection || !organization)
    return <LoadingView error={collection ? undefined : error} viewKey={collectionId} />;
  return (
    <View
      title={nameOf(collection.title, t('untitled'))}
      viewKey={collectionId}
      lead={collection.description}
      actions={<CollectionActions collection={collection} />}
    >
      <OrganizationContent
        organization={organization}
        collectionId={collectionId}
        heading={t('spaces')}
        mayCreate={collection.permissions.create}
      />
    </View>
  );
}

function CollectionActions({ collection }: { collection: Collection }) {
  const { groupsOf } = usePlaceActions();
  const { id, organization: organizationId, permissions } = collection;
  const groups = (): MenuGroup[] => groupsOf({ kind: 'collection', one: collection });
  return (
    <>
      {permissions.create && (
        <Button
          look="primary"
          icon="plus"
          onClick={() => editPlace({ kind: 'space', organizationId, parent: id })}
        >
          {t('newSpace')}
        </Button>
      )}
      {groups().some(({ items }) => items.length > 0) && (
        <MenuButton label={t('collectionMenu')} groups={groups} />
      )}
    </>
  );
}
