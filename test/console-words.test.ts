import { expect, test } from 'vitest';
import { AUDIT_ACTIONS } from '../apps/server/domains/core/audit/actions.ts';

test.each(['en', 'de', 'es', 'fr', 'ja'])(
  'the console names all actions of the audit in “%s”, each differently',
  async (language) => {
    const { texts } = (await import(`../apps/console/messages/people/${language}.ts`)) as {
      texts: Record<string, string>;
    };
    const named = Object.entries(texts).filter(([key]) => key.startsWith('audit-'));
    expect(named.map(([key]) => key.slice('audit-'.length)).sort()).toEqual(
      Object.keys(AUDIT_ACTIONS).sort(),
    );
    expect(new Set(named.map(([, words]) => words)).size).toBe(named.length);
  },
);
