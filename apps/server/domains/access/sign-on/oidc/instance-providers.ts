import type { Config, InstanceOidcProvider } from '../../../../platform/config.ts';
import { SignOnRefusal } from '../refusal.ts';
import type { ConnectedProvider } from './connected-provider.ts';

/** A provider that the operator set up for the whole instance. */
export type InstanceProvider = ConnectedProvider & Pick<InstanceOidcProvider, 'groups' | 'name' | 'signUp'>;

export const listInstanceProviders = ({ oidcProviders }: Pick<Config, 'oidcProviders'>): InstanceProvider[] =>
  oidcProviders.map((provider) => ({
    ...provider,
    key: `instance/${provider.name}`,
  }));

export const findInstanceProvider = (
  config: Pick<Config, 'oidcProviders'>,
  by: { name: string } | { issuer: string } | { key: string },
): InstanceProvider | undefined =>
  listInstanceProviders(config).find((provider) =>
    'name' in by
      ? provider.name === by.name
      : 'key' in by
        ? provider.key === by.key
        : provider.issuer === by.issuer,
  );

/** Throws a refusal if the operator set up no such provider. */
export function getInstanceProvider(
  config: Pick<Config, 'oidcProviders'>,
  by: { name: string } | { issuer: string },
): InstanceProvider {
  const provider = findInstanceProvider(config, by);
  if (!provider) throw new SignOnRefusal('provider-gone', 'unknown');
  return provider;
}
