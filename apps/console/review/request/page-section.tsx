import { Link } from '@tanstack/react-router';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import type { ChangedPage } from '../../api/change-request.ts';
import type { Comparison } from '../../api/page-changes.ts';
import { nameOf } from '../../app/current.ts';
import { emojiOf } from '../../app/icons.tsx';
import { t } from '../../messages/messages.ts';
import { type DiffView, PageDiff } from '../diff/page-diff.tsx';
import styles from './changes.module.css';
import type { OpenRequest } from './request-parts.ts';

export const sectionId = (pageId: string): string => `page-${pageId}`;

export const KINDS = {
  created: 'pageCreated',
  edited: 'pageEdited',
  moved: 'pageMoved',
  deleted: 'pageDeleted',
} as const;

/** How far below the window a page is read already. */
const AHEAD = '1200px 0px';

/** Whether an element has been near the window. */
function useNear(isFirst: boolean) {
  const element = useRef<HTMLElement>(null);
  const [isNear, setNear] = useState(isFirst);
  useEffect(() => {
    if (isNear || !element.current) return;
    const observer = new IntersectionObserver(
      (entries) => entries.some(({ isIntersecting }) => isIntersecting) && setNear(true),
      { root: document.getElementById('column'), rootMargin: AHEAD },
    );
    observer.observe(element.current);
    return () => observer.disconnect();
  }, [isNear]);
  return { element, isNear };
}

/** A page that changed, whose changes are read when one scrolls near it. */
export function PageSection({
  opened: { place },
  changed: { page, kinds, words },
  comparison,
  view,
  isFirst,
}: {
  opened: OpenRequest;
  changed: ChangedPage;
  comparison: Comparison;
  view: DiffView;
  isFirst: boolean;
}): ReactNode {
  const { element, isNear } = useNear(isFirst);
  const isDeleted = kinds.includes('deleted');
  const emoji = emojiOf(page.emoji);
  const title = nameOf(page.title, t('untitled'));
  const heading = `${sectionId(page.id)}-title`;
  return (
    <section ref={element} id={sectionId(page.id)} aria-labelledby={heading} className={styles.section}>
      <header className={styles.head}>
        <h2 id={heading} tabIndex={-1} data-change-stop={hasNoText(page.type) ? '' : undefined}>
          {emoji && <span aria-hidden="true">{emoji} </span>}
          {isDeleted ? (
            title
          ) : (
            <Link
              to="/s/$spaceId/change-requests/$changeRequestId/$pageId"
              params={{ ...place, changeRequestId: place.changeRequestId, pageId: page.id }}
            >
              {title}
            </Link>
          )}
        </h2>
        {kinds.map((kind) => (
          <span key={kind} className={styles.kind} data-kind={kind}>
            {t(KINDS[kind])}
          </span>
        ))}
        {words && <WordCount {...words} />}
      </header>
      <div className={styles.body}>
        {isNear ? (
          <PageDiff {...comparison} pageId={page.id} view={view} />
        ) : (
          <div className={styles.unread} />
        )}
      </div>
    </section>
  );
}

const hasNoText = (type: string): boolean => type !== 'document';

/** How many words were added and removed. */
export function WordCount({ added, removed }: { added: number; removed: number }) {
  if (added === 0 && removed === 0) return null;
  return (
    <span className={styles.words}>
      <span className="visually-hidden">{t('wordsChanged', { added, removed })}</span>
      <span aria-hidden="true">
        <span className={styles.added}>+{added}</span> <span className={styles.removed}>−{removed}</span>
      </span>
    </span>
  );
}
