import { useQuery } from '@tanstack/react-query';
import button from '../../app/button.module.css';
import { Button } from '../../app/button.tsx';
import { Icon } from '../../app/icons.tsx';
import { MenuButton } from '../../app/menu.tsx';
import { RouteError } from '../../app/route-error.tsx';
import { EmptyState, Loading, View } from '../../app/view.tsx';
import { t } from '../../messages/messages.ts';
import { type Site, structureQuery, useSiteKey } from '../site-queries.ts';
import { NumberedPaths } from './numbered-paths.tsx';
import { showPartDialog } from './part-dialogs.tsx';
import { StructureList } from './structure-list.tsx';

/** What is on a site, in which order. */
export function StructureView({ owner: site }: { owner: Site }) {
  const siteKey = useSiteKey();
  const { data: structure, error } = useQuery(structureQuery(siteKey));
  const mayEdit = site.permissions.create;
  if (error && !structure) return <RouteError error={error} />;
  const add = (kind: Parameters<typeof showPartDialog>[1]['kind']) => () => showPartDialog(siteKey, { kind });
  const isEmpty = structure?.structure.length === 0;
  return (
    <View
      title={t('siteStructure')}
      lead={t(mayEdit ? 'siteStructureLead' : 'siteStructureForReaders')}
      actions={
        mayEdit &&
        !isEmpty && (
          <MenuButton
            label={t('siteAdd')}
            className={button.primary}
            groups={() => [
              {
                items: [
                  { label: t('siteAddSection'), icon: 'page', run: add('site-section') },
                  { label: t('siteAddVariant'), icon: 'space', run: add('site-space') },
                  { label: t('siteAddGroup'), icon: 'group', run: add('site-section-group') },
                  { label: t('siteAddLink'), icon: 'link', run: add('site-external-link') },
                ],
              },
            ]}
          >
            <Icon name="plus" />
            <span>{t('siteAdd')}</span>
          </MenuButton>
        )
      }
    >
      {!structure && <Loading label={t('loading')} />}
      {isEmpty && (
        <EmptyState title={t('siteNothingOnIt')} text={t('siteNothingOnItText')}>
          {mayEdit && (
            <Button look="primary" icon="plus" onClick={add('site-space')}>
              {t('siteAddSpace')}
            </Button>
          )}
        </EmptyState>
      )}
      {structure && !isEmpty && (
        <>
          {mayEdit && <NumberedPaths siteKey={siteKey} structure={structure} />}
          <StructureList siteKey={siteKey} structure={structure} mayEdit={mayEdit} />
        </>
      )}
    </View>
  );
}
