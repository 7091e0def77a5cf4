import type { Site } from '../api/queries.ts';
import type { AreaParts } from '../settings/area-part.ts';

export const SITE_PARTS: AreaParts<Site> = {};
