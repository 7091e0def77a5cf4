import { useState } from 'react';
import type { OpenRequest } from './request-parts.ts';

/**
 * The revision that the user saw when they looked here before. Undefined if they have not been here, or nothing has
 * changed since.
 */
export function useLastSeen({ request }: OpenRequest): string | undefined {
  const [seen] = useState<string | undefined>(undefined);
  return seen === request.revision ? undefined : seen;
}
