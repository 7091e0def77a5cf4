import type { UserActor } from '../../../platform/access/actor.ts';
import { mayDo } from '../../../platform/access/may-do.ts';
import { membershipKey } from '../../../platform/access/pointers.ts';
import type { Context } from '../../../platform/context.ts';
import type { FindSpecMail } from '../../../platform/mail/send-mail.jobs.ts';
import { findSlug } from '../../specs/versions.queries.ts';
import { findWantedAddress } from '../notifications/notification-mails.queries.ts';
import { subscriptionTicket } from '../notifications/unsubscribe.ts';

/**
 * Creates the function that writes the mail about a version of a spec: not to people who do not want it anymore, or may
 * no longer edit specs.
 */
export const createComposeSpecMail =
  ({
    db,
    pointers,
    config,
    keyRing,
  }: Pick<Context, 'db' | 'pointers' | 'config' | 'keyRing'>): FindSpecMail =>
  async ({ to: { userId }, spec, breaking, changes }) => {
    const { organizationId } = spec;
    const email = await findWantedAddress(db, userId, 'openapi-breaking');
    const slug = await findSlug(db, spec);
    const organization = await pointers.organizations.find(organizationId);
    if (email === undefined || slug === undefined || !organization || organization.isSuspended)
      return undefined;
    const actor: UserActor = { kind: 'user', userId, tokenId: userId, scopes: ['write'], expiresAt: null };
    const membership = await pointers.memberships.find(membershipKey(organizationId, userId));
    if (!membership || !mayDo({ actor, role: membership.role }, 'organization:edit-openapi'))
      return undefined;
    const ticket = subscriptionTicket(keyRing, { userId, kind: 'openapi-breaking' });
    return {
      to: email,
      spec: slug,
      breaking,
      changes,
      link: `${config.baseUrl}/app/o/${organizationId}`,
      unsubscribePage: `${config.baseUrl}/app/unsubscribe/${ticket}`,
      unsubscribeUrl: `${config.baseUrl}/v1/unsubscribe/${ticket}`,
    };
  };
