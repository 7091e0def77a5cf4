import type { ProviderKey } from '../providers.queries.ts';

/** What signing in with a provider of OpenID Connect requires, whether it belongs to an organization or the instance. */
export interface ConnectedProvider {
  /** `organization/provider` or `instance/name`. */
  key: string;
  label: string;
  issuer: string;
  clientId: string;
  /** Undefined: a public client. */
  clientSecret: string | undefined;
  scopes: readonly string[];
  /** The claim with the groups of people; null: none is read. */
  groupsClaim: string | null;
  /** The domains whose addresses people may have; empty: any. */
  emailDomains: readonly string[];
  /** Whether addresses count that the provider does not say to be verified. */
  trustsEmail: boolean;
  /** Whether signing out here also signs out at the provider. */
  endsProviderSession: boolean;
}

/** The key of a provider of an organization. */
export const toProviderKey = ({ organizationId, providerId }: ProviderKey): string =>
  `${organizationId}/${providerId}`;
