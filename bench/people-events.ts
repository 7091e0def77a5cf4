/**
 * A million events in the audit of an organization, and the lists of them: each filter where it finds much and nothing.
 */

import { newId } from '@lectern/std/ids';
import { sql } from 'kysely';
import { AUDIT_ACTIONS } from '../apps/server/domains/core/audit/actions.ts';
import type { NamedList } from './people-lists.ts';

const EVENTS = 1_000_000;
/** A service account that did half of everything, and never what is rare. */
const ROBOT = newId();
/** The target of every tenth event. */
const TEAM = newId();
const FREQUENT = 'member.updated';
/** The action of one event in a thousand. */
const RARE = 'saml-provider.updated';
const ACTIONS = Object.keys(AUDIT_ACTIONS).filter((action) => action !== RARE);
const START = '2026-01-01T00:00:00Z';

/** Two a minute, by the robot, an administrator, and a thousand others. */
export const eventStatement = (organizationId: string, administratorId: string) => sql`
  insert into audit_event (organization_id, event_id, occurred_at, action, actor_type, actor_id, actor_label, source,
    address, target_type, target_id, target_label, payload)
  select ${organizationId}::uuid, gen_random_uuid(), ${START}::timestamptz + n * interval '30 seconds',
    case when n % 1000 = 500 then ${RARE}
      when n % 3 = 0 then ${FREQUENT} else (${ACTIONS}::text[])[1 + abs(hashint4(n)) % ${ACTIONS.length}::int] end,
    case when n % 2 = 1 then 'service' else 'user' end,
    case when n % 2 = 1 then ${ROBOT} when n % 4 = 0 then ${administratorId} else md5((n % 1000)::text) end,
    'Somebody', 'api', '192.0.2.1', 'member',
    case when n % 10 = 3 then ${TEAM} else md5((hashint4(n) % 50000)::text) end, 'Something',
    '{"before": {"role": "read"}, "after": {"role": "edit"}}'
  from generate_series(1, ${EVENTS}::int) as n`;

const events =
  (query: Record<string, string>): NamedList['path'] =>
  ({ organizationId, administrator }) => {
    const filled = Object.entries(query).map(([name, value]): [string, string] => [
      name,
      value === 'administrator' ? administrator.userId : value,
    ]);
    return `/v1/orgs/${organizationId}/audit-events?${new URLSearchParams(filled)}`;
  };

const MIDDLE = { from: '2026-06-01T00:00:00Z', to: '2026-06-02T00:00:00Z' };

export const EVENT_LISTS: NamedList[] = (
  [
    ['', {}],
    ['100 at once', { limit: '100' }],
    ['of one day', MIDDLE],
    ['until long ago', { to: '2026-01-02T00:00:00Z' }],
    ['of a frequent action', { action: FREQUENT }],
    ['of a rare action', { action: RARE }],
    ['of a frequent action, of one day', { action: FREQUENT, ...MIDDLE }],
    ['of no action', { action: 'nothing' }],
    ['by who did half', { actor: ROBOT }],
    ['by who did a quarter', { actor: 'administrator' }],
    ['by nobody', { actor: 'nobody' }],
    ['by who did half, of an action that they never did', { actor: ROBOT, action: RARE }],
    ['by who did a quarter, of a rare action', { actor: 'administrator', action: RARE }],
    ['about what is changed most', { target: TEAM }],
    ['about what is changed most, of a rare action', { target: TEAM, action: RARE }],
    ['about what is changed most, by who never did', { target: TEAM, actor: 'administrator' }],
    ['about one member', { target: 'c4ca4238a0b923820dcc509a6f75849b' }],
    ['about one member, by who did half', { target: 'c4ca4238a0b923820dcc509a6f75849b', actor: ROBOT }],
  ] satisfies [string, Record<string, string>][]
).map(([name, query]) => ({ name: `audit ${name}`.trim(), path: events(query) }));
