import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { pageHtmlQuery, pageInRevisionQuery, pagesQuery, revisionQuery, spaceQuery } from '../api/queries.ts';
import { Banner } from '../app/banner.tsx';
import buttons from '../app/button.module.css';
import { Button } from '../app/button.tsx';
import { nameOf, useIds } from '../app/current.ts';
import { emojiOf } from '../app/icons.tsx';
import { NotFound } from '../app/not-found.tsx';
import { RouteError } from '../app/route-error.tsx';
import { fullTime } from '../app/time.tsx';
import { EmptyState, Loading, View } from '../app/view.tsx';
import { t } from '../messages/messages.ts';
import { RenderedPage } from '../page/rendered-page.tsx';
import { findPage, firstPage, pagesBelow } from '../tree/pages.ts';
import { copyAddress } from './copy-address.ts';
import styles from './history.module.css';
import { askRestore } from './restore-revision.ts';

/** A page as of a revision: the page that the address names, or the first one. */
export function RevisionView() {
  const { spaceId = '', revisionId = '', pageId } = useIds();
  const { data: tree, error } = useQuery(pagesQuery({ spaceId, revisionId }));
  const found = tree && (pageId === undefined ? firstPage(tree.pages) : findPage(tree.pages, pageId)?.page);
  const { data: page } = useQuery({
    ...pageInRevisionQuery(spaceId, revisionId, found?.id ?? ''),
    enabled: found?.type === 'document',
  });
  if (error && !tree) return <RouteError error={error} />;
  if (tree && !found && pageId !== undefined) return <NotFound />;
  const title = found ? nameOf(found.title, t('untitled')) : t(tree ? 'noPage' : 'loading');
  const emoji = emojiOf(found?.emoji);
  return (
    <View
      title={title}
      viewKey={`${revisionId} ${found?.id}`}
      icon={emoji && <span aria-hidden="true">{emoji}</span>}
      lead={page?.type === 'document' ? page.description : undefined}
    >
      <RevisionBanner spaceId={spaceId} revisionId={revisionId} pageId={pageId} />
      {!tree && <Loading label={t('loading')} />}
      {tree && !found && <EmptyState title={t('noPageThen')} />}
      {found?.type === 'document' && <Content spaceId={spaceId} revisionId={revisionId} pageId={found.id} />}
      {found && found.type !== 'document' && (
        <ul className={styles.pageList}>
          {pagesBelow(found).map(({ id, title: below }) => (
            <li key={id}>
              <Link
                to="/s/$spaceId/revisions/$revisionId/$pageId"
                params={{ spaceId, revisionId, pageId: id }}
              >
                {nameOf(below, t('untitled'))}
              </Link>
            </li>
          ))}
        </ul>
      )}
    </View>
  );
}

function Content(ids: { spaceId: string; revisionId: string; pageId: string }): ReactNode {
  const { data: html, error } = useQuery(pageHtmlQuery(ids.spaceId, ids.revisionId, ids.pageId));
  if (html !== undefined) return <RenderedPage html={html} />;
  return error ? <EmptyState title={t('noTextThen')} /> : <Loading label={t('loading')} rows={8} />;
}

/** Shows which version this is, with a link back to the current one. */
function RevisionBanner({
  spaceId,
  revisionId,
  pageId,
}: {
  spaceId: string;
  revisionId: string;
  pageId: string | undefined;
}) {
  const navigate = useNavigate();
  const { data: space } = useQuery(spaceQuery(spaceId));
  const { data: revision } = useQuery(revisionQuery(spaceId, revisionId));
  if (!space || !revision) return null;
  const { createdAt } = revision;
  const isCurrent = space.revision === revisionId;
  return (
    <Banner>
      <p>{t(isCurrent ? 'thisIsCurrent' : 'thisIsOld', { time: fullTime(createdAt) })}</p>
      <div>
        <Link
          to="/s/$spaceId/revisions"
          params={{ spaceId }}
          search={pageId === undefined ? {} : { of: pageId }}
          className={buttons.plain ?? ''}
        >
          {t('history')}
        </Link>
        <Button
          icon="link"
          onClick={() =>
            void copyAddress(
              `/s/${spaceId}/revisions/${revisionId}${pageId === undefined ? '' : `/${pageId}`}`,
            )
          }
        >
          {t('copyLink')}
        </Button>
        {!isCurrent && (
          <Link
            to="/s/$spaceId/compare"
            params={{ spaceId }}
            search={{
              from: revisionId,
              to: space.revision,
              ...(pageId === undefined ? {} : { page: pageId }),
            }}
            className={buttons.plain ?? ''}
          >
            {t('compareWithCurrent')}
          </Link>
        )}
        {!isCurrent && space.permissions.edit && (
          <Button
            look="primary"
            icon="undo"
            onClick={() =>
              askRestore({ spaceId, revisionId, pageId, createdAt }, (to) => void navigate({ to }))
            }
          >
            {t('restore')}
          </Button>
        )}
      </div>
    </Banner>
  );
}
