import { expect, test } from 'vitest';
import { writeCsv } from './audit-csv.ts';

test('events are rows, and no name is run as a formula', () => {
  const event = {
    object: 'audit-event',
    id: 'e1',
    occurredAt: '2026-01-02T03:04:05.678Z',
    action: 'team.created',
    actor: { type: 'user', id: 'u1', label: 'Ada "A", Countess' },
    source: 'ui',
    target: { type: 'team', id: 't1', label: '=HYPERLINK("x")' },
    urls: { location: '' },
  } as const;
  expect(writeCsv([event])).toBe(
    'time,action,actor,actorId,actorType,target,targetId,targetType,source,event\r\n' +
      `2026-01-02T03:04:05.678Z,team.created,"Ada ""A"", Countess",u1,user,"'=HYPERLINK(""x"")",t1,team,ui,e1\r\n`,
  );
  expect(writeCsv([{ ...event, actor: { type: 'system', id: 'system' } }])).toContain(
    'team.created,,system,system,',
  );
});
