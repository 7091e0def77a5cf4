import { afterAll, beforeAll, expect, test, vi } from 'vitest';

beforeAll(() => {
  // What the client of the API reads when it is loaded.
  vi.stubGlobal('document', { querySelector: () => null, documentElement: {}, addEventListener: () => {} });
  vi.stubGlobal('location', { origin: 'https://docs.example' });
  vi.stubGlobal('window', { addEventListener: () => {} });
});
afterAll(() => vi.unstubAllGlobals());

test('what has a name is not shown with its id as well', async () => {
  const { changesOf } = await import('./audit-words.ts');
  const shown = changesOf({
    user: { id: '01a2', displayName: 'Ada' },
    provider: { id: '01a3' },
    after: { role: 'read' },
  }).map(({ after }) => after);
  expect(shown).toContain('Ada');
  expect(shown).toContain('01a3');
  expect(shown).not.toContain('01a2');
});
