import { describe, expect, it } from 'vitest';
import type { RevisionSummary } from '../api/queries.ts';
import { groupSessions } from './sessions.ts';

const user = (id: string): RevisionSummary['createdBy'] => ({
  object: 'user',
  id,
  displayName: id,
  urls: { location: '' },
});

let count = 10;
function revision(time: string, by = 'ada', more: Partial<RevisionSummary> = {}): RevisionSummary {
  count += 1;
  return {
    object: 'revision-summary',
    id: `r${count}`,
    parents: [`r${count - 1}`],
    type: 'edits',
    createdAt: `2026-03-04T${time}:00.000Z`,
    createdBy: user(by),
    changes: 1,
    urls: { location: '', app: '' },
    ...more,
  };
}

const idsOf = (revisions: RevisionSummary[]): string[][] =>
  groupSessions(revisions).map((session) => session.revisions.map(({ id }) => id));

describe('the history', () => {
  it('shows successive edits of one person as one entry', () => {
    const [first, second, third] = [revision('10:00'), revision('10:04'), revision('10:12')];
    const [session, ...others] = groupSessions([third, second, first]);
    expect(others).toEqual([]);
    expect(session).toMatchObject({
      revision: third,
      startedAt: first.createdAt,
      edits: 3,
      changes: 3,
      before: first.parents[0],
    });
  });

  it('counts the edits that the service has joined', () => {
    const joined = revision('10:04', 'ada', { edits: 20, startedAt: '2026-03-04T09:50:00.000Z' });
    const [session] = groupSessions([revision('10:06'), joined]);
    expect(session).toMatchObject({ edits: 21, startedAt: joined.startedAt });
  });

  it('shows others, later work and anything but plain edits by itself', () => {
    const revisions = [
      revision('11:00'),
      revision('10:40'),
      revision('10:39', 'bob'),
      revision('10:38', 'bob', { type: 'merge' }),
      revision('10:37', 'bob', { message: 'Say more' }),
      revision('10:36', 'bob', { coAuthor: user('ada') }),
      revision('10:35', 'bob'),
    ];
    expect(idsOf(revisions)).toEqual(revisions.map(({ id }) => [id]));
  });

  it('never hides that the space was created', () => {
    const made = revision('10:00', 'ada', { parents: [] });
    expect(idsOf([revision('10:01'), made])).toHaveLength(2);
  });
});
