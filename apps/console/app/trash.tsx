import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { api, repeatable } from '../api/client.ts';
import { explain } from '../api/explain.ts';
import { type DeletedPage, pagesQuery, queries, spaceQuery, trashQuery } from '../api/queries.ts';
import styles from '../history/history.module.css';
import { t } from '../messages/messages.ts';
import { Button } from './button.tsx';
import { nameOf, useIds } from './current.ts';
import { emojiOf, Icon } from './icons.tsx';
import { RouteError } from './route-error.tsx';
import { Time } from './time.tsx';
import { showError, showToast } from './toasts.tsx';
import { EmptyState, Loading, View } from './view.tsx';

/** Recently deleted pages, which can be restored. */
export function Trash() {
  const { spaceId = '' } = useIds();
  const { data: space } = useQuery(spaceQuery(spaceId));
  const { data, error, hasNextPage, isFetchingNextPage, fetchNextPage } = useInfiniteQuery(
    trashQuery(spaceId),
  );
  if (error && !data) return <RouteError error={error} />;
  const pages = data?.pages.flatMap(({ items }) => items);
  return (
    <View title={t('trash')} viewKey={spaceId} lead={t('trashLead')}>
      {!pages && <Loading label={t('loading')} />}
      {pages?.length === 0 && <EmptyState title={t('trashEmpty')} text={t('trashEmptyText')} />}
      {pages && pages.length > 0 && (
        <div className={styles.day}>
          <ol>
            {pages.map((page) => (
              <DeletedRow
                key={`${page.id} ${page.revision}`}
                page={page}
                spaceId={spaceId}
                mayRestore={space?.permissions.edit === true}
              />
            ))}
          </ol>
        </div>
      )}
      {hasNextPage && (
        <Button onClick={() => void fetchNextPage()} disabled={isFetchingNextPage}>
          {t('showMore')}
        </Button>
      )}
    </View>
  );
}

function DeletedRow({
  page: { id, title, emoji, deletedAt, deletedBy, below, revision, path },
  spaceId,
  mayRestore,
}: {
  page: DeletedPage;
  spaceId: string;
  mayRestore: boolean;
}) {
  const navigate = useNavigate();
  const [isBusy, setBusy] = useState(false);
  const name = nameOf(title, t('untitled'));
  const restore = async (): Promise<void> => {
    setBusy(true);
    try {
      await api.post('/v1/spaces/{spaceId}/trash/{pageId}/restore', {
        path: { spaceId, pageId: id },
        headers: repeatable(),
        body: {},
      });
      await queries.invalidateQueries({ queryKey: pagesQuery(spaceId).queryKey });
      await queries.invalidateQueries({ queryKey: trashQuery(spaceId).queryKey });
      showToast(t('restored', { title: name }), {
        action: {
          label: t('open'),
          run: () => void navigate({ to: '/s/$spaceId/$pageId', params: { spaceId, pageId: id } }),
        },
      });
    } catch (error) {
      showError(`${t('changeFailed')} ${explain(error)}`);
    } finally {
      setBusy(false);
    }
  };
  return (
    <li className={styles.revision}>
      <span className={styles.avatar} aria-hidden="true">
        {emojiOf(emoji) ?? <Icon name="page" />}
      </span>
      <div className={styles.what}>
        <Link
          to="/s/$spaceId/revisions/$revisionId/$pageId"
          params={{ spaceId, revisionId: revision, pageId: id }}
          className={styles.link ?? ''}
        >
          <span className={styles.deed}>{name}</span>
        </Link>
        <p>
          {path.includes('/') && `${path.slice(0, path.lastIndexOf('/'))} · `}
          {deletedBy ? t('deletedBy', { name: deletedBy.displayName }) : t('deletedSometime')}{' '}
          <Time at={deletedAt} />
          {below.count > 0 && ` · ${t('withPagesBelow', { count: below.count })}`}
        </p>
      </div>
      {mayRestore && (
        <Button
          className={styles.restore ?? ''}
          disabled={isBusy}
          aria-label={t('restoreNamed', { title: name })}
          onClick={() => void restore()}
        >
          {t('restore')}
        </Button>
      )}
    </li>
  );
}
