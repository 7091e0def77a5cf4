import type { InstanceUser } from '../api/instance.ts';
import { Badge } from '../forms/section.tsx';
import { t } from '../messages/messages.ts';
import styles from './instance.module.css';

export const UserBadges = ({ user }: { user: InstanceUser }) => (
  <span className={styles.badges}>
    {user.blocked && <Badge tone="bad">{t('usersBlocked')}</Badge>}
    {user.invited && <Badge>{t('usersInvited')}</Badge>}
    {!user.blocked && !user.invited && <Badge tone="good">{t('userIsActive')}</Badge>}
    {user.instanceAdministrator && <Badge tone="info">{t('instanceAdministratorBadge')}</Badge>}
  </span>
);

/** The first organizations by name, and how many more there are. */
export function sayOrganizations({ organizations, organizationCount }: InstanceUser) {
  if (organizationCount === 0) return <span className={styles.soft}>{t('userOfNoOrganization')}</span>;
  const names = organizations.map(({ title }) => title).join(', ');
  const more = organizationCount - organizations.length;
  return more > 0 ? t('namesAndMore', { names, count: more }) : names;
}
