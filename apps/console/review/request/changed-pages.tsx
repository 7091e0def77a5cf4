import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { ChangedPage, RequestPlace } from '../../api/change-request.ts';
import { type ContentPage, pagesQuery } from '../../api/queries.ts';
import { nameOf } from '../../app/current.ts';
import { emojiOf, Icon } from '../../app/icons.tsx';
import { t } from '../../messages/messages.ts';
import { pagesBelow } from '../../tree/pages.ts';
import styles from './changes.module.css';
import { KINDS, sectionId, WordCount } from './page-section.tsx';

/** A page in the tree: one that changed, or one above it. */
interface Entry {
  id: string;
  title: string;
  emoji: string | undefined;
  changed: ChangedPage | undefined;
  below: Entry[];
}

/** The changed pages with those above them. Deleted ones, which are in no tree, come last. */
function findEntries(tree: readonly ContentPage[], pages: readonly ChangedPage[]): Entry[] {
  const left = new Map(pages.map((changed) => [changed.page.id, changed]));
  const visit = (list: readonly ContentPage[]): Entry[] =>
    list.flatMap((page) => {
      const changed = left.get(page.id);
      left.delete(page.id);
      const below = visit(pagesBelow(page));
      if (!changed && below.length === 0) return [];
      return [{ id: page.id, title: page.title, emoji: page.emoji, changed, below }];
    });
  const found = visit(tree);
  const gone = [...left.values()].map((changed) => ({
    id: changed.page.id,
    title: changed.page.title,
    emoji: changed.page.emoji,
    changed,
    below: [],
  }));
  return [...found, ...gone];
}

/** The table of contents with only the pages that changed. */
export function ChangedPages({
  place,
  pages,
  count,
}: {
  place: RequestPlace;
  pages: readonly ChangedPage[];
  count: number;
}) {
  const { data: tree } = useQuery(pagesQuery(place));
  const entries = useMemo(() => findEntries(tree?.pages ?? [], pages), [tree, pages]);
  const isSmall = matchMedia('(max-width: 64rem)').matches;
  return (
    <nav aria-label={t('changedPages')} className={styles.pages}>
      <details open={!isSmall}>
        <summary>{t('changedPagesCount', { count })}</summary>
        <Entries entries={entries} />
      </details>
    </nav>
  );
}

const Entries = ({ entries }: { entries: readonly Entry[] }) => (
  <ul>
    {entries.map(({ id, title, emoji, changed, below }) => (
      <li key={id}>
        {changed ? (
          <PageEntry changed={changed} title={title} emoji={emoji} />
        ) : (
          <span className={styles.above}>{nameOf(title, t('untitled'))}</span>
        )}
        {below.length > 0 && <Entries entries={below} />}
      </li>
    ))}
  </ul>
);

const SIGNS = { created: '+', edited: '~', moved: '↕', deleted: '−' } as const;

function PageEntry({
  changed: { page, kinds, words },
  title,
  emoji,
}: {
  changed: ChangedPage;
  title: string;
  emoji: string | undefined;
}) {
  const sign = emojiOf(emoji);
  const show = (): void => {
    const section = document.getElementById(sectionId(page.id));
    section?.scrollIntoView({ block: 'start' });
    document.getElementById(`${sectionId(page.id)}-title`)?.focus({ preventScroll: true });
  };
  return (
    <a
      href={`#${sectionId(page.id)}`}
      className={styles.entry}
      onClick={(event) => {
        event.preventDefault();
        show();
      }}
    >
      {sign ? <span aria-hidden="true">{sign}</span> : <Icon name="page" size={14} />}
      <span className={styles.entryTitle}>{nameOf(title, t('untitled'))}</span>
      {words && <WordCount {...words} />}
      {kinds.map((kind) => (
        <span key={kind} className={styles.sign} data-kind={kind} title={t(KINDS[kind])}>
          <span aria-hidden="true">{SIGNS[kind]}</span>
          <span className="visually-hidden">{t(KINDS[kind])}</span>
        </span>
      ))}
    </a>
  );
}
