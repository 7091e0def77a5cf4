import { addMember, grantRole } from '../factories.ts';
import type { Call } from './call.ts';
import type { Expectation } from './expected-status.ts';
import { insertTeam } from './people.ts';
import type { Named } from './resources.ts';
import type { Setup } from './setup.ts';

const KINDS = ['space', 'collection', 'site'] as const;
type Kind = (typeof KINDS)[number];

/** Adds a team without any of the callers. */
const someTeam = async ({ app, own }: Setup): Promise<{ teamId: string }> => ({
  teamId: await insertTeam(app, own.organizationId as string),
});

const someUser = async ({ app }: Setup): Promise<{ userId: string }> => ({
  userId: (await addMember(app, { role: 'read' })).userId,
});

const withRole =
  (kind: Kind, someone: (setup: Setup) => Promise<{ teamId: string } | { userId: string }>) =>
  async (setup: Setup): Promise<Named> => {
    const { app, own } = setup;
    const grantee = await someone(setup);
    const place = { [`${kind}Id`]: own[`${kind}Id`] as string } as { siteId: string };
    await grantRole(app, { ...grantee, ...place, role: 'read' });
    return { ...grantee };
  };

const urlOn = (kind: Kind): string =>
  `/v1/${kind === 'site' ? 'orgs/:organizationId/' : ''}${kind}s/:${kind}Id/permissions`;
const role = () => ({ role: 'read' });

export const PERMISSION_CALLS: Record<string, Call> = Object.fromEntries(
  KINDS.flatMap((kind): [string, Call][] => [
    [`POST ${urlOn(kind)}`, { status: 204, body: ({ own }) => ({ role: 'read', users: [own.userId] }) }],
    [`GET ${urlOn(kind)}/aggregate`, { status: 200 }],
    [`GET ${urlOn(kind)}/teams`, { status: 200 }],
    [`PATCH ${urlOn(kind)}/teams/:teamId`, { status: 204, body: role, name: someTeam }],
    [`DELETE ${urlOn(kind)}/teams/:teamId`, { status: 205, name: withRole(kind, someTeam) }],
    [`GET ${urlOn(kind)}/users`, { status: 200 }],
    [`PATCH ${urlOn(kind)}/users/:userId`, { status: 204, body: role, name: someUser }],
    [`DELETE ${urlOn(kind)}/users/:userId`, { status: 205, name: withRole(kind, someUser) }],
  ]),
);

export const PERMISSION_EXPECTATIONS: Record<string, Expectation> = Object.fromEntries(
  KINDS.flatMap((kind): [string, Expectation][] => [
    [`POST ${urlOn(kind)}`, `admin: admin of ${kind}`],
    [`GET ${urlOn(kind)}/aggregate`, `read: admin of ${kind}`],
    [`GET ${urlOn(kind)}/teams`, `read: admin of ${kind}`],
    [`PATCH ${urlOn(kind)}/teams/:teamId`, `admin: admin of ${kind}`],
    [`DELETE ${urlOn(kind)}/teams/:teamId`, `admin: admin of ${kind}`],
    [`GET ${urlOn(kind)}/users`, `read: admin of ${kind}`],
    [`PATCH ${urlOn(kind)}/users/:userId`, `admin: admin of ${kind}`],
    [`DELETE ${urlOn(kind)}/users/:userId`, `admin: admin of ${kind}`],
  ]),
);
