import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import { deleteOwnAccount } from '../../../domains/access/user-deletion/delete-user.service.ts';
import { ChangeEmailBody, ChangePasswordBody } from '../../../domains/identity/accounts/account.schemas.ts';
import { readCredentials } from '../../../domains/identity/accounts/account.service.ts';
import { changeEmail, mailEmailProof } from '../../../domains/identity/accounts/email.service.ts';
import { ownerOf } from '../../../domains/identity/accounts/owner.ts';
import { changePassword } from '../../../domains/identity/accounts/password.service.ts';
import { UpdateUserBody } from '../../../domains/identity/users/users.schemas.ts';
import { updateUser } from '../../../domains/identity/users/users.service.ts';
import { grantedTo } from '../../../platform/access/authorize.ts';
import { mayDo } from '../../../platform/access/may-do.ts';
import { foldEmail } from '../../../platform/db/fold-text.ts';
import { type ApiError, invalidField } from '../../../platform/http/errors.ts';
import { limitedByAddress } from '../../../platform/http/rate-limit.ts';
import { checkBody } from '../../parts/form/check-body.ts';
import { FormBody, filled } from '../../parts/form/form-body.ts';
import { handleForm } from '../../parts/form/handle-form.ts';
import type { Refused } from '../../parts/form/refused.ts';
import { sendFormPage } from '../../parts/form/send-form-page.ts';
import { useForms } from '../../parts/forms.ts';
import { PageQuery, type PeoplePages } from '../../parts/people-pages.ts';
import { readAccount, renderAccount } from './account-page.ts';
import { accountTabs } from './account-tabs.ts';

const MAILS_PER_MINUTE = 5;

const notConfirmed = (): ApiError => invalidField('confirm', 'must be your email address');

const Query = Type.Object(PageQuery);

/** The pages for one's own name, photo, password and address. */
export const accountPageRoutes =
  ({ context, addresses, readToken }: PeoplePages): FastifyPluginAsyncTypebox =>
  async (app) => {
    useForms(app);
    const rateLimit = limitedByAddress(MAILS_PER_MINUTE);

    async function showAccount(request: FastifyRequest, reply: FastifyReply, refused?: Refused) {
      const granted = grantedTo(request);
      const account = await readAccount(context, addresses, ownerOf(request).actor);
      const powers = {
        writes: mayDo(granted, 'person:write'),
        administers: mayDo(granted, 'person:administer'),
      };
      return sendFormPage(reply, addresses, {
        title: 'Account',
        crumbs: [],
        tabs: accountTabs(addresses, grantedTo(request).actor, 'account'),
        refused,
        render: (context) => renderAccount(account, powers, context),
      });
    }

    app.route({
      method: 'GET',
      url: '/account',
      config: { access: 'person:read', readToken },
      schema: { hide: true, querystring: Query },
      handler: (request, reply) => showAccount(request, reply),
    });

    app.route({
      method: 'POST',
      url: '/account',
      config: { access: 'person:write', readToken },
      schema: { hide: true, body: FormBody },
      handler: (request, reply) =>
        handleForm(reply, addresses, {
          form: 'profile',
          entered: request.body,
          act: async () => {
            const body = checkBody(request, UpdateUserBody, {
              displayName: filled(request.body, 'displayName') ?? null,
              photoURL: filled(request.body, 'photoURL') ?? null,
            });
            await updateUser(context, ownerOf(request), 'me', body);
            return { to: addresses.account(), done: 'saved' };
          },
          again: (refused) => showAccount(request, reply, refused),
        }),
    });

    app.route({
      method: 'POST',
      url: '/account/password',
      config: { access: 'person:administer', readToken },
      schema: { hide: true, body: FormBody },
      handler: (request, reply) =>
        handleForm(reply, addresses, {
          form: 'password',
          entered: request.body,
          act: async () => {
            const { current, password } = request.body;
            const body = checkBody(request, ChangePasswordBody, {
              ...(current === undefined ? {} : { current }),
              password,
            });
            await changePassword(context, ownerOf(request), body);
            return {
              to: addresses.account(),
              done: current === undefined ? 'password-set' : 'password-changed',
            };
          },
          again: (refused) => showAccount(request, reply, refused),
        }),
    });

    app.route({
      method: 'POST',
      url: '/account/email',
      config: { access: 'person:administer', readToken, rateLimit },
      schema: { hide: true, body: FormBody },
      handler: (request, reply) =>
        handleForm(reply, addresses, {
          form: 'email',
          entered: request.body,
          act: async () => {
            const { password } = request.body;
            const body = checkBody(request, ChangeEmailBody, {
              email: filled(request.body, 'email'),
              password,
            });
            const outcome = await changeEmail(context, ownerOf(request), body);
            return { to: addresses.account(), done: outcome === 'mailed' ? 'mail-sent' : 'saved' };
          },
          again: (refused) => showAccount(request, reply, refused),
        }),
    });

    app.route({
      method: 'POST',
      url: '/account/email/proof',
      config: { access: 'person:administer', readToken, rateLimit },
      schema: { hide: true, body: FormBody },
      handler: (request, reply) =>
        handleForm(reply, addresses, {
          form: 'proof',
          entered: request.body,
          act: async () => {
            await mailEmailProof(context, ownerOf(request));
            return { to: addresses.account(), done: 'mail-sent' };
          },
          again: (refused) => showAccount(request, reply, refused),
        }),
    });

    app.route({
      method: 'POST',
      url: '/account/delete',
      config: { access: 'person:administer', readToken },
      schema: { hide: true, body: FormBody },
      handler: (request, reply) =>
        handleForm(reply, addresses, {
          form: 'delete',
          entered: request.body,
          act: async () => {
            const owner = ownerOf(request);
            const { confirm = '', password } = request.body;
            const { account } = await readCredentials(context, owner);
            if (foldEmail(confirm.trim()) !== foldEmail(account.email)) throw notConfirmed();
            await deleteOwnAccount(context, owner, 'me', password);
            return { to: addresses.home(), done: 'account-deleted' };
          },
          again: (refused) => showAccount(request, reply, refused),
        }),
    });
  };
