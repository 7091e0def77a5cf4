import type { Static } from 'typebox';
import type { Config } from '../../../../platform/config.ts';
import type { Warning } from '../../sites/sites.schemas.ts';
import type { CustomizationSchema } from './customization.schemas.ts';
import { findWarnings } from './find-warnings.ts';
import type { ResolvedCustomization } from './resolve-customization.ts';

/** Presents a customization. `more` are fields that only some responses have. */
export function presentCustomization(
  { sitesUrl }: Pick<Config, 'sitesUrl'>,
  { customization, updatedAt }: ResolvedCustomization,
  more: { hasOverrides?: boolean; warnings?: readonly Warning[] } = {},
): Static<typeof CustomizationSchema> {
  const { items } = customization.pageActions;
  const has = (action: (typeof items)[number]): boolean => items.includes(action);
  return {
    ...customization,
    pageActions: { items, externalAI: has('external-ai'), markdown: has('markdown'), mcp: has('mcp') },
    pdf: { enabled: has('pdf') },
    git: { showEditLink: has('git') },
    ...(updatedAt ? { updatedAt: updatedAt.toISOString() } : {}),
    ...(more.hasOverrides === undefined ? {} : { hasOverrides: more.hasOverrides }),
    warnings: [...findWarnings(customization, sitesUrl), ...(more.warnings ?? [])],
  };
}
