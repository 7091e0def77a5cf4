import type { ApiError } from '@lectern/client/api-error';
import { withTexts } from '../messages/messages.ts';

interface Explanations {
  explainRefusal(error: ApiError): string | undefined;
  explainField(message: string): string;
}

let explanations: Explanations | undefined;

/** Why the service refused something, in words; undefined if they are not known or not loaded. */
export const explainRefusal = (error: ApiError): string | undefined => explanations?.explainRefusal(error);

/** What is wrong with a field, in words. */
export const explainField = (message: string): string => explanations?.explainField(message) ?? message;

/** Nobody waits longer for words than for the refusal itself. */
const MAX_WAIT_MS = 1000;

/** Loads the words for refusals. Call it as soon as the service has refused something. */
export async function loadRefusals(): Promise<void> {
  if (explanations) return;
  const loading = withTexts('refusals', () => import('../refusals/explain-refusal.ts')).then(
    (part) => {
      explanations = part;
    },
    // For example offline: the service's own words are shown, and the next refusal tries again.
    () => {},
  );
  await Promise.race([loading, new Promise((resolve) => setTimeout(resolve, MAX_WAIT_MS))]);
}
