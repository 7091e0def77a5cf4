import { expect, test } from 'vitest';
import { AUDIT_FORMATS } from './audit-formats.ts';

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
  expect(AUDIT_FORMATS.csv.write([event])).toBe(
    'time,action,actor,actorId,actorType,target,targetId,targetType,source,event\r\n' +
      `2026-01-02T03:04:05.678Z,team.created,"Ada ""A"", Countess",u1,user,"'=HYPERLINK(""x"")",t1,team,ui,e1\r\n`,
  );
  expect(AUDIT_FORMATS.csv.write([{ ...event, actor: { type: 'system', id: 'system' } }])).toContain(
    'team.created,,system,system,',
  );
});

test('JSON has the events as the API returns them', () => {
  const event = {
    object: 'audit-event',
    id: 'e1',
    occurredAt: '2026-01-02T03:04:05.678Z',
    action: 'team.created',
    actor: { type: 'user', id: 'u1' },
    source: 'ui',
    target: { type: 'team', id: 't1', label: '=HYPERLINK("x")' },
    urls: { location: '' },
  } as const;
  expect(JSON.parse(AUDIT_FORMATS.json.write([event]))).toEqual([event]);
});
