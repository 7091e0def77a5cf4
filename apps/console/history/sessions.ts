import type { RevisionSummary } from '../api/queries.ts';

/** As the service joins edits later: longer pauses end a session of editing. */
const MAX_PAUSE_MS = 10 * 60_000;

/** One entry of a history: a revision, with the earlier edits of the same session. */
export interface Session {
  /** The newest revision: what the session led to. */
  revision: RevisionSummary;
  /** When the first edit was made, if there were several. */
  startedAt: string | undefined;
  /** The number of edits. */
  edits: number;
  /** The number of changes of all edits together. */
  changes: number;
  /** All revisions of the session, newest first. */
  revisions: RevisionSummary[];
  /** The revision before the session; undefined at the beginning of the space. */
  before: string | undefined;
}

/** Groups successive edits of one person, newest first. The service does the same with edits of earlier days. */
export function groupSessions(revisions: readonly RevisionSummary[]): Session[] {
  const sessions: Session[] = [];
  for (const revision of revisions) {
    const session = sessions.at(-1);
    const first = session?.revisions.at(-1);
    const edits = revision.edits ?? 1;
    if (session && first && isSameSession(first, revision)) {
      session.revisions.push(revision);
      session.startedAt = revision.startedAt ?? revision.createdAt;
      session.edits += edits;
      session.changes += revision.changes;
      session.before = revision.parents[0];
    } else
      sessions.push({
        revision,
        startedAt: revision.startedAt,
        edits,
        changes: revision.changes,
        revisions: [revision],
        before: revision.parents[0],
      });
  }
  return sessions;
}

function isSameSession(later: RevisionSummary, earlier: RevisionSummary): boolean {
  const pause = Date.parse(later.startedAt ?? later.createdAt) - Date.parse(earlier.createdAt);
  return (
    isPlainEdit(later) &&
    isPlainEdit(earlier) &&
    later.createdBy?.id === earlier.createdBy?.id &&
    pause <= MAX_PAUSE_MS &&
    new Date(later.createdAt).toDateString() === new Date(earlier.createdAt).toDateString()
  );
}

/** Whether a revision is nothing but text that its author saved. The first one creates the space. */
const isPlainEdit = ({ type, message, coAuthor, git, parents }: RevisionSummary): boolean =>
  type === 'edits' &&
  message === undefined &&
  coAuthor === undefined &&
  git === undefined &&
  parents.length === 1;
