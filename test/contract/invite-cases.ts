import { newId } from '@lectern/std/ids';
import { addCollection, addOrganization, addSpace, addUser, joinOrganization } from '../factories.ts';
import type { Case } from './case.ts';
import type { Client, Setup } from './setup.ts';

let lastAddress = 0;
const someAddress = (): string => {
  lastAddress += 1;
  return `invited-${lastAddress}@example.com`;
};

export const INVITE_CASES: Case[] = [
  {
    operation: 'inviteUsersToOrganization',
    status: 200,
    call: async (client, { app, organizationId }) => {
      const [known, elsewhere] = [await addUser(app), await addUser(app)];
      const other = await addOrganization(app);
      await joinOrganization(app, { ...elsewhere, role: 'read', organizationId: other.organizationId });
      const emails = [someAddress(), known.email, { email: someAddress(), role: 'edit' }];
      return [
        await client.orgs.inviteUsersToOrganization(organizationId, { emails, role: null }),
        await client.orgs.inviteUsersToOrganization(organizationId, {
          emails: [elsewhere.email, someAddress()],
          sso: true,
        }),
      ];
    },
  },
  {
    operation: 'createOrganizationInvite',
    status: 201,
    call: async (client, { app, organizationId }) => [
      await client.orgs.createOrganizationInvite(organizationId, { role: 'read' }),
      await client.orgs.createOrganizationInvite(organizationId, { role: null }),
      await client.orgs.createOrganizationInvite(organizationId, {
        level: 'edit',
        space: await addSpace(app),
      }),
      await client.orgs.createOrganizationInvite(organizationId, {
        level: null,
        collection: await addCollection(app),
      }),
    ],
  },
  {
    operation: 'listOrganizationInviteLinks',
    status: 200,
    call: async (client, setup) => {
      const { organizationId } = setup;
      await makeLinks(client, setup);
      return [
        await client.orgs.listOrganizationInviteLinks(organizationId, { limit: 2 }),
        await client.orgs.listOrganizationInviteLinks(organizationId, { limit: 1000 }),
      ];
    },
  },
  {
    operation: 'getOrganizationInviteLink',
    status: 200,
    call: async (client, setup) => {
      const ids = await makeLinks(client, setup);
      return Promise.all(
        ids.map((inviteId) => client.orgs.getOrganizationInviteLink(setup.organizationId, inviteId)),
      );
    },
  },
  {
    operation: 'updateOrganizationInviteById',
    status: 200,
    call: async (client, setup) => {
      const { organizationId } = setup;
      const [toAll, ...toPlaces] = await makeLinks(client, setup);
      return [
        await client.orgs.updateOrganizationInviteById(organizationId, toAll, { role: 'edit' }),
        ...(await Promise.all(
          toPlaces.map((inviteId) =>
            client.orgs.updateOrganizationInviteById(organizationId, inviteId, { level: 'comment' }),
          ),
        )),
      ];
    },
  },
  {
    operation: 'deleteOrganizationInviteById',
    status: 204,
    call: async (client, setup) => {
      const [inviteId] = await makeLinks(client, setup);
      return client.orgs.deleteOrganizationInviteById(setup.organizationId, inviteId);
    },
  },
  {
    operation: 'joinOrganizationWithInvite',
    status: 200,
    call: async (client, setup) => {
      const { organizationId, inviteId } = await addOpenOrganization(setup);
      return client.orgs.joinOrganizationWithInvite(organizationId, inviteId);
    },
  },
  {
    operation: 'joinOrganization',
    status: 204,
    call: async (client, setup) => {
      const { organizationId } = await addOpenOrganization(setup);
      const { db, clock } = setup.app.context;
      await db
        .insertInto('organization_domain')
        .values({
          organization_id: organizationId,
          domain: 'acme.example',
          challenge: 'a challenge',
          verified_at: clock(),
        })
        .execute();
      await db
        .updateTable('user_account')
        .set({ email: 'admin@acme.example', email_folded: 'admin@acme.example', email_verified_at: clock() })
        .where('user_id', '=', setup.userId)
        .execute();
      return client.orgs.joinOrganization(organizationId);
    },
  },
];

/** Creates one to the organization, one to a space and one to a collection. */
async function makeLinks(client: Client, { app, organizationId }: Setup): Promise<string[]> {
  const bodies = [
    { role: 'read' },
    { level: 'edit', space: await addSpace(app) },
    { level: 'edit', collection: await addCollection(app) },
  ];
  const responses = await Promise.all(
    bodies.map((body) => client.orgs.createOrganizationInvite(organizationId, body)),
  );
  return responses.map(({ data }) => (data as { id: string }).id);
}

/** Another organization, which lets people in by links, with one that the caller can join by. */
async function addOpenOrganization({ app }: Setup): Promise<{ organizationId: string; inviteId: string }> {
  const { organizationId } = await addOrganization(app);
  const { db, clock } = app.context;
  const inviteId = newId();
  await db
    .updateTable('organization')
    .set({ invite_links: true })
    .where('organization_id', '=', organizationId)
    .execute();
  await db
    .insertInto('organization_invite')
    .values({ organization_id: organizationId, invite_id: inviteId, role: 'read', created_at: clock() })
    .execute();
  return { organizationId, inviteId };
}
