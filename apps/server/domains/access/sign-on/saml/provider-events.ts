import type { ProviderRow } from '../providers.queries.ts';
import { readCertificates } from './certificates.ts';
import type { ProviderSettings } from './saml.repository.ts';

/** Describes a provider for the audit; certificates are identified by their fingerprints. */
export const describeSettings = (row: ProviderSettings): Record<string, unknown> => ({
  label: row.label,
  entityID: row.entity_id,
  ssoURL: row.sso_url,
  certificates: row.certificate === null ? [] : readCertificates(row.certificate).map(describeCertificate),
  defaultTeam: row.default_team_id,
  defaultRole: row.default_role,
});

const describeCertificate = ({ fingerprint, validTo }: { fingerprint: string; validTo: Date }) =>
  `SHA-256 ${fingerprint}, valid to ${validTo.toISOString()}`;

/** Returns the settings that differ; undefined if none do. */
export function changedSettings(
  before: ProviderRow,
  after: ProviderSettings,
): { before: Record<string, unknown>; after: Record<string, unknown> } | undefined {
  const [old, present] = [describeSettings(before), describeSettings(after)];
  const names = Object.keys(old).filter(
    (name) => JSON.stringify(old[name]) !== JSON.stringify(present[name]),
  );
  if (names.length === 0) return undefined;
  const pick = (of: Record<string, unknown>) => Object.fromEntries(names.map((name) => [name, of[name]]));
  return { before: pick(old), after: pick(present) };
}
