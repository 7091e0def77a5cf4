import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { type Static, Type } from 'typebox';
import { presentInvitation } from '../../../domains/access/invites/invitations.present.ts';
import { inviteAgain, withdrawInvitation } from '../../../domains/access/invites/invitations.service.ts';
import {
  MemberParams,
  OrganizationParams,
  UpdateMemberBody,
} from '../../../domains/identity/members/members.schemas.ts';
import {
  endMembership,
  setSsoMember,
  updateMember,
} from '../../../domains/identity/members/members.service.ts';
import { resolveUserId } from '../../../domains/identity/users/users.service.ts';
import { grantedTo } from '../../../platform/access/authorize.ts';
import { causeOf } from '../../../platform/access/cause.ts';
import { mayDo } from '../../../platform/access/may-do.ts';
import type { Caller } from '../../../platform/access/role-sql.ts';
import { limitedByAddress } from '../../../platform/http/rate-limit.ts';
import { ROLES } from '../../../platform/http/schemas.ts';
import { checkBody } from '../../parts/form/check-body.ts';
import { createSecret } from '../../parts/form/create-secret.ts';
import { FormBody } from '../../parts/form/form-body.ts';
import { handleForm } from '../../parts/form/handle-form.ts';
import type { Refused } from '../../parts/form/refused.ts';
import { readRole } from '../../parts/form/role-options.ts';
import { sendFormPage } from '../../parts/form/send-form-page.ts';
import { useForms } from '../../parts/forms.ts';
import { PageQuery, type PeoplePages } from '../../parts/people-pages.ts';
import { frameInOrganization } from '../organization-frame.ts';
import { type MemberPowers, type NewInvitation, readMember, renderMember } from './member-page.ts';
import { ORDER_NAMES, readMembers, renderMembers } from './members-page.ts';

const INVITATIONS_PER_MINUTE = 30;

const ListQuery = Type.Object({
  ...PageQuery,
  search: Type.Optional(Type.String()),
  role: Type.Optional(Type.Enum(['', ...ROLES, 'guest'])),
  order: Type.Optional(Type.Enum(ORDER_NAMES)),
});
const MemberQuery = Type.Object(PageQuery);

