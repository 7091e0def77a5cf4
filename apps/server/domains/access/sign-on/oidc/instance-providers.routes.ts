import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { Type } from 'typebox';
import type { Context } from '../../../../platform/context.ts';
import { Id, nullable, RoleSchema, refTo, Timestamp } from '../../../../platform/http/schemas.ts';
import { type ShownInstanceProvider, showInstanceProviders } from './list-instance-providers.ts';
import { presentService } from './oidc.present.ts';
import { OidcServiceSchema } from './oidc.schemas.ts';
import type { OidcClients } from './oidc-clients.ts';

const Titled = Type.Object({ id: Id, title: nullable(Type.String({ description: 'Null: it is gone.' })) });

const InstanceProviderSchema = Type.Object(
  {
    object: Type.Literal('instance-oidc-provider'),
    name: Type.String({ description: 'As in the settings.' }),
    label: Type.String(),
    issuer: Type.String(),
    clientId: Type.String(),
    scopes: Type.Array(Type.String()),
    emailDomains: Type.Array(Type.String()),
    signUp: Type.Boolean(),
    groupsClaim: nullable(Type.String()),
    groups: Type.Array(
      Type.Object({
        group: Type.String(),
        organization: Titled,
        role: Type.Optional(RoleSchema),
        team: Type.Optional(Titled),
      }),
    ),
    fault: Type.Optional(Type.String({ description: 'Why its configuration cannot be used at the moment.' })),
    lastUsedAt: Type.Optional(Timestamp),
    lastProblem: Type.Optional(
      Type.Object(
        { at: Timestamp, reason: Type.String(), message: Type.String() },
        {
          description: 'Why somebody could not sign in the last time.',
        },
      ),
    ),
    service: refTo(OidcServiceSchema),
  },
  { $id: 'InstanceOidcProvider' },
);

/** The providers that the operator set up for the whole instance. */
export const instanceProviderRoutes =
  (context: Context, clients: OidcClients): FastifyPluginAsyncTypebox =>
  async (app) => {
    const { baseUrl } = context.config;
    app.addSchema(InstanceProviderSchema);

    app.route({
      method: 'GET',
      url: '/v1/instance/oidc',
      config: { access: 'instance:administer' },
      schema: {
        operationId: 'listInstanceOidcProviders',
        tags: ['Instance'],
        summary: 'List the OpenID Connect providers of the instance',
        description: 'Asks each provider for its configuration. They are set up in the settings.',
        response: { 200: Type.Object({ items: Type.Array(refTo(InstanceProviderSchema)) }) },
      },
      handler: async () => ({
        items: (await showInstanceProviders(context, clients)).map((shown) => present(shown, baseUrl)),
      }),
    });
  };

function present(
  { provider, fault, lastUsedAt, lastProblem, titles }: ShownInstanceProvider,
  baseUrl: string,
) {
  const { name, label, issuer, clientId, signUp, groupsClaim, groups } = provider;
  const titled = (id: string) => ({ id, title: titles.get(id) ?? null });
  return {
    object: 'instance-oidc-provider' as const,
    ...{ name, label, issuer, clientId, signUp, groupsClaim },
    scopes: [...provider.scopes],
    emailDomains: [...provider.emailDomains],
    groups: groups.map(({ group, organizationId, role, teamId }) => ({
      group,
      organization: titled(organizationId),
      ...(role === undefined ? {} : { role }),
      ...(teamId === undefined ? {} : { team: titled(teamId) }),
    })),
    ...(fault === undefined ? {} : { fault }),
    ...(lastUsedAt ? { lastUsedAt: lastUsedAt.toISOString() } : {}),
    ...(lastProblem
      ? {
          lastProblem: {
            at: lastProblem.at.toISOString(),
            reason: lastProblem.reason,
            message: lastProblem.message,
          },
        }
      : {}),
    service: presentService(provider, baseUrl),
  };
}
