import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Badge, Section } from '../forms/section.tsx';
import { MoreButton } from '../forms/table.tsx';
import { t } from '../messages/messages.ts';
import styles from './git.module.css';
import { branchesQuery, branchName, type GitConnection } from './git-queries.ts';

/** The branches that are change requests. */
export function Branches({ spaceId, connection }: { spaceId: string; connection: GitConnection }) {
  const list = useInfiniteQuery(branchesQuery(spaceId));
  const branches = list.data?.pages.flatMap(({ items }) => items);
  const isOn = connection.branchPattern !== undefined || connection.mirrorPrefix !== undefined;
  if (!branches || (branches.length === 0 && !isOn)) return null;
  return (
    <Section title={t('gitBranches')} {...(branches.length === 0 ? { text: t('gitBranchesNone') } : {})}>
      {branches.length > 0 && (
        <ul className={styles.reports}>
          {branches.map(({ ref, isDeleted, changeRequest: { number, subject } }) => (
            <li key={ref}>
              <div className={styles.line}>
                <code>{branchName(ref)}</code>
                <Link
                  to="/s/$spaceId/change-requests/$changeRequestId"
                  params={{ spaceId, changeRequestId: String(number) }}
                >
                  #{number} {subject}
                </Link>
                {isDeleted && <Badge>{t('gitBranchDeleted')}</Badge>}
              </div>
            </li>
          ))}
        </ul>
      )}
      <MoreButton list={list} />
    </Section>
  );
}
