import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { lazy, useState } from 'react';
import { explain } from '../api/explain.ts';
import {
  type ChangeClass,
  type SpecChange,
  type SpecKey,
  specChangesQuery,
  specPagesQuery,
} from '../api/specs.ts';
import { Button } from '../app/button.tsx';
import { showDialog } from '../app/dialogs.tsx';
import { Loading } from '../app/view.tsx';
import { Badge } from '../forms/section.tsx';
import { MoreButton } from '../forms/table.tsx';
import type { Messages } from '../messages/en.ts';
import { t } from '../messages/messages.ts';
import styles from './specs.module.css';

type VersionKey = SpecKey & { versionId: string };

/** Breaking changes first. */
const CLASSES: readonly (readonly [ChangeClass, 'bad' | 'good' | 'plain'])[] = [
  ['breaking', 'bad'],
  ['non-breaking', 'good'],
  ['documentation', 'plain'],
];

/** The number of changes of a class that are shown at first. */
const SHOWN = 20;

/** What changed in a version, in words, and the pages that mention it. */
export function SpecChanges({ path }: { path: VersionKey }) {
  const { data: changes, error } = useQuery(specChangesQuery(path));
  if (error && !changes) return <p role="alert">{explain(error)}</p>;
  if (!changes) return <Loading label={t('loading')} />;
  if (changes.base === null) return <p className={styles.soft}>{t('specFirstVersion')}</p>;
  if (changes.items.length === 0) return <p className={styles.soft}>{t('specNoChanges')}</p>;
  return (
    <>
      {CLASSES.filter(([of]) => changes.counts[of] > 0).map(([of, tone]) => (
        <ClassOfChanges
          key={of}
          tone={tone}
          label={t(`specClass-${of}`)}
          count={changes.counts[of]}
          changes={changes.items.filter((change) => change.class === of)}
        />
      ))}
      <TouchedPages path={path} />
    </>
  );
}

function ClassOfChanges({
  label,
  tone,
  count,
  changes,
}: {
  label: string;
  tone: 'bad' | 'good' | 'plain';
  count: number;
  changes: readonly SpecChange[];
}) {
  const [isWhole, setWhole] = useState(false);
  const shown = isWhole ? changes : changes.slice(0, SHOWN);
  return (
    <section aria-label={label} className={styles.changes}>
      <h3>
        {label} <Badge tone={tone}>{count}</Badge>
      </h3>
      <ul>
        {shown.map((change) => (
          <li key={JSON.stringify(change)}>
            {sayKind(change.kind)} <code>{change.name}</code>{' '}
            {change.operation && nameOfOperation(change.operation) !== change.name && (
              <span className={styles.soft}>
                {t('inOperation', { operation: nameOfOperation(change.operation) })}
              </span>
            )}
          </li>
        ))}
      </ul>
      {shown.length < changes.length && (
        <Button look="quiet" onClick={() => setWhole(true)}>
          {t('moreSpecChanges', { count: changes.length - shown.length })}
        </Button>
      )}
    </section>
  );
}

const nameOfOperation = ({ method, path }: NonNullable<SpecChange['operation']>): string =>
  `${method.toUpperCase()} ${path}`;

/** The kind of a change in words. A newer service may have kinds that this release does not know. */
function sayKind(kind: string): string {
  const key = `change-${kind}` as keyof Messages;
  const text = t(key);
  return text === key ? kind.replaceAll('-', ' ') : text;
}

const DraftRequestDialog = lazy(async () => ({
  default: (await import('./draft-request.tsx')).DraftRequestDialog,
}));

function DraftButton({ path }: { path: VersionKey }) {
  const navigate = useNavigate();
  return (
    <Button
      onClick={() =>
        showDialog((close) => (
          <DraftRequestDialog
            path={path}
            onDrafted={(params) =>
              void navigate({ to: '/s/$spaceId/change-requests/$changeRequestId', params })
            }
            onClose={close}
          />
        ))
      }
    >
      {t('draftSpecRequest')}
    </Button>
  );
}

function TouchedPages({ path }: { path: VersionKey }) {
  const list = useInfiniteQuery(specPagesQuery(path));
  const pages = list.data?.pages.flatMap(({ items }) => items);
  return (
    <section aria-label={t('specPages')} className={styles.changes}>
      <h3>{t('specPages')}</h3>
      {list.error && !pages ? (
        <p role="alert">{explain(list.error)}</p>
      ) : !pages ? (
        <Loading label={t('loading')} rows={2} />
      ) : pages.length === 0 ? (
        <p className={styles.soft}>{t('noSpecPages')}</p>
      ) : (
        <ul>
          {pages.map(({ space, page, reusableContent, placeCount }) => (
            <li key={page?.id ?? reusableContent?.id}>
              {page ? <a href={page.urls.app}>{page.title}</a> : reusableContent?.title}{' '}
              <span className={styles.soft}>
                {space.title} · {t('specPlaces', { count: placeCount })}
              </span>
            </li>
          ))}
        </ul>
      )}
      <MoreButton list={list} />
      {pages && pages.length > 0 && <DraftButton path={path} />}
    </section>
  );
}
