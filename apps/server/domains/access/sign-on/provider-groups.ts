import type { Transaction } from 'kysely';
import type { DB } from '../../../platform/db/schema.ts';
import { describe } from './admit-person.ts';
import type { GroupGiver } from './apply-groups.ts';
import type { AssertedPerson } from './asserted-person.ts';
import {
  findGivenRole,
  findGivenTeams,
  insertGivenTeam,
  setGivenRole,
} from './group-memberships.repository.ts';
import { keyOf, type ProviderRow } from './providers.queries.ts';

/** What a provider of an organization gives a member by groups. */
export function giverOf(
  trx: Transaction<DB>,
  provider: ProviderRow,
  { person, userId }: { person: AssertedPerson; userId: string },
): GroupGiver {
  const key = keyOf(provider);
  const { nameId } = person;
  return {
    organizationId: key.organizationId,
    defaultRole: provider.default_role,
    source: { provider: describe(provider, person) },
    findGivenTeams: () => findGivenTeams(trx, key, userId),
    insertGivenTeam: (teamId) => insertGivenTeam(trx, key, { teamId, userId }),
    findGivenRole: () => findGivenRole(trx, key, nameId),
    setGivenRole: (role) => setGivenRole(trx, key, { nameId, role }),
  };
}
