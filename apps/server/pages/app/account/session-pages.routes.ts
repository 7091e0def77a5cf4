import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { type Static, Type } from 'typebox';
import { ownerOf } from '../../../domains/identity/accounts/owner.ts';
import type { SessionOwner } from '../../../domains/identity/sessions/sessions.queries.ts';
import { SessionParams } from '../../../domains/identity/sessions/sessions.schemas.ts';
import { endOtherSessions, revokeSession } from '../../../domains/identity/sessions/sessions.service.ts';
import { grantedTo } from '../../../platform/access/authorize.ts';
import { mayDo } from '../../../platform/access/may-do.ts';
import { FormBody } from '../../parts/form/form-body.ts';
import { handleForm } from '../../parts/form/handle-form.ts';
import type { Refused } from '../../parts/form/refused.ts';
import { sendFormPage } from '../../parts/form/send-form-page.ts';
import { useForms } from '../../parts/forms.ts';
import { PageQuery, type PeoplePages } from '../../parts/people-pages.ts';
import { accountTabs } from './account-tabs.ts';
import { readSessions, renderSessions } from './sessions-page.ts';

const Query = Type.Object(PageQuery);

/** The browsers that are signed in as oneself. */
export const sessionPageRoutes =
  ({ context, addresses, readToken }: PeoplePages): FastifyPluginAsyncTypebox =>
  async (app) => {
    useForms(app);

    async function showSessions(request: FastifyRequest, reply: FastifyReply, refused?: Refused) {
      const { page } = request.query as Static<typeof Query>;
      const granted = grantedTo(request);
      const sessions = await readSessions(context, addresses, whose(request), {
        page,
        currentId: granted.actor.sessionId,
        isEditable: mayDo(granted, 'person:administer'),
      });
      return sendFormPage(reply, addresses, {
        title: 'Sessions',
        crumbs: [],
        tabs: accountTabs(addresses, granted.actor, 'sessions'),
        refused,
        render: (context) => renderSessions(sessions, context),
      });
    }

    app.route({
      method: 'GET',
      url: '/account/sessions',
      config: { access: 'person:read', readToken },
      schema: { hide: true, querystring: Query },
      handler: (request, reply) => showSessions(request, reply),
    });

    app.route({
      method: 'POST',
      url: '/account/sessions/end-others',
      config: { access: 'person:administer', readToken },
      schema: { hide: true, body: FormBody },
      handler: (request, reply) =>
        handleForm(reply, addresses, {
          form: 'others',
          entered: request.body,
          act: async () => {
            await endOtherSessions(context, whose(request), grantedTo(request).actor.sessionId);
            return { to: addresses.sessions(), done: 'signed-out' };
          },
          again: (refused) => showSessions(request, reply, refused),
        }),
    });

    app.route({
      method: 'POST',
      url: '/account/sessions/:sessionId/end',
      config: { access: 'person:administer', readToken },
      schema: { hide: true, params: SessionParams, body: FormBody },
      handler: (request, reply) =>
        handleForm(reply, addresses, {
          form: `end-${request.params.sessionId}`,
          entered: request.body,
          act: async () => {
            await revokeSession(context, whose(request), request.params.sessionId);
            return { to: addresses.sessions(), done: 'signed-out' };
          },
          again: (refused) => showSessions(request, reply, refused),
        }),
    });
  };

/** A caller limited to one organization sees and ends only sessions with the same limit. */
function whose(request: FastifyRequest): SessionOwner {
  const { userId, onlyIn } = ownerOf(request).actor;
  return { userId, onlyIn };
}
