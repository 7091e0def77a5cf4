import type { Schemas } from '@lectern/client/schema';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';
import { type PagePlace, pagePath } from '../api/place.ts';
import { pagesQuery } from '../api/queries.ts';
import { nameOf } from '../app/current.ts';
import { emojiOf, Icon } from '../app/icons.tsx';
import { EmptyState, View } from '../app/view.tsx';
import { t, withTexts } from '../messages/messages.ts';
import { findPage, pagesBelow } from '../tree/pages.ts';
import styles from './other-page.module.css';

const ReferenceEntry = lazy(async () => ({
  default: (await withTexts('records', () => import('../specs/reference-entry.tsx'))).ReferenceEntry,
}));

/** An entry of the page tree that is no document: a group, a link, or the pages of an OpenAPI spec. */
export function OtherPage({
  place,
  page,
}: {
  place: PagePlace;
  page: Exclude<Schemas['Page'], { type: 'document' }>;
}) {
  const { data: tree } = useQuery(pagesQuery(place));
  const found = tree && findPage(tree.pages, place.pageId)?.page;
  const below = found ? pagesBelow(found) : [];
  const emoji = emojiOf(page.emoji);
  return (
    <View
      title={nameOf(page.title, t('untitled'))}
      viewKey={place.pageId}
      icon={emoji && <span aria-hidden="true">{emoji}</span>}
    >
      {page.type === 'link' && <Target place={place} target={page.target} />}
      {page.type === 'computed' && (
        <Suspense>
          <ReferenceEntry place={place} page={page} />
        </Suspense>
      )}
      {page.type === 'group' && below.length === 0 && (
        <EmptyState title={t('groupEmpty')} text={t('groupEmptyText')} />
      )}
      {below.length > 0 && (
        <ul className={styles.list}>
          {below.map(({ id, title }) => (
            <li key={id}>
              <Link to={pagePath(place, id)}>
                <Icon name="page" />
                <span>{nameOf(title, t('untitled'))}</span>
              </Link>
            </li>
          ))}
        </ul>
      )}
    </View>
  );
}

function Target({ place, target }: { place: PagePlace; target: Schemas['ContentRef'] }) {
  if (target.kind === 'url')
    return (
      <p>
        {t('linkLeadsTo')}{' '}
        <a href={target.url} target="_blank" rel="noopener noreferrer">
          {target.url}
        </a>
      </p>
    );
  const pageId = target.kind === 'page' || target.kind === 'anchor' ? target.page : undefined;
  return pageId === undefined ? null : (
    <p>
      <Link to={pagePath(place, pageId)}>{t('openEntryTarget')}</Link>
    </p>
  );
}
