import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { Type } from 'typebox';
import type { Context } from '../../../../platform/context.ts';
import { nullable, refTo } from '../../../../platform/http/schemas.ts';
import { providerFields } from '../instance/provider-state.schemas.ts';
import { presentProviders } from '../instance/provider-states.ts';
import { DiscoveryProblem } from './discovery.ts';
import { type InstanceProvider, listInstanceProviders } from './instance-providers.ts';
import { presentService } from './oidc.present.ts';
import { OidcServiceSchema } from './oidc.schemas.ts';
import type { OidcClients } from './oidc-clients.ts';

const InstanceProviderSchema = Type.Object(
  {
    object: Type.Literal('instance-oidc-provider'),
    ...providerFields,
    issuer: Type.String(),
    clientId: Type.String(),
    scopes: Type.Array(Type.String()),
    groupsClaim: nullable(Type.String()),
    service: refTo(OidcServiceSchema),
  },
  { $id: 'InstanceOidcProvider' },
);

/** The providers that the operator set up for the whole instance. */
export const instanceProviderRoutes =
  (context: Context, clients: OidcClients): FastifyPluginAsyncTypebox =>
  async (app) => {
    const { config } = context;
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
      handler: async () => {
        const shown = await presentProviders(context, listInstanceProviders(config), {
          identify: ({ name, issuer }) => ({ name, issuer }),
          examine: (provider) => examine(clients, provider),
        });
        return {
          items: shown.map(({ provider, fields }) => ({
            object: 'instance-oidc-provider' as const,
            ...fields,
            issuer: provider.issuer,
            clientId: provider.clientId,
            scopes: [...provider.scopes],
            groupsClaim: provider.groupsClaim,
            service: presentService(provider, config.baseUrl),
          })),
        };
      },
    });
  };

async function examine(
  clients: OidcClients,
  provider: InstanceProvider,
): Promise<{ problem: string | undefined }> {
  try {
    await clients.renew(provider);
    return { problem: undefined };
  } catch (error) {
    if (error instanceof DiscoveryProblem) return { problem: `The issuer ${error.message}` };
    throw error;
  }
}
