/** Who can read a site: its visibility, and what the organization itself knows of its readers. */
import type { Messages } from '../messages/en.ts';
import { t } from '../messages/messages.ts';
import type { Site } from './site-queries.ts';

type ReadSite = Pick<Site, 'visibility' | 'readers'>;

export type Readers = Site['visibility'] | NonNullable<Site['readers']>['kind'];

/** The choices, those for an organization’s own people first among the closed ones. */
export const READERS: readonly Readers[] = [
  'public',
  'unlisted',
  'members',
  'teams',
  'password',
  'share-link',
  'visitor-auth',
];

const NAMES: Record<Readers, { name: keyof Messages; help: keyof Messages }> = {
  public: { name: 'siteForAll', help: 'siteForAllHelp' },
  unlisted: { name: 'siteUnlisted', help: 'siteUnlistedHelp' },
  members: { name: 'siteForMembers', help: 'siteForMembersHelp' },
  teams: { name: 'siteForTeams', help: 'siteForTeamsHelp' },
  password: { name: 'siteWithPassword', help: 'siteWithPasswordHelp' },
  'share-link': { name: 'siteWithLink', help: 'siteWithLinkHelp' },
  'visitor-auth': { name: 'siteForVisitors', help: 'siteForVisitorsHelp' },
};

export const nameOfReaders = (readers: Readers): string => t(NAMES[readers].name);
export const explainReaders = (readers: Readers): string => t(NAMES[readers].help);

export const readersOf = ({ readers, visibility }: ReadSite): Readers => readers?.kind ?? visibility;

/** Whether anyone who has the address can read the site. */
export const isOpenToAll = (readers: Readers): boolean => readers === 'public' || readers === 'unlisted';

/** What a form says about the readers, for the API. `visibility` never says more than `readers` allows. */
export function readReaders(fields: FormData) {
  const chosen = String(fields.get('readers')) as Readers;
  if (chosen === 'members') return { visibility: 'visitor-auth', readers: { kind: chosen } } as const;
  if (chosen === 'teams') {
    const teams = fields.getAll('team').map(String);
    return { visibility: 'visitor-auth', readers: { kind: chosen, teams } } as const;
  }
  if (chosen === 'password') {
    const password = String(fields.get('password') ?? '');
    const readers = { kind: chosen, ...(password === '' ? {} : { password }) };
    return { visibility: 'visitor-auth', readers } as const;
  }
  return { visibility: chosen, readers: null } as const;
}

/** The teams that can read a site. */
export const teamsOf = ({ readers }: ReadSite): readonly string[] =>
  readers?.kind === 'teams' ? readers.teams : [];
