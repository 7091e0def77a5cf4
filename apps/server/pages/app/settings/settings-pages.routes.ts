import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { type Static, Type } from 'typebox';
import {
  OrganizationParams,
  UpdateOrganizationBody,
} from '../../../domains/identity/organizations/organizations.schemas.ts';
import {
  getOrganizationRow,
  updateOrganization,
} from '../../../domains/identity/organizations/organizations.service.ts';
import { causeOf } from '../../../platform/access/cause.ts';
import { checkBody } from '../../parts/form/check-body.ts';
import { FormBody } from '../../parts/form/form-body.ts';
import { handleForm } from '../../parts/form/handle-form.ts';
import type { Refused } from '../../parts/form/refused.ts';
import { readRole } from '../../parts/form/role-options.ts';
import { sendFormPage } from '../../parts/form/send-form-page.ts';
import { useForms } from '../../parts/forms.ts';
import { PageQuery, type PeoplePages } from '../../parts/people-pages.ts';
import { frameInOrganization } from '../organization-frame.ts';
import { renderSettings } from './settings-page.ts';

/** The page of an organization's settings. */
export const settingsPageRoutes =
  ({ context, addresses, readToken }: PeoplePages): FastifyPluginAsyncTypebox =>
  async (app) => {
    useForms(app);

    async function showSettings(request: FastifyRequest, reply: FastifyReply, refused?: Refused) {
      const { organizationId } = request.params as Static<typeof OrganizationParams>;
      const organization = await getOrganizationRow(context.db, organizationId);
      const here = addresses.inOrganization(organizationId, 'settings');
      const saml = addresses.inOrganization(organizationId, 'saml');
      return sendFormPage(reply, addresses, {
        title: 'Settings',
        ...(await frameInOrganization(context, addresses, request, { organizationId, part: 'settings' })),
        refused,
        render: (context) => renderSettings(organization, { here, saml }, context),
      });
    }

    app.route({
      method: 'GET',
      url: '/o/:organizationId/settings',
      config: { access: 'organization:administer', readToken },
      schema: { hide: true, params: OrganizationParams, querystring: Type.Object(PageQuery) },
      handler: (request, reply) => showSettings(request, reply),
    });

    app.route({
      method: 'POST',
      url: '/o/:organizationId/settings',
      config: { access: 'organization:administer', readToken },
      schema: { hide: true, params: OrganizationParams, body: FormBody },
      handler: (request, reply) =>
        handleForm(reply, addresses, {
          form: 'settings',
          entered: request.body,
          act: async () => {
            const { organizationId } = request.params;
            const { title, defaultRole, inviteLinks, sso } = request.body;
            const body = checkBody(request, UpdateOrganizationBody, {
              title: title?.trim(),
              defaultRole: readRole(defaultRole),
              inviteLinks: inviteLinks !== undefined,
              sso: sso !== undefined,
            });
            await updateOrganization(context, causeOf(request), organizationId, body);
            return { to: addresses.inOrganization(organizationId, 'settings'), done: 'saved' };
          },
          again: (refused) => showSettings(request, reply, refused),
        }),
    });
  };
