import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { causeOf } from '../../../platform/access/cause.ts';
import type { Context } from '../../../platform/context.ts';
import { openList } from '../../../platform/http/open-list.ts';
import { limitedByAddress } from '../../../platform/http/rate-limit.ts';
import { listOf, refTo } from '../../../platform/http/schemas.ts';
import { presentDomain } from './domains.present.ts';
import { listDomainRows } from './domains.repository.ts';
import { DomainParams, EmailDomainSchema, ListDomainsQuery, OrganizationParams } from './domains.schemas.ts';
import { domainNotFound, getDomainRow, publicMailProvider, verifyDomain } from './domains.service.ts';

const EmailDomain = refTo(EmailDomainSchema);

/** Each check asks the network. */
const CHECKS_PER_MINUTE = 30;

export const domainRoutes =
  (context: Context): FastifyPluginAsyncTypebox =>
  async (app) => {
    const { config, cursors, db } = context;
    app.addSchema(EmailDomainSchema);

    app.route({
      method: 'GET',
      url: '/v1/orgs/:organizationId/domains',
      config: { access: 'organization:administer' },
      schema: {
        operationId: 'listEmailDomains',
        tags: ['Organizations'],
        summary: 'List the email domains of an organization',
        description:
          'Lists the domains in `emailDomains` with their verification state and the DNS record that verifies each.',
        params: OrganizationParams,
        querystring: ListDomainsQuery,
        response: { 200: listOf(EmailDomain) },
      },
      handler: async (request) => {
        const { organizationId } = request.params;
        const list = openList<string>(cursors, `domains:${organizationId}`, request.query);
        const rows = await listDomainRows(db, { organizationId, ...list.asked });
        return list.present(rows, (row) => presentDomain(row, config.baseUrl));
      },
    });

    app.route({
      method: 'GET',
      url: '/v1/orgs/:organizationId/domains/:domain',
      config: { access: 'organization:administer', errors: [domainNotFound] },
      schema: {
        operationId: 'getEmailDomain',
        tags: ['Organizations'],
        summary: 'Get an email domain of an organization',
        description: 'Returns its verification state and the DNS record that verifies it.',
        params: DomainParams,
        response: { 200: EmailDomain },
      },
      handler: async (request) => {
        const { organizationId, domain } = request.params;
        return presentDomain(await getDomainRow(db, organizationId, domain), config.baseUrl);
      },
    });

    app.route({
      method: 'POST',
      url: '/v1/orgs/:organizationId/domains/:domain/verification',
      config: {
        access: 'organization:administer',
        audit: 'organization.domain-verified',
        errors: [domainNotFound, publicMailProvider],
        rateLimit: limitedByAddress(CHECKS_PER_MINUTE),
      },
      schema: {
        operationId: 'verifyEmailDomain',
        tags: ['Organizations'],
        summary: 'Verify an email domain',
        description: 'Looks up the DNS record now and returns the result.',
        params: DomainParams,
        response: { 200: EmailDomain },
      },
      handler: async (request) => {
        const { row, finding } = await verifyDomain(context, causeOf(request), request.params);
        return presentDomain(row, config.baseUrl, finding);
      },
    });
  };
