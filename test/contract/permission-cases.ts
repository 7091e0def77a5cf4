import { addCollection, addMember, addSite, addSpace, addTeam, grantRole } from '../factories.ts';
import type { Case } from './case.ts';
import type { Answer, Client, Setup } from './setup.ts';

/** A place on which a team and a member have a role. */
interface Prepared {
  id: string;
  teamId: string;
  userId: string;
}

/** The operations of both clients on permissions, by the noun in their names. */
type Operations = Record<string, (...values: unknown[]) => Promise<Answer>>;

export const PERMISSION_CASES: Case[] = (['Space', 'Collection', 'Site'] as const).flatMap((kind) => {
  const of = (client: Client): Operations =>
    ({ Space: client.spaces, Collection: client.collections, Site: client.orgs })[kind];

  async function prepare({ app }: Setup): Promise<Prepared> {
    const place = await {
      Space: async () => ({ spaceId: await addSpace(app) }),
      Collection: async () => ({ collectionId: await addCollection(app) }),
      Site: async () => ({ siteId: await addSite(app) }),
    }[kind]();
    const { userId } = await addMember(app, { role: null });
    const teamId = await addTeam(app, { members: [userId] });
    for (const grantee of [{ teamId }, { userId }])
      await grantRole(app, { ...grantee, ...place, role: 'edit' });
    return { id: Object.values(place)[0] as string, teamId, userId };
  }

  const one = (
    operation: string,
    status: number,
    call: (operation: Operations[string], prepared: Prepared) => Promise<Answer | Answer[]>,
  ): Case => ({
    operation,
    status,
    call: async (client, setup) => {
      const operations = of(client);
      // A site is named within its organization.
      const within = kind === 'Site' ? [setup.organizationId] : [];
      const bound = (...values: unknown[]) =>
        (operations[operation] as Operations[string])(...within, ...values);
      return call(bound, await prepare(setup));
    },
  });

  return [
    one(`inviteTo${kind}`, 204, async (invite, { id, teamId, userId }) => [
      await invite(id, { role: 'admin', users: [userId] }),
      await invite(id, { role: 'read', teams: [teamId] }),
    ]),
    one(`listTeamPermissionsIn${kind}`, 200, (list, { id }) => list(id, { limit: 1 })),
    one(`updateTeamPermissionIn${kind}`, 204, async (update, { id, teamId }) => [
      await update(id, teamId, { role: 'review' }),
      await update(id, teamId, { role: null }),
    ]),
    one(`removeTeamFrom${kind}`, 205, (remove, { id, teamId }) => remove(id, teamId)),
    one(`listUserPermissionsIn${kind}`, 200, (list, { id }) => list(id, { limit: 1 })),
    one(`updateUserPermissionIn${kind}`, 204, async (update, { id, userId }) => [
      await update(id, userId, { role: 'review' }),
      await update(id, userId, { role: null }),
    ]),
    one(`removeUserFrom${kind}`, 205, (remove, { id, userId }) => remove(id, userId)),
    one(`listPermissionsAggregateIn${kind}`, 200, async (list, { id }) => [
      await list(id),
      await list(id, { role: 'edit', limit: 1 }),
      ...(kind === 'Site' ? [await list(id, { search: 'somebody', sort: 'name', order: 'asc' })] : []),
    ]),
  ];
});
