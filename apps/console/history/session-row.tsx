import { Link, useNavigate } from '@tanstack/react-router';
import { useId, useState } from 'react';
import type { RevisionSummary } from '../api/queries.ts';
import { Button } from '../app/button.tsx';
import { Icon } from '../app/icons.tsx';
import { fullTime, timeOfDay } from '../app/time.tsx';
import type { Messages } from '../messages/en.ts';
import { currentLocale, t } from '../messages/messages.ts';
import styles from './history.module.css';
import { askRestore } from './restore-revision.ts';
import type { Session } from './sessions.ts';

const DEEDS: Record<string, keyof Messages> = {
  edits: 'didEdit',
  merge: 'didMerge',
  rollback: 'didRestore',
  import: 'didImport',
};

export interface RowPlace {
  spaceId: string;
  /** The page whose history it is; undefined for that of the space. */
  pageId: string | undefined;
}

interface RowChoices {
  isCurrent: boolean;
  mayRestore: boolean;
  isChosen: (id: string) => boolean;
  onToggle: (id: string) => void;
}

/** One entry of the history: a revision, or the edits of somebody who wrote for a while. */
export function SessionRow({ session, ...rest }: { session: Session } & RowPlace & RowChoices) {
  const [isOpen, setOpen] = useState(false);
  const listId = useId();
  const { revision, startedAt, edits, revisions } = session;
  const isDivided = revisions.length > 1;
  return (
    <li>
      <RevisionLine
        {...rest}
        revision={revision}
        startedAt={startedAt}
        before={session.before}
        note={
          edits > 1 ? (
            isDivided ? (
              <button
                type="button"
                className={styles.edits}
                aria-expanded={isOpen}
                aria-controls={listId}
                onClick={() => setOpen(!isOpen)}
              >
                <Icon name={isOpen ? 'down' : 'chevron'} size={12} />
                {t('editsCount', { count: edits })}
              </button>
            ) : (
              t('editsCount', { count: edits })
            )
          ) : session.changes > 0 && rest.pageId === undefined ? (
            t('changesCount', { count: session.changes })
          ) : undefined
        }
      />
      {isDivided && isOpen && (
        <ol id={listId} className={styles.session}>
          {revisions.map((one, at) => (
            <li key={one.id}>
              <RevisionLine
                {...rest}
                revision={one}
                isCurrent={rest.isCurrent && at === 0}
                startedAt={one.startedAt}
                before={one.parents[0]}
                note={undefined}
              />
            </li>
          ))}
        </ol>
      )}
    </li>
  );
}

function RevisionLine({
  revision,
  startedAt,
  before,
  note,
  spaceId,
  pageId,
  isCurrent,
  mayRestore,
  isChosen,
  onToggle,
}: {
  revision: RevisionSummary;
  startedAt: string | undefined;
  before: string | undefined;
  note: React.ReactNode;
} & RowPlace &
  RowChoices) {
  const navigate = useNavigate();
  const { id, type, createdAt, createdBy, coAuthor, message, mergedFrom, git, parents } = revision;
  const who = createdBy?.displayName || t('somebody');
  const [first, last] = [startedAt ?? createdAt, createdAt].map((time) => timeOfDay(time));
  const when = first === last ? last : `${first} – ${last}`;
  const others = (mergedFrom?.contributors ?? [])
    .filter((one) => one.id !== createdBy?.id)
    .map(({ displayName }) => displayName || t('somebody'));
  const content = (
    <>
      <time dateTime={createdAt} title={fullTime(createdAt)}>
        {when}
      </time>
      <span className={styles.deed}>
        {git?.createdByService
          ? t('didSend')
          : t(parents.length === 0 ? 'didCreate' : (DEEDS[type] ?? 'didEdit'), { name: who })}
      </span>
    </>
  );
  const className = styles.link ?? '';
  return (
    <div className={styles.revision}>
      <input
        type="checkbox"
        className={styles.choice}
        aria-label={t('compareVersionOf', { time: fullTime(createdAt) })}
        checked={isChosen(id)}
        onChange={() => onToggle(id)}
      />
      <span className={styles.avatar} aria-hidden="true">
        {[...who][0]?.toUpperCase()}
      </span>
      <div className={styles.what}>
        {pageId === undefined ? (
          <Link
            to="/s/$spaceId/revisions/$revisionId"
            params={{ spaceId, revisionId: id }}
            className={className}
          >
            {content}
          </Link>
        ) : (
          <Link
            to="/s/$spaceId/revisions/$revisionId/$pageId"
            params={{ spaceId, revisionId: id, pageId }}
            className={className}
          >
            {content}
          </Link>
        )}
        {others.length > 0 && <p>{t('writtenBy', { names: listOf(others) })}</p>}
        {coAuthor && <p>{t('appliedBy', { name: coAuthor.displayName || t('somebody') })}</p>}
        {mergedFrom ? (
          <p>
            <Link
              to="/s/$spaceId/change-requests/$changeRequestId"
              params={{ spaceId, changeRequestId: String(mergedFrom.number) }}
              className={styles.source ?? ''}
            >
              {t('throughRequest', { number: mergedFrom.number, subject: mergedFrom.subject })}
            </Link>
          </p>
        ) : (
          message !== undefined && <p>{message}</p>
        )}
        {git && <p>{<Commit git={git} />}</p>}
        {note !== undefined && !mergedFrom && <p>{note}</p>}
      </div>
      {isCurrent && <span className={styles.current}>{t('currentVersion')}</span>}
      <span className={styles.tools}>
        {before !== undefined && (
          <Link
            to="/s/$spaceId/compare"
            params={{ spaceId }}
            search={{ from: before, to: id, ...(pageId === undefined ? {} : { page: pageId }) }}
            className={styles.tool ?? ''}
            aria-label={t('changesOfVersion', { time: fullTime(createdAt) })}
          >
            {t('versionChanges')}
          </Link>
        )}
        {!isCurrent && mayRestore && (
          <Button
            look="quiet"
            aria-label={t('restoreVersionOf', { time: fullTime(createdAt) })}
            onClick={() =>
              askRestore({ spaceId, revisionId: id, pageId, createdAt }, (to) => void navigate({ to }))
            }
          >
            {t('restore')}
          </Button>
        )}
      </span>
    </div>
  );
}

const listOf = (names: readonly string[]): string =>
  new Intl.ListFormat(currentLocale(), { type: 'conjunction' }).format(names);

/** The first line of the message of a commit, with a link to the commit if its host has pages. */
function Commit({ git: { oid, message, url } }: { git: NonNullable<RevisionSummary['git']> }) {
  const text = `${t('commit', { oid: oid.slice(0, 7) })}: ${message.split('\n')[0]}`;
  return url === undefined ? (
    text
  ) : (
    <a className={styles.source} href={url} target="_blank" rel="noopener noreferrer">
      {text}
    </a>
  );
}
