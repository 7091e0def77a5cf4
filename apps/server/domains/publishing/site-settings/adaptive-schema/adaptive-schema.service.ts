import { siteNotFound } from '../../../../platform/access/access-errors.ts';
import type { Context } from '../../../../platform/context.ts';
import { defineError } from '../../../../platform/http/errors.ts';
import type { SiteKey } from '../../sites/structure.queries.ts';
import { type AdaptiveSchemaRow, findAdaptiveSchema } from './adaptive-schema.queries.ts';
import { updateAdaptiveSchema } from './adaptive-schema.repository.ts';
import { readClaimsSchema } from './read-claims-schema.ts';

export const adaptiveSchemaNotFound = defineError(
  { status: 404, reason: 'adaptive-schema-not-found' },
  'This site has no claims schema. Add one with PUT.',
);

export async function getAdaptiveSchema(db: Context['db'], key: SiteKey): Promise<AdaptiveSchemaRow> {
  const row = await findAdaptiveSchema(db, key);
  if (!row) throw adaptiveSchemaNotFound();
  return row;
}

export async function putAdaptiveSchema(
  { transact, clock }: Pick<Context, 'transact' | 'clock'>,
  key: SiteKey,
  sent: unknown,
): Promise<AdaptiveSchemaRow> {
  const schema = readClaimsSchema(sent);
  const at = clock();
  await transact(async ({ trx, announce }) => {
    if (!(await updateAdaptiveSchema(trx, key, { schema, at }))) throw siteNotFound();
    announce({ kind: 'site', siteId: key.siteId });
  });
  return { schema, updatedAt: at };
}
