import type { Context } from '../../../../platform/context.ts';
import type { InstanceGroup } from '../../../../platform/group-settings.ts';
import { explainReason, isReason, type Reason } from '../refusal.ts';
import { findTitles, listProviderStates, putProviderProblem } from './provider-states.queries.ts';

/** A provider or a directory that the operator set up for the whole instance. */
interface InstanceProvider {
  name: string;
  label: string;
  emailDomains: readonly string[];
  signUp: boolean;
  groups: readonly InstanceGroup[];
}

interface Kind<Provider, Report> {
  /** By what its problems are stored, and its people. */
  identify(provider: Provider): { name: string; issuer: string };
  /** `problem`: why it cannot be used at the moment. */
  examine(provider: Provider): Promise<Report>;
}

/** What administrators of the instance see of each, and it. All of them are tried at once. */
export async function presentProviders<
  Provider extends InstanceProvider,
  Report extends { problem: string | undefined },
>(
  { db }: Pick<Context, 'db'>,
  providers: readonly Provider[],
  { identify, examine }: Kind<Provider, Report>,
) {
  const groups = providers.flatMap((provider) => provider.groups);
  const [states, titles, reports] = await Promise.all([
    listProviderStates(db, providers.map(identify)),
    findTitles(db, {
      organizationIds: groups.map(({ organizationId }) => organizationId),
      teamIds: groups.flatMap(({ teamId }) => teamId ?? []),
    }),
    Promise.all(providers.map(examine)),
  ]);
  return providers.map((provider, at) => {
    const { name } = identify(provider);
    const { problem, lastUsedAt } = states.find((state) => state.name === name) ?? {};
    const report = reports[at] as Report;
    const state = { fault: report.problem, problem, lastUsedAt };
    return { provider, report, fields: presentFields(provider, titles, state) };
  });
}

interface State {
  fault: string | undefined;
  problem: { reason: string; at: Date } | undefined;
  lastUsedAt: Date | undefined;
}

function presentFields(
  { name, label, emailDomains, signUp, groups }: InstanceProvider,
  titles: ReadonlyMap<string, string>,
  { fault, problem, lastUsedAt }: State,
) {
  const titled = (id: string) => ({ id, title: titles.get(id) ?? null });
  return {
    ...{ name, label, signUp },
    emailDomains: [...emailDomains],
    groups: groups.map(({ group, organizationId, role, teamId }) => ({
      group,
      organization: titled(organizationId),
      ...(role === undefined ? {} : { role }),
      ...(teamId === undefined ? {} : { team: titled(teamId) }),
    })),
    ...(fault === undefined ? {} : { fault }),
    ...(lastUsedAt ? { lastUsedAt: lastUsedAt.toISOString() } : {}),
    ...(problem ? { lastProblem: presentProblem(problem) } : {}),
  };
}

const presentProblem = ({ reason, at }: { reason: string; at: Date }) => ({
  at: at.toISOString(),
  reason,
  message: isReason(reason) ? explainReason(reason) : reason,
});

/**
 * Refusals whose cause can be the provider or its settings. Others, such as a page that was opened twice or a mistyped
 * password, would only hide them.
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
  'directory-unreachable',
  'directory-settings',
  'directory-ambiguous',
  'directory-groups',
  'directory-no-email',
]);

/** Notes why somebody could not sign in. `name`: by what the problems of the provider are stored. */
export async function noteProblem(
  { db, clock }: Pick<Context, 'db' | 'clock'>,
  { name, reason }: { name: string; reason: Reason },
): Promise<void> {
  if (PROBLEMS.has(reason)) await putProviderProblem(db, { name, reason, at: clock() });
}
