import type { ListedRequest } from '../../api/request-page.ts';
import { Icon, type IconName } from '../../app/icons.tsx';
import type { Messages } from '../../messages/en.ts';
import { t } from '../../messages/messages.ts';
import styles from './requests.module.css';

const MOST_REVIEWERS = 4;

const REVIEW_STATES: Record<
  NonNullable<ListedRequest['reviewState']>,
  { words: keyof Messages; icon: IconName; result: Result }
> = {
  approved: { words: 'approved', icon: 'check', result: 'good' },
  'changes-requested': { words: 'changesRequested', icon: 'draft', result: 'bad' },
  waiting: { words: 'reviewPending', icon: 'clock', result: 'open' },
};

type Result = 'good' | 'bad' | 'open';

/** The result of all reviews, in words. */
export function ReviewState({ request: { reviewState } }: { request: ListedRequest }) {
  if (reviewState === undefined) return null;
  const { words, icon, result } = REVIEW_STATES[reviewState];
  return <Sign icon={icon} result={result} text={t(words)} />;
}

/** The result of the checks by programs, in words. */
export function CheckState({ request: { checks } }: { request: ListedRequest }) {
  if (!checks) return null;
  const { failed, pending } = checks;
  if (failed > 0)
    return <Sign icon="close" result="bad" text={t('requestChecksFailed', { count: failed })} />;
  if (pending > 0)
    return <Sign icon="clock" result="open" text={t('requestChecksPending', { count: pending })} />;
  return <Sign icon="check" result="good" text={t('checksPassed')} />;
}

const Sign = ({ icon, result, text }: { icon: IconName; result: Result; text: string }) => (
  <span className={styles.sign} data-result={result}>
    <Icon name={icon} size={12} /> {text}
  </span>
);

type Reviewer = NonNullable<ListedRequest['reviewers']>[number];

/** The teams and people who were asked or have reviewed, each with what they decided. */
export function Reviewers({ request: { reviewers = [], reviewTeams = [] } }: { request: ListedRequest }) {
  const all = [
    ...reviewTeams.map(({ team, ...decided }) => ({
      id: team.id,
      name: t('teamNamed', { name: team.title }),
      letter: team.title,
      isTeam: true,
      ...decided,
    })),
    ...reviewers.map(({ user, ...decided }) => ({
      id: user.id,
      name: user.displayName || t('somebody'),
      letter: user.displayName || t('somebody'),
      isTeam: false,
      ...decided,
    })),
  ];
  if (all.length === 0) return null;
  const shown = all.slice(0, all.length > MOST_REVIEWERS ? MOST_REVIEWERS - 1 : MOST_REVIEWERS);
  const left = all.length - shown.length;
  return (
    <span className={styles.reviewers}>
      {shown.map((reviewer) => (
        <ReviewerSign key={reviewer.id} {...reviewer} />
      ))}
      {left > 0 && (
        <span className={styles.reviewer}>
          <span aria-hidden="true">+{left}</span>
          <span className="visually-hidden">{t('moreReviewers', { count: left })}</span>
        </span>
      )}
    </span>
  );
}

function ReviewerSign({
  name,
  letter,
  isTeam,
  status,
  outdated,
}: Pick<Reviewer, 'status' | 'outdated'> & { name: string; letter: string; isTeam: boolean }) {
  const decision = outdated === true ? undefined : status;
  const text = t(DECISIONS[decision ?? (status === undefined ? 'asked' : 'outdated')], { name });
  return (
    <span className={styles.reviewer} data-decision={decision} data-team={isTeam} title={text}>
      <span aria-hidden="true">{[...letter][0]?.toUpperCase()}</span>
      {decision !== undefined && (
        <span className={styles.decision}>
          <Icon name={decision === 'approved' ? 'check' : 'close'} size={10} />
        </span>
      )}
      <span className="visually-hidden">{text}</span>
    </span>
  );
}

const DECISIONS = {
  approved: 'reviewerApproved',
  'changes-requested': 'reviewerWantsChanges',
  asked: 'reviewerAsked',
  outdated: 'reviewerOutdated',
} as const;
