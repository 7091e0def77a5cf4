import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { type Static, Type } from 'typebox';
import { insufficientRole } from '../../../../platform/access/access-errors.ts';
import { grantedTo } from '../../../../platform/access/authorize.ts';
import { causeOf } from '../../../../platform/access/cause.ts';
import { siteAddressKey } from '../../../../platform/access/pointers.ts';
import { isAtLeast } from '../../../../platform/access/roles.ts';
import { findStanding, siteRole } from '../../../../platform/access/space-role.ts';
import type { Config } from '../../../../platform/config.ts';
import type { Context } from '../../../../platform/context.ts';
import { defineError, defineNotFound } from '../../../../platform/http/errors.ts';
import { sendNothing } from '../../../../platform/http/no-content.ts';
import { limitedByAddress } from '../../../../platform/http/rate-limit.ts';
import { refTo } from '../../../../platform/http/schemas.ts';
import { addressRecordOf, recordOfHostname } from './check-hostname.ts';
import { checkReach, type Reach } from './check-reach.ts';
import { findServedSite } from './find-served-site.ts';
import type { HostnameRow } from './hostnames.repository.ts';
import {
  AskQuery,
  CustomHostnameSchema,
  HostnameParams,
  HostnameReachSchema,
  SubdomainParams,
  SubdomainSchema,
} from './hostnames.schemas.ts';
import {
  getHostname,
  hostnameNotFound,
  hostnameNotProven,
  hostnameRecordDiffers,
  hostnameTaken,
  proveHostname,
  removeHostname,
} from './hostnames.service.ts';

function presentHostname(
  row: HostnameRow,
  { baseUrl, sitesUrl }: Pick<Config, 'baseUrl' | 'sitesUrl'>,
): Static<typeof CustomHostnameSchema> {
  const { hostname, verifiedAt, checkedAt, failedAt } = row;
  return {
    object: 'custom-hostname',
    hostname,
    target: { type: 'site', site: row.siteId },
    isActive: verifiedAt !== null,
    status: verifiedAt ? 'dns_passed' : 'dns_no_cname',
    record: recordOfHostname(row),
    addressRecord: addressRecordOf(hostname, sitesUrl),
    ...(verifiedAt ? { verifiedAt: verifiedAt.toISOString() } : {}),
    ...(checkedAt ? { checkedAt: checkedAt.toISOString() } : {}),
    ...(failedAt ? { missingSince: failedAt.toISOString() } : {}),
    urls: { location: `${baseUrl}/v1/custom-hostnames/${hostname}` },
  };
}

const CustomHostname = refTo(CustomHostnameSchema);
const HostnameReach = refTo(HostnameReachSchema);
const Subdomain = refTo(SubdomainSchema);

const URL = '/v1/custom-hostnames/:hostname';
/** Each check asks the network. */
const CHECKS_PER_MINUTE = 30;
/** One proxy asks for all readers, once for each name that it has no certificate for. */
const QUESTIONS_PER_MINUTE = 6000;

const subdomainNotFound = defineNotFound('subdomain-not-found', 'subdomain');
const hostnameNotServed = defineError(
  { status: 404, reason: 'hostname-not-served' },
  'No site is served under this hostname.',
);

