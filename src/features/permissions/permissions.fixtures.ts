import type { TestApp } from '../../../test/app.ts';
import { addCollection, addSpace } from '../../../test/factories.ts';
import type { PlaceKey } from './place.ts';

export const KINDS = ['space', 'collection'] as const;

/** Creates a closed place: by default only administrators have a role on it. */
export async function addClosed(app: TestApp, kind: PlaceKey['kind'], parentId?: string): Promise<string> {
  const at = parentId === undefined ? {} : { parentId };
  const id = await (kind === 'space' ? addSpace(app, at) : addCollection(app, at));
  await app.request('PATCH', `/v1/${kind}s/${id}`, { body: { defaultLevel: null } });
  return id;
}

export const urlOf = (kind: PlaceKey['kind'], id: string, path = ''): string =>
  `/v1/${kind}s/${id}/permissions${path}`;

/** Returns a user's role on a place, derived from the permissions in its response. */
export async function roleOn(
  { request }: Pick<TestApp, 'request'>,
  kind: PlaceKey['kind'],
  id: string,
  token: string,
): Promise<'admin' | 'less' | undefined> {
  const answer = await request('GET', `/v1/${kind}s/${id}`, { token });
  if (answer.statusCode === 404) return undefined;
  return answer.json().permissions.admin ? 'admin' : 'less';
}

/** Returns the audit events about permissions on the place, oldest first. */
export async function eventsOn(app: TestApp, id: string): Promise<{ action: string; payload: unknown }[]> {
  return app.database.sql`
    select action, payload from audit_event
    where target_id = ${id} and action like 'permission.%' order by event_id`;
}
