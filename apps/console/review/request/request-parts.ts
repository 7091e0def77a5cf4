import type { ChangeRequest, RequestPlace } from '../../api/change-request.ts';
import type { Space } from '../../api/queries.ts';

/** A change request that is open in the console, for every part of its view. */
export interface OpenRequest {
  place: RequestPlace;
  request: ChangeRequest;
  space: Space;
}

/** Whether a change request can still be edited and merged. */
export const isInProgress = ({ status }: Pick<ChangeRequest, 'status'>): boolean =>
  status === 'draft' || status === 'open';
