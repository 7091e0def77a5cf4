import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import {
  type Language,
  type TranslatedPageStatus,
  type TranslationKey,
  translatedPagesQuery,
} from '../api/translations.ts';
import { Filters, SelectFilter } from '../forms/filters.tsx';
import { PagedTable } from '../forms/paged-table.tsx';
import { Badge, Section } from '../forms/section.tsx';
import { t } from '../messages/messages.ts';
import { sayLanguage } from './languages.ts';
import styles from './translations.module.css';

const STATUSES = {
  missing: ['pagesMissing', 'bad'],
  behind: ['pagesBehind', 'warn'],
  edited: ['pagesEdited', 'info'],
  current: ['pagesCurrent', 'good'],
} as const;

/** The pages of a translation with their states. */
export function TranslatedPages({
  path,
  languages,
}: {
  path: TranslationKey;
  languages: readonly Language[];
}) {
  const [language, setLanguage] = useState<Language | ''>('');
  const [status, setStatus] = useState<TranslatedPageStatus | ''>('');
  const list = useInfiniteQuery(translatedPagesQuery(path, { language, status }));
  return (
    <Section title={t('translatedPages')} text={t('translatedPagesLead')}>
      <Filters>
        <SelectFilter
          label={t('recordColumnLanguage')}
          value={language}
          onChange={setLanguage}
          options={[['', t('allLanguages')], ...languages.map((one) => [one, sayLanguage(one)] as const)]}
        />
        <SelectFilter
          label={t('recordColumnState')}
          value={status}
          onChange={setStatus}
          options={[
            ['', t('allStates')],
            ...(Object.keys(STATUSES) as TranslatedPageStatus[]).map(
              (one) => [one, t(STATUSES[one][0])] as const,
            ),
          ]}
        />
      </Filters>
      <PagedTable
        list={list}
        label={t('translatedPages')}
        keyOf={({ page, language: of }) => `${page} ${of}`}
        empty={<p className={styles.note}>{t('noTranslatedPages')}</p>}
        columns={[
          {
            label: t('translatedPage'),
            cell: ({ space, page, title, status: of }) =>
              of === 'missing' ? (
                title
              ) : (
                <Link to="/s/$spaceId/$pageId" params={{ spaceId: space, pageId: page }}>
                  {title}
                </Link>
              ),
          },
          { label: t('recordColumnLanguage'), cell: ({ language: of }) => sayLanguage(of) },
          {
            label: t('recordColumnState'),
            cell: ({ status: of }) => <Badge tone={STATUSES[of][1]}>{t(STATUSES[of][0])}</Badge>,
          },
          {
            label: t('translatedBlocks'),
            isNumber: true,
            cell: ({ blocks, missing, behind }) =>
              t('blocksDone', { done: blocks - missing - behind, all: blocks }),
          },
        ]}
      />
    </Section>
  );
}
