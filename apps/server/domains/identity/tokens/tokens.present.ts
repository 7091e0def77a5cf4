import type { Static } from 'typebox';
import type { TokenRow } from './tokens.queries.ts';
import type { TokenSchema } from './tokens.schemas.ts';

/** The URL under which a token is read and revoked. */
export const tokenLocation = (row: TokenRow, baseUrl: string): string =>
  'user_id' in row
    ? `${baseUrl}/v1/user/tokens/${row.token_id}`
    : `${baseUrl}/v1/orgs/${row.organization_id}/tokens/${row.token_id}`;

/** The Token object. `token`: the secret, in the one answer that may show it. */
export function presentToken(row: TokenRow, baseUrl: string, token?: string): Static<typeof TokenSchema> {
  return {
    object: 'token' as const,
    id: row.token_id,
    title: row.title,
    scopes: row.scopes,
    ...('role' in row ? { role: row.role } : {}),
    ...(row.organization_id === null ? {} : { organization: row.organization_id }),
    ...('created_by' in row && row.created_by !== null ? { createdBy: row.created_by } : {}),
    createdAt: row.created_at.toISOString(),
    ...(row.expires_at ? { expiresAt: row.expires_at.toISOString() } : {}),
    ...(row.last_used_at ? { lastUsedAt: row.last_used_at.toISOString() } : {}),
    ...(token === undefined ? {} : { token }),
    urls: { location: tokenLocation(row, baseUrl) },
  };
}
