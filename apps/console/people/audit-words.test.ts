import { expect, test } from 'vitest';
import { changesOf } from './audit-words.ts';

test('what has a name is not shown with its id as well', () => {
  const fields = changesOf({
    user: { id: '01a2', displayName: 'Ada' },
    provider: { id: '01a3' },
    after: { role: 'read' },
  }).map(({ after }) => after);
  expect(fields).toContain('Ada');
  expect(fields).toContain('01a3');
  expect(fields).not.toContain('01a2');
});
