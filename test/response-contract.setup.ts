import { afterAll, afterEach } from 'vitest';
import { takeViolations, watchResponses } from './response-contract.ts';

watchResponses();
afterEach(failOnViolations);
afterAll(failOnViolations);

function failOnViolations(): void {
  const found = [...new Set(takeViolations())];
  if (found.length > 0)
    throw new Error(`Answers differ from what their routes declare:\n${found.slice(0, 20).join('\n')}`);
}
