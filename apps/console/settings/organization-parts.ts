import type { Organization } from '../api/queries.ts';
import type { AreaParts } from './area-part.ts';

export const ORGANIZATION_PARTS: AreaParts<Organization> = {};