/** The pages of an organization's members, and of each member's access. */
export const memberPageRoutes =
  ({ context, addresses, readToken }: PeoplePages): FastifyPluginAsyncTypebox =>
  async (app) => {
    useForms(app);

    app.route({
      method: 'GET',
      url: '/o/:organizationId/members',
      config: { access: 'organization:list-people', readToken },
      schema: { hide: true, params: OrganizationParams, querystring: ListQuery },
      handler: async (request, reply) => {
        const { organizationId } = request.params;
        const { page, search = '', role = '', order = 'newest' } = request.query;
        const filter = { search: search.trim(), role, order } as const;
        const caller = callerOf(request, organizationId);
        const members = await readMembers(context, addresses, caller, { filter, page });
        const invites = mayDo(grantedTo(request), 'organization:administer');
        const inviteAddress = invites ? addresses.inOrganization(organizationId, 'invites') : undefined;
        return sendFormPage(reply, addresses, {
          title: 'Members',
          ...(await frameInOrganization(context, addresses, request, { organizationId, part: 'members' })),
          render: () => renderMembers({ ...members, inviteAddress }),
        });
      },
    });

    async function showMember(
      request: FastifyRequest,
      reply: FastifyReply,
      { refused, created: invitation }: { refused?: Refused; created?: NewInvitation } = {},
    ) {
      const { organizationId, userId } = namedIn(request);
      const caller = callerOf(request, organizationId);
      const powers = powersOver(request, userId);
      const member = await readMember(context, addresses, caller, { userId, powers });
      return sendFormPage(reply, addresses, {
        ...(await frameInOrganization(context, addresses, request, { organizationId, part: 'members' })),
        title: member.name,
        refused,
        render: (context) => renderMember(member, { powers, invitation }, context),
      });
    }

    const addressOf = ({ organizationId, userId }: ReturnType<typeof namedIn>): string =>
      addresses.inOrganization(organizationId, 'members', userId);

    app.route({
      method: 'GET',
      url: '/o/:organizationId/members/:userId',
      config: { access: 'member:view', readToken },
      schema: { hide: true, params: MemberParams, querystring: MemberQuery },
      handler: (request, reply) => showMember(request, reply),
    });

    app.route({
      method: 'POST',
      url: '/o/:organizationId/members/:userId/role',
      config: { access: 'organization:administer', readToken },
      schema: { hide: true, params: MemberParams, body: FormBody },
      handler: (request, reply) =>
        handleForm(reply, addresses, {
          form: 'role',
          entered: request.body,
          act: async () => {
            const key = namedIn(request);
            const body = checkBody(request, UpdateMemberBody, { role: readRole(request.body.role) });
            await updateMember(context, changeOf(request, key), body);
            return { to: addressOf(key), done: 'role-changed' };
          },
          again: (refused) => showMember(request, reply, { refused }),
        }),
    });

    app.route({
      method: 'POST',
      url: '/o/:organizationId/members/:userId/sso',
      config: { access: 'organization:administer', readToken },
      schema: { hide: true, params: MemberParams, body: FormBody },
      handler: (request, reply) =>
        handleForm(reply, addresses, {
          form: 'sso',
          entered: request.body,
          act: async () => {
            const key = namedIn(request);
            await setSsoMember(context, changeOf(request, key));
            return { to: addressOf(key), done: 'sso-set' };
          },
          again: (refused) => showMember(request, reply, { refused }),
        }),
    });

    app.route({
      method: 'POST',
      url: '/o/:organizationId/members/:userId/invitation',
      config: {
        access: 'organization:administer',
        readToken,
        rateLimit: limitedByAddress(INVITATIONS_PER_MINUTE),
      },
      schema: { hide: true, params: MemberParams, body: FormBody },
      handler: (request, reply) =>
        createSecret<NewInvitation>(reply, {
          form: 'invite',
          entered: request.body,
          act: async () => {
            const key = namedIn(request);
            const invitation = await inviteAgain(context, causeOf(request), key);
            const { url } = presentInvitation(invitation, key, context) as { url?: string };
            return { url };
          },
          show: (shown) => showMember(request, reply, shown),
        }),
    });

    app.route({
      method: 'POST',
      url: '/o/:organizationId/members/:userId/invitation/withdraw',
      config: { access: 'organization:administer', readToken },
      schema: { hide: true, params: MemberParams, body: FormBody },
      handler: (request, reply) =>
        handleForm(reply, addresses, {
          form: 'withdraw',
          entered: request.body,
          act: async () => {
            const key = namedIn(request);
            await withdrawInvitation(context, causeOf(request), key);
            const to = addresses.inOrganization(key.organizationId, 'members');
            return { to, done: 'invitation-withdrawn' };
          },
          again: (refused) => showMember(request, reply, { refused }),
        }),
    });

    app.route({
      method: 'POST',
      url: '/o/:organizationId/members/:userId/remove',
      config: { access: 'member:remove', readToken },
      schema: { hide: true, params: MemberParams, body: FormBody },
      handler: (request, reply) =>
        handleForm(reply, addresses, {
          form: 'remove',
          entered: request.body,
          act: async () => {
            const key = namedIn(request);
            const { isSelf } = powersOver(request, key.userId);
            await endMembership(context, causeOf(request), key);
            if (isSelf) return { to: addresses.home(), done: 'left' };
            return { to: addresses.inOrganization(key.organizationId, 'members'), done: 'member-removed' };
          },
          again: (refused) => showMember(request, reply, { refused }),
        }),
    });
  };

/** The caller with the role in the organization: the access of these routes is on it. */
function callerOf(request: FastifyRequest, organizationId: string): Caller {
  const { actor, role } = grantedTo(request);
  return { organizationId, actor, role };
}

/** The member whom the URL names, also by `me`. */
function namedIn(request: FastifyRequest): { organizationId: string; userId: string } {
  const { organizationId, userId } = request.params as Static<typeof MemberParams>;
  return { organizationId, userId: resolveUserId(grantedTo(request).actor, userId) };
}

const changeOf = (
  request: FastifyRequest,
  { organizationId, userId }: { organizationId: string; userId: string },
) => ({ caller: callerOf(request, organizationId), cause: causeOf(request), userId });

/** Members may about themselves what administrators may about everybody. */
function powersOver(request: FastifyRequest, userId: string): MemberPowers {
  const granted = grantedTo(request);
  const isSelf = granted.actor.kind === 'user' && granted.actor.userId === userId;
  const asSelf = isSelf ? { ...granted, role: 'admin' as const } : granted;
  return {
    isSelf,
    seesTeams: mayDo(granted, 'team:view'),
    administers: mayDo(granted, 'organization:administer'),
    removes: mayDo(asSelf, 'member:remove'),
  };
}
