import { sql } from 'kysely';
import type { TestApp } from './app.ts';

/**
 * Stores a customization as earlier versions did, which kept pictures and fonts on other hosts. `siteSpaceId`: what a
 * site space has of its own.
 */
export async function storeFormerCustomization(
  { context }: Pick<TestApp, 'context'>,
  siteId: string,
  customization: object,
  siteSpaceId?: string,
): Promise<void> {
  const value = sql<string>`${JSON.stringify(customization)}::text::jsonb`;
  await context.transact(async ({ trx, announce }) => {
    if (siteSpaceId === undefined)
      await trx.updateTable('site').set({ customization: value }).where('site_id', '=', siteId).execute();
    else
      await trx
        .updateTable('site_space')
        .set({ customization: value })
        .where('site_space_id', '=', siteSpaceId)
        .execute();
    announce({ kind: 'site', siteId });
  });
}
