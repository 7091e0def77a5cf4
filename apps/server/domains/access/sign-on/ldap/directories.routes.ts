import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { Type } from 'typebox';
import type { Context } from '../../../../platform/context.ts';
import { nullable, refTo } from '../../../../platform/http/schemas.ts';
import { providerFields } from '../instance/provider-state.schemas.ts';
import { presentProviders } from '../instance/provider-states.ts';
import { issuerOf } from './directory-sign-in.ts';
import { examineDirectory } from './examine-directory.ts';

const DirectorySchema = Type.Object(
  {
    object: Type.Literal('instance-ldap-directory'),
    ...providerFields,
    url: Type.String(),
    encryption: Type.Enum(['ldaps', 'start-tls', 'none']),
    bindDn: nullable(Type.String()),
    base: Type.String(),
    filter: Type.String(),
    userDn: nullable(Type.String({ description: 'Instead of the filter.' })),
    checkMinutes: Type.Integer({ description: '0: never.' }),
    warnings: Type.Array(Type.String()),
  },
  { $id: 'InstanceLdapDirectory' },
);

/** The directories that the operator set up for the whole instance. */
export const directoryListRoutes =
  (context: Context): FastifyPluginAsyncTypebox =>
  async (app) => {
    app.addSchema(DirectorySchema);

    app.route({
      method: 'GET',
      url: '/v1/instance/ldap',
      config: { access: 'instance:administer' },
      schema: {
        operationId: 'listInstanceLdapDirectories',
        tags: ['Instance'],
        summary: 'List the LDAP directories of the instance',
        description: 'Connects to each directory. They are set up in the settings.',
        response: { 200: Type.Object({ items: Type.Array(refTo(DirectorySchema)) }) },
      },
      handler: async () => {
        const shown = await presentProviders(context, context.config.ldapDirectories, {
          // As its people are known: no provider has a name with a colon.
          identify: (directory) => ({ name: issuerOf(directory), issuer: issuerOf(directory) }),
          examine: (directory) => examineDirectory(directory, undefined),
        });
        return {
          items: shown.map(({ provider, report, fields }) => ({
            object: 'instance-ldap-directory' as const,
            ...fields,
            url: provider.url,
            encryption: provider.encryption,
            bindDn: provider.bind?.dn ?? null,
            base: provider.base,
            filter: provider.filter,
            userDn: provider.userDn ?? null,
            checkMinutes: provider.checkMinutes,
            warnings: report.warnings,
          })),
        };
      },
    });
  };
