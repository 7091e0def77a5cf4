import type { Context } from '../../../../platform/context.ts';
import { explainReason, isReason, type Reason } from '../refusal.ts';
import { DiscoveryProblem } from './discovery.ts';
import { type InstanceProvider, listInstanceProviders } from './instance-providers.ts';
import type { OidcClients } from './oidc-clients.ts';
import { findTitles, listProviderStates, putProviderProblem } from './provider-states.queries.ts';

/** A provider of the instance, with its state at the moment. */
export interface ShownInstanceProvider {
  provider: InstanceProvider;
  /** What is wrong with the configuration that it publishes; undefined: it can be used. */
  fault: string | undefined;
  lastUsedAt: Date | undefined;
  lastProblem: { reason: string; message: string; at: Date } | undefined;
  /** The titles of the organizations and teams that its groups name. */
  titles: ReadonlyMap<string, string>;
}

/** Asks each provider for its configuration, all at once. */
export async function showInstanceProviders(
  { config, db }: Pick<Context, 'config' | 'db'>,
  clients: OidcClients,
): Promise<ShownInstanceProvider[]> {
  const providers = listInstanceProviders(config);
  const groups = providers.flatMap((provider) => provider.groups);
  const [states, titles, faults] = await Promise.all([
    listProviderStates(db, providers),
    findTitles(db, {
      organizationIds: groups.map(({ organizationId }) => organizationId),
      teamIds: groups.flatMap(({ teamId }) => teamId ?? []),
    }),
    Promise.all(providers.map((provider) => findFault(clients, provider))),
  ]);
  return providers.map((provider, at) => {
    const { problem, lastUsedAt } = states.find(({ name }) => name === provider.name) ?? {};
    return {
      provider,
      fault: faults[at],
      lastUsedAt,
      lastProblem: problem && {
        ...problem,
        message: isReason(problem.reason) ? explainReason(problem.reason) : problem.reason,
      },
      titles,
    };
  });
}

async function findFault(clients: OidcClients, provider: InstanceProvider): Promise<string | undefined> {
  try {
    await clients.renew(provider);
    return undefined;
  } catch (error) {
    if (error instanceof DiscoveryProblem) return `The issuer ${error.message}`;
    throw error;
  }
}

/**
 * Refusals whose cause can be the provider or its settings. Others, such as a page that was opened twice, would only
 * hide them.
 */
const PROBLEMS: ReadonlySet<Reason> = new Set([
  'issuer',
  'status',
  'name',
  'oidc-unreachable',
  'oidc-discovery',
  'oidc-code',
  'oidc-token',
  'oidc-expired',
  'no-email',
  'email-unverified',
  'email-domain',
  'groups-elsewhere',
  'no-account',
  'account-unproven',
]);

/** Notes why somebody could not sign in with a provider of the instance. */
export async function noteProblem(
  { config, db, clock }: Pick<Context, 'config' | 'db' | 'clock'>,
  { name, reason }: { name: string; reason: Reason },
): Promise<void> {
  if (!PROBLEMS.has(reason) || !listInstanceProviders(config).some((one) => one.name === name)) return;
  await putProviderProblem(db, { name, reason, at: clock() });
}
