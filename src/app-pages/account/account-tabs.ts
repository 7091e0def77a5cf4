import type { Addresses } from '../addresses.ts';
import type { Tab } from '../layout.ts';

type AccountPart = 'account' | 'secondFactor' | 'sessions' | 'tokens';

const TITLES: Record<AccountPart, string> = {
  account: 'Account',
  secondFactor: 'Second factor',
  sessions: 'Sessions',
  tokens: 'Tokens',
};

/** The pages about one's own account. */
export const accountTabs = (addresses: Addresses, current: AccountPart): Tab[] =>
  (Object.keys(TITLES) as AccountPart[]).map((part) => ({
    title: TITLES[part],
    href: addresses[part](),
    isCurrent: part === current,
  }));
