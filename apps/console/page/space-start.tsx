import { useQuery } from '@tanstack/react-query';
import { Link, Navigate } from '@tanstack/react-router';
import { pagesQuery, spaceQuery } from '../api/queries.ts';
import { AddContentLink } from '../app/add-content-link.tsx';
import buttons from '../app/button.module.css';
import { Button } from '../app/button.tsx';
import { nameOf, useIds } from '../app/current.ts';
import { Icon, spaceEmojiOf } from '../app/icons.tsx';
import { restoreSpace } from '../app/restore-space.ts';
import { RouteError } from '../app/route-error.tsx';
import { EmptyState, Loading, View } from '../app/view.tsx';
import { t } from '../messages/messages.ts';
import { startNewPage } from '../tree/drafts.ts';
import { firstPage } from '../tree/pages.ts';

/** The address of a space: opens its first page, or says how to begin. */
export function SpaceStart() {
  const { spaceId = '' } = useIds();
  const { data: space, error } = useQuery(spaceQuery(spaceId));
  const isDeleted = space?.deletedAt !== undefined;
  const { data: tree, error: treeError } = useQuery({ ...pagesQuery(spaceId), enabled: space && !isDeleted });
  if (error && !space) return <RouteError error={error} />;
  if (treeError && !tree) return <RouteError error={treeError} />;
  const title = space ? nameOf(space.title, t('untitled')) : t('loading');
  const emoji = spaceEmojiOf(space?.emoji);
  const icon = emoji && <span aria-hidden="true">{emoji}</span>;
  if (space?.deletedAt !== undefined)
    return (
      <View title={title} icon={icon} viewKey={spaceId}>
        <EmptyState title={t('spaceDeleted')} text={t('spaceDeletedText')}>
          {space.permissions.admin && (
            <Button look="primary" icon="undo" onClick={() => void restoreSpace(spaceId)}>
              {t('restoreSpace')}
            </Button>
          )}
        </EmptyState>
      </View>
    );
  if (!space || !tree)
    return (
      <View title={title} icon={icon} viewKey={spaceId}>
        <Loading label={t('loading')} />
      </View>
    );
  const first = firstPage(tree.pages);
  if (first) return <Navigate to="/s/$spaceId/$pageId" params={{ spaceId, pageId: first.id }} replace />;
  return (
    <View title={title} icon={icon} viewKey={spaceId}>
      <EmptyState title={t('noPage')} text={t(space.permissions.edit ? 'noPageText' : 'noPageForReaders')}>
        {space.permissions.edit && (
          <>
            <Button look="primary" icon="plus" onClick={() => startNewPage({ type: 'document', into: null })}>
              {t('newPage')}
            </Button>
            {space.permissions.admin && (
              <>
                <AddContentLink
                  organizationId={space.organization}
                  space={spaceId}
                  label={t('importPages')}
                  look="plain"
                />
                <Link
                  to="/s/$spaceId/settings/$part"
                  params={{ spaceId, part: 'git' }}
                  className={buttons.plain ?? ''}
                >
                  <Icon name="change" />
                  {t('connectGit')}
                </Link>
              </>
            )}
          </>
        )}
      </EmptyState>
    </View>
  );
}
