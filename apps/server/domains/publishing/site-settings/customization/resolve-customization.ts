import type { CustomizationRow } from './customization.queries.ts';
import type { Customization } from './customization.schemas.ts';
import { DEFAULT_CUSTOMIZATION } from './default-customization.ts';
import { overlay } from './merge-customization.ts';

/** The customization of a site, or of one of its site spaces, complete. */
export interface ResolvedCustomization {
  customization: Customization;
  /** Undefined: it was never changed. */
  updatedAt: Date | undefined;
}

/** Completes the stored customization of a site, or of a site space with overrides. */
export function resolveCustomization(
  site: CustomizationRow,
  siteSpace?: CustomizationRow,
): ResolvedCustomization {
  const ofSite = overlay(DEFAULT_CUSTOMIZATION, site.customization);
  const times = [site.updatedAt, siteSpace?.updatedAt].flatMap((time) => time ?? []);
  return {
    customization: siteSpace ? overlay(ofSite, siteSpace.customization) : ofSite,
    updatedAt: times.sort((one, other) => other.getTime() - one.getTime())[0],
  };
}
