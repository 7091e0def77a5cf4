import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { api, PREFIX, repeatable } from '../api/client.ts';
import { type Collection, collectionQuery, queries } from '../api/queries.ts';
import { t } from '../messages/messages.ts';
import { Button } from './button.tsx';
import { nameOf, useCurrent, useIds } from './current.ts';
import { askFirst, editPlace } from './dialogs.tsx';
import { MenuButton, type MenuGroup } from './menu.tsx';
import { OrganizationContent } from './organization-content.tsx';
import { RouteError } from './route-error.tsx';
import { Loading, View } from './view.tsx';

export function CollectionView() {
  const { collectionId = '' } = useIds();
  const { data: collection, error } = useQuery(collectionQuery(collectionId));
  const { organization } = useCurrent();
  if (error && !collection) return <RouteError error={error} />;
  if (!collection || !organization)
    return (
      <View title={t('loading')} viewKey={collectionId}>
        <Loading label={t('loading')} />
      </View>
    );
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
  const navigate = useNavigate();
  const { id, organization: organizationId, permissions, title, description = '' } = collection;
  const remove = async (): Promise<void> => {
    await api.delete('/v1/collections/{collectionId}', { path: { collectionId: id }, headers: repeatable() });
    await navigate({ to: '/o/$organizationId', params: { organizationId } });
    await queries.invalidateQueries({ queryKey: ['organization', organizationId] });
  };
  const groups = (): MenuGroup[] => [
    {
      items: [
        ...(permissions.create
          ? [
              {
                label: t('newCollection'),
                icon: 'collection',
                run: () => editPlace({ kind: 'collection', organizationId, parent: id }),
              } as const,
            ]
          : []),
        ...(permissions.admin
          ? [
              {
                label: t('renameCollection'),
                icon: 'settings',
                run: () => editPlace({ kind: 'rename-collection', collectionId: id, title, description }),
              } as const,
              { label: t('access'), icon: 'people', href: `${PREFIX}/app/c/${id}/permissions` } as const,
            ]
          : []),
      ],
    },
    {
      items: permissions.admin
        ? [
            {
              label: t('delete'),
              icon: 'trash',
              isDanger: true,
              run: () =>
                askFirst(
                  {
                    title: t('deleteCollection', { title: nameOf(title, t('untitled')) }),
                    text: t('deleteCollectionText'),
                    submit: t('delete'),
                    isDanger: true,
                  },
                  remove,
                ),
            },
          ]
        : [],
    },
  ];
  const shown = groups();
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
      {shown.some(({ items }) => items.length > 0) && (
        <MenuButton label={t('collectionMenu')} groups={groups} />
      )}
    </>
  );
}