export const hostnameRoutes =
  (context: Context): FastifyPluginAsyncTypebox =>
  async (app) => {
    const { config, pointers } = context;
    app.addSchema(CustomHostnameSchema);
    app.addSchema(HostnameReachSchema);
    app.addSchema(SubdomainSchema);

    app.route({
      method: 'GET',
      url: URL,
      config: { access: 'account:read', errors: [hostnameNotFound] },
      schema: {
        operationId: 'getCustomHostname',
        tags: ['Sites'],
        summary: 'Get a custom hostname',
        description:
          'Returns the hostname of a site that you can read, with the DNS record that verifies it.',
        params: HostnameParams,
        response: { 200: CustomHostname },
      },
      handler: async (request) => {
        const wanted = { ...request.params, role: 'read' as const };
        return presentHostname(await getHostname(context, grantedTo(request).actor, wanted), config);
      },
    });

    app.route({
      method: 'GET',
      url: `${URL}/reach`,
      config: {
        access: 'account:read',
        errors: [hostnameNotFound],
        rateLimit: limitedByAddress(CHECKS_PER_MINUTE),
      },
      schema: {
        operationId: 'getCustomHostnameReach',
        tags: ['Sites'],
        summary: 'Check whether readers reach a custom hostname',
        description:
          'Requests the verified hostname of a site that you can read with HTTPS, as browsers do. After a hostname is verified, its certificate can take some minutes.',
        params: HostnameParams,
        response: { 200: HostnameReach },
      },
      handler: async (request) => {
        const wanted = { ...request.params, role: 'read' as const };
        const { hostname, verifiedAt } = await getHostname(context, grantedTo(request).actor, wanted);
        // Nobody is contacted who has not agreed to the hostname.
        const state: Reach | 'unverified' = verifiedAt
          ? await checkReach(config, `https://${hostname}/`)
          : 'unverified';
        return { object: 'hostname-reach' as const, hostname, state };
      },
    });

    app.route({
      method: 'PATCH',
      url: URL,
      config: {
        access: 'account:write',
        audit: 'site.hostname-verified',
        errors: [hostnameNotFound, insufficientRole, hostnameNotProven, hostnameRecordDiffers, hostnameTaken],
        rateLimit: limitedByAddress(CHECKS_PER_MINUTE),
      },
      schema: {
        operationId: 'dnsRevalidateCustomHostname',
        tags: ['Sites'],
        summary: 'Check a custom hostname',
        description:
          'Looks up the DNS record now. If the record is found, the site is served under the hostname immediately. The record is also checked every day.',
        params: HostnameParams,
        response: { 204: Type.Null() },
      },
      handler: async (request, reply) => {
        const wanted = { ...request.params, role: 'admin' as const };
        const row = await getHostname(context, grantedTo(request).actor, wanted);
        await proveHostname(context, causeOf(request), row);
        return sendNothing(reply, 204);
      },
    });

    app.route({
      method: 'DELETE',
      url: URL,
      config: {
        access: 'account:write',
        audit: 'site.hostname-changed',
        errors: [hostnameNotFound, insufficientRole],
      },
      schema: {
        operationId: 'removeCustomHostname',
        tags: ['Sites'],
        summary: 'Remove a custom hostname',
        description: 'The site is no longer served under the hostname.',
        params: HostnameParams,
        response: { 204: Type.Null() },
      },
      handler: async (request, reply) => {
        const wanted = { ...request.params, role: 'admin' as const };
        const row = await getHostname(context, grantedTo(request).actor, wanted);
        await removeHostname(context, causeOf(request), row);
        return sendNothing(reply, 204);
      },
    });

    app.route({
      method: 'GET',
      url: '/v1/subdomains/:subdomain',
      config: { access: 'account:read', errors: [subdomainNotFound] },
      schema: {
        operationId: 'getSubdomain',
        tags: ['Sites'],
        summary: 'Get a subdomain',
        description: 'Returns the organization whose site has this basename, if you can read the site.',
        params: SubdomainParams,
        response: { 200: Subdomain },
      },
      handler: async (request) => {
        const { subdomain } = request.params;
        const address = await pointers.siteAddresses.find(siteAddressKey('basename', subdomain));
        const site = address && (await pointers.sites.find(address.siteId));
        if (!site) throw subdomainNotFound();
        const { organizationId: organization } = site;
        const standing = await findStanding(pointers, grantedTo(request).actor, organization);
        if (!isAtLeast(siteRole(standing, site), 'read')) throw subdomainNotFound();
        const target = { type: 'organization' as const, organization };
        return { object: 'subdomain' as const, subdomain, target, isActive: site.isPublished };
      },
    });

    app.route({
      method: 'GET',
      url: '/tls/ask',
      config: {
        access: 'public',
        errors: [hostnameNotServed],
        rateLimit: limitedByAddress(QUESTIONS_PER_MINUTE),
      },
      schema: { hide: true, querystring: AskQuery },
      handler: async (request, reply) => {
        if (!(await findServedSite(pointers, config, request.query.domain))) throw hostnameNotServed();
        reply.type('text/plain; charset=utf-8').send('yes\n');
      },
    });
  };
