import type { Space } from '../api/queries.ts';
import type { AreaParts } from './area-part.ts';

export const SPACE_PARTS: AreaParts<Space> = {};
