import type { Context } from '../../../../platform/context.ts';
import type { SiteKey } from '../../sites/structure.queries.ts';
import { loadCustomizations } from './customization.queries.ts';
import { type ResolvedCustomization, resolveCustomization } from './resolve-customization.ts';

/** The complete customizations of a site, and of those site spaces that have overrides. */
export interface SiteCustomizations {
  site: ResolvedCustomization;
  siteSpaces: Readonly<Record<string, ResolvedCustomization>>;
}

/** Loads them in one statement. Undefined if the site does not exist. */
export async function listCustomizations(
  db: Context['db'],
  key: SiteKey,
): Promise<SiteCustomizations | undefined> {
  const rows = await loadCustomizations(db, key);
  if (!rows) return undefined;
  const siteSpaces = [...rows.siteSpaces].map(
    ([siteSpaceId, row]) => [siteSpaceId, resolveCustomization(rows, row)] as const,
  );
  return { site: resolveCustomization(rows), siteSpaces: Object.fromEntries(siteSpaces) };
}
