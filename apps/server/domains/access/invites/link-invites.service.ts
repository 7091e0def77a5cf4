import { randomUUID } from 'node:crypto';
import { isId } from '@lectern/std/ids';
import type { Static } from 'typebox';
import type { Cause } from '../../../platform/access/cause.ts';
import type { RoleOrGuest } from '../../../platform/access/roles.ts';
import type { Context } from '../../../platform/context.ts';
import { type ApiError, defineNotFound, invalidField } from '../../../platform/http/errors.ts';
import { lockMembers } from '../../identity/members/members.queries.ts';
import type { TargetKey } from '../permissions/grant-target.ts';
import { lockTargetRow } from '../permissions/permissions.queries.ts';
import { targetNotFound } from '../permissions/permissions.service.ts';
import { recordLinkInvite } from './link-invite-events.ts';
import type { LinkInviteKey, LinkInviteRow } from './link-invites.queries.ts';
import {
  deleteLinkInviteRow,
  findLinkInviteRow,
  insertLinkInvite,
  updateLinkInviteRow,
} from './link-invites.repository.ts';
import type { CreateLinkInviteBody, UpdateLinkInviteBody } from './link-invites.schemas.ts';

export const inviteNotFound = defineNotFound('invite-not-found', 'invite');
const twoPlaces = (): ApiError =>
  invalidField(
    'collection',
    'must be omitted if space is set, because an invite link is for one space or collection',
  );
const missing = (field: string): ApiError => invalidField(field, 'is required');
const roleOfPlace = (): ApiError =>
  invalidField('role', 'must be omitted for an invite to a space or a collection. Use level instead');
const levelOfOrganization = (): ApiError =>
  invalidField('level', 'must be omitted for an invite to the organization. Use role instead');
const expiryIsPast = (): ApiError => invalidField('expiresAt', 'must be a time in the future');

/** Only administrators reach this, so no caller can create a link with a role above their own. */
export async function createLinkInvite(
  { transact, clock }: Context,
  cause: Cause,
  organizationId: string,
  body: Static<typeof CreateLinkInviteBody>,
): Promise<LinkInviteRow> {
  const place = readPlace(organizationId, body);
  const role = place ? body.level : body.role;
  if (role === undefined) throw missing(place ? 'level' : 'role');
  const createdAt = clock();
  const row: LinkInviteRow = {
    organization_id: organizationId,
    // The id alone lets people join, so it is fully random: a time-ordered id is easier to guess.
    invite_id: randomUUID(),
    space_id: place?.kind === 'space' ? place.id : null,
    collection_id: place?.kind === 'collection' ? place.id : null,
    role,
    created_by: cause.actor?.kind === 'user' ? cause.actor.userId : null,
    created_at: createdAt,
    expires_at: readExpiry(body.expiresAt, createdAt),
  };
  return transact(async ({ trx }) => {
    await lockMembers(trx, organizationId);
    if (place && !(isId(place.id) && (await lockTargetRow(trx, place)))) throw targetNotFound(place);
    await insertLinkInvite(trx, row);
    await recordLinkInvite(trx, cause, { after: row, at: createdAt });
    return row;
  });
}

/** Absent fields stay as they are; null lets it never expire, or makes guests. */
export async function updateLinkInvite(
  { transact, clock }: Context,
  cause: Cause,
  key: LinkInviteKey,
  body: Static<typeof UpdateLinkInviteBody>,
): Promise<LinkInviteRow> {
  return transact(async ({ trx }) => {
    const at = clock();
    await lockMembers(trx, key.organizationId);
    const before = await getLinkInviteRow(trx, key);
    const isOfPlace = placeOf(before) !== undefined;
    if (isOfPlace && body.role !== undefined) throw roleOfPlace();
    if (!isOfPlace && body.level !== undefined) throw levelOfOrganization();
    const role: RoleOrGuest | undefined = isOfPlace ? body.level : body.role;
    const after: LinkInviteRow = {
      ...before,
      ...(role === undefined ? {} : { role }),
      ...(body.expiresAt === undefined ? {} : { expires_at: readExpiry(body.expiresAt, at) }),
    };
    const isSame = after.role === before.role && after.expires_at?.getTime() === before.expires_at?.getTime();
    if (isSame) return before;
    await updateLinkInviteRow(trx, key, { role: after.role, expires_at: after.expires_at });
    await recordLinkInvite(trx, cause, { before, after, at });
    return after;
  });
}

export async function deleteLinkInvite(
  { transact, clock }: Context,
  cause: Cause,
  key: LinkInviteKey,
): Promise<void> {
  await transact(async ({ trx }) => {
    await lockMembers(trx, key.organizationId);
    const before = await getLinkInviteRow(trx, key);
    await deleteLinkInviteRow(trx, key);
    await recordLinkInvite(trx, cause, { before, at: clock() });
  });
}

export async function getLinkInviteRow(db: Context['db'], key: LinkInviteKey): Promise<LinkInviteRow> {
  const row = isId(key.inviteId) ? await findLinkInviteRow(db, key) : undefined;
  if (!row) throw inviteNotFound();
  return row;
}

/** The space or collection that an invite is to; undefined: to the organization. */
export function placeOf(row: LinkInviteRow): TargetKey | undefined {
  const { organization_id: organizationId, space_id, collection_id } = row;
  if (space_id) return { kind: 'space', organizationId, id: space_id };
  return collection_id ? { kind: 'collection', organizationId, id: collection_id } : undefined;
}

function readPlace(
  organizationId: string,
  { space, collection }: Static<typeof CreateLinkInviteBody>,
): TargetKey | undefined {
  if (space !== undefined && collection !== undefined) throw twoPlaces();
  if (space !== undefined) return { kind: 'space', organizationId, id: space };
  return collection === undefined ? undefined : { kind: 'collection', organizationId, id: collection };
}

function readExpiry(text: string | null | undefined, now: Date): Date | null {
  if (text === undefined || text === null) return null;
  const expiresAt = new Date(text);
  if (expiresAt <= now) throw expiryIsPast();
  return expiresAt;
}
