import { loadMembership } from '../domains/access/permissions/load-membership.queries.ts';
import { loadCollection } from '../domains/content/collections/load-collection.queries.ts';
import { loadSpace } from '../domains/content/spaces/load-space.queries.ts';
import { loadOrganization } from '../domains/identity/organizations/load-organization.queries.ts';
import { loadActor, loadActorById } from '../domains/identity/tokens/load-actor.queries.ts';
import { isSiteRecording } from '../domains/insights/site-recording.queries.ts';
import { createLoadSite, loadSiteAddress } from '../domains/publishing/sites/load-site.queries.ts';
import { loadSpecs } from '../domains/specs/load-specs.queries.ts';
import { loadTranslation } from '../domains/translations/load-translation.queries.ts';
import { loadMaintenance } from '../platform/access/maintenance.queries.ts';
import type { PointerLoaders } from '../platform/access/pointers.ts';

/** How what is cached about callers and places is loaded, one line each. */
export const POINTER_LOADERS: PointerLoaders = {
  tokens: loadActor,
  actors: loadActorById,
  organizations: loadOrganization,
  memberships: loadMembership,
  spaces: loadSpace,
  collections: loadCollection,
  sites: createLoadSite(isSiteRecording),
  siteAddresses: loadSiteAddress,
  specs: loadSpecs,
  translations: loadTranslation,
  maintenance: loadMaintenance,
};
