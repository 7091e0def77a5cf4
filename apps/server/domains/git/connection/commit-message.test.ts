import { expect, test } from 'vitest';
import { findUnknownPlaceholder, renderCommitMessage } from './commit-message.ts';

const FACTS = { author: 'Ada', number: 14, subject: 'Fix the typo', space: 'Handbook' };

test.each([
  ['{subject}', FACTS, 'Fix the typo'],
  ['docs({space}): {subject} (#{number}) by {author}', FACTS, 'docs(Handbook): Fix the typo (#14) by Ada'],
  ['GITBOOK-{change_request_number}: {change_request_subject}', FACTS, 'GITBOOK-14: Fix the typo'],
  ['{subject} {number}', { ...FACTS, number: undefined }, 'Fix the typo'],
  ['{subject}', { ...FACTS, subject: 'One\n\nTwo\u0000' }, 'One Two'],
  ['{number}', { ...FACTS, number: undefined }, 'Fix the typo'],
  ['{subject}', { ...FACTS, subject: '{author}' }, '{author}'],
  ['{number}', { ...FACTS, number: undefined, subject: ' ' }, 'Update the documentation'],
])('the template %s becomes a message', (template, facts, message) => {
  expect(renderCommitMessage(template, facts)).toBe(message);
});

test('names without a meaning are found, also those that every object has', () => {
  expect(findUnknownPlaceholder('{subject} {author}')).toBeUndefined();
  expect(findUnknownPlaceholder('{subject} {team}')).toBe('team');
  expect(findUnknownPlaceholder('{constructor}')).toBe('constructor');
});
