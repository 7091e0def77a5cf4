import { Id } from '../../http/schemas.ts';

/** A site in its organization. */
export const SITE_PARAMS = { organizationId: Id, siteId: Id };
