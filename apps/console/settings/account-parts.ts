import type { Session } from '../api/queries.ts';
import type { AreaParts } from './area-part.ts';

export const ACCOUNT_PARTS: AreaParts<Session> = {};
