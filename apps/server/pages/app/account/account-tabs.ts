import type { Actor } from '../../../platform/access/actor.ts';
import type { Addresses } from '../../parts/addresses.ts';
import type { Tab } from '../../parts/layout.ts';

type AccountPart = 'account' | 'secondFactor' | 'sessions' | 'tokens';

const TITLES: Record<AccountPart, string> = {
  account: 'Account',
  secondFactor: 'Second factor',
  sessions: 'Sessions',
  tokens: 'Tokens',
};

/** The pages about one's own account, without those that single sign-on does not vouch for. */
export function accountTabs(addresses: Addresses, actor: Actor, current: AccountPart): Tab[] {
  const isBound = actor.kind === 'user' && actor.onlyIn !== undefined;
  return (Object.keys(TITLES) as AccountPart[])
    .filter((part) => part !== 'secondFactor' || !isBound)
    .map((part) => ({ title: TITLES[part], href: addresses[part](), isCurrent: part === current }));
}
