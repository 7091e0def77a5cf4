import { useQuery } from '@tanstack/react-query';
import { type FocusEvent, useLayoutEffect, useRef } from 'react';
import button from '../../app/button.module.css';
import { Button } from '../../app/button.tsx';
import { Icon } from '../../app/icons.tsx';
import { MenuButton } from '../../app/menu.tsx';
import { RouteError } from '../../app/route-error.tsx';
import { ALT } from '../../app/shortcuts.ts';
import { EmptyState, Loading, View } from '../../app/view.tsx';
import { t } from '../../messages/messages.ts';
import { type Site, structureQuery, useSiteKey } from '../site-queries.ts';
import { showPartDialog } from './part-dialogs.tsx';
import { PartList } from './part-list.tsx';
import { listParts } from './parts.ts';
import styles from './structure-view.module.css';

/** What is on a site, in which order. */
export function StructureView({ owner: site }: { owner: Site }) {
  const siteKey = useSiteKey();
  const { data: structure, error } = useQuery(structureQuery(siteKey));
  const mayEdit = site.permissions.create;
  const list = useFocusAfterMoves(structure);
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
        <div {...list}>
          <PartList
            siteKey={siteKey}
            parts={listParts(structure)}
            parent={undefined}
            mayEdit={mayEdit}
            label={t('siteStructure')}
          />
          {mayEdit && (
            <p id="site-move-help" className={styles.help}>
              {t('siteMoveHelp', { alt: ALT.replace('+', '') })}
            </p>
          )}
        </div>
      )}
    </View>
  );
}

/** Keeps the focus on the part that was moved: browsers lose it when an element moves, or is another one. */
function useFocusAfterMoves(structure: unknown) {
  const list = useRef<HTMLDivElement>(null);
  const focusedId = useRef<string>(undefined);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another structure draws other elements.
  useLayoutEffect(() => {
    if (focusedId.current === undefined || document.activeElement !== document.body) return;
    list.current
      ?.querySelector<HTMLElement>(`[data-part="${focusedId.current}"] [data-control="edit"]`)
      ?.focus({ preventScroll: true });
  }, [structure]);
  return {
    ref: list,
    onFocus({ target }: FocusEvent): void {
      focusedId.current = target.closest<HTMLElement>('[data-part]')?.dataset.part;
    },
    onBlur({ relatedTarget }: FocusEvent): void {
      if (relatedTarget) focusedId.current = undefined;
    },
  };
}
