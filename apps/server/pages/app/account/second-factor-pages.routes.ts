import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import { ownerOf } from '../../../domains/identity/accounts/owner.ts';
import {
  BeginTotpBody,
  ConfirmTotpBody,
  EndTotpBody,
} from '../../../domains/identity/accounts/totp/totp.schemas.ts';
import {
  beginTotp,
  confirmTotp,
  endTotp,
  showBegunTotp,
} from '../../../domains/identity/accounts/totp/totp.service.ts';
import { grantedTo } from '../../../platform/access/authorize.ts';
import { mayDo } from '../../../platform/access/may-do.ts';
import { checkBody } from '../../parts/form/check-body.ts';
import { createSecret } from '../../parts/form/create-secret.ts';
import { FormBody } from '../../parts/form/form-body.ts';
import { handleForm } from '../../parts/form/handle-form.ts';
import type { Refused } from '../../parts/form/refused.ts';
import { sendFormPage } from '../../parts/form/send-form-page.ts';
import { useForms } from '../../parts/forms.ts';
import { PageQuery, type PeoplePages } from '../../parts/people-pages.ts';
import { accountTabs } from './account-tabs.ts';
import { readSecondFactor, renderSecondFactor, type Shown } from './second-factor-page.ts';

const Query = Type.Object(PageQuery);

/** The pages to start, confirm and turn off the second factor of one's own account. */
export const secondFactorPageRoutes =
  ({ context, addresses, readToken }: PeoplePages): FastifyPluginAsyncTypebox =>
  async (app) => {
    useForms(app);

    async function showSecondFactor(
      request: FastifyRequest,
      reply: FastifyReply,
      { refused, created: shown }: { refused?: Refused; created?: Shown } = {},
    ) {
      const factor = await readSecondFactor(context, addresses, ownerOf(request));
      const isEditable = mayDo(grantedTo(request), 'person:administer');
      return sendFormPage(reply, addresses, {
        title: 'Second factor',
        crumbs: [],
        tabs: accountTabs(addresses, grantedTo(request).actor, 'secondFactor'),
        refused,
        render: (context) => renderSecondFactor(factor, { isEditable, shown }, context),
      });
    }

    app.route({
      method: 'GET',
      url: '/account/second-factor',
      config: { access: 'person:read', readToken },
      schema: { hide: true, querystring: Query },
      handler: (request, reply) => showSecondFactor(request, reply),
    });

    app.route({
      method: 'POST',
      url: '/account/second-factor',
      config: { access: 'person:administer', readToken },
      schema: { hide: true, body: FormBody },
      handler: (request, reply) =>
        createSecret<Shown>(reply, {
          form: 'begin',
          entered: request.body,
          act: async () => {
            const { password } = checkBody(request, BeginTotpBody, request.body);
            return { begun: await beginTotp(context, ownerOf(request), password) };
          },
          show: (shown) => showSecondFactor(request, reply, shown),
        }),
    });

    app.route({
      method: 'POST',
      url: '/account/second-factor/confirm',
      config: { access: 'person:administer', readToken },
      schema: { hide: true, body: FormBody },
      handler: (request, reply) =>
        createSecret<Shown>(reply, {
          form: 'confirm',
          entered: request.body,
          act: async () => {
            const { code } = checkBody(request, ConfirmTotpBody, request.body);
            return { recoveryCodes: await confirmTotp(context, ownerOf(request), code) };
          },
          show: async ({ refused, created }) => {
            // A wrong code must not cost the user the key that the app is being set up with.
            const begun = refused && (await showBegunTotp(context, ownerOf(request), request.body.key ?? ''));
            return showSecondFactor(request, reply, {
              ...(refused ? { refused } : {}),
              created: begun ? { begun } : created,
            });
          },
        }),
    });

    app.route({
      method: 'POST',
      url: '/account/second-factor/remove',
      config: { access: 'person:administer', readToken },
      schema: { hide: true, body: FormBody },
      handler: (request, reply) =>
        handleForm(reply, addresses, {
          form: 'remove',
          entered: request.body,
          act: async () => {
            const { password } = checkBody(request, EndTotpBody, request.body);
            await endTotp(context, ownerOf(request), password);
            return { to: addresses.secondFactor(), done: 'factor-off' };
          },
          again: (refused) => showSecondFactor(request, reply, { refused }),
        }),
    });
  };
