import type { Session } from '../api/queries.ts';
import type { AreaParts } from './area-part.ts';

/** The parts for the people who run the service. */
export const INSTANCE_PARTS: AreaParts<Session> = {};
