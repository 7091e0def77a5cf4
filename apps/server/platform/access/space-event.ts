import type { SpaceKey } from './space-key.ts';

export type PageEventKind = 'created' | 'edited' | 'moved' | 'deleted';

/** The hashes of the documents of a page before and after it was edited; absent where it had none. */
export interface DocumentStep {
  before?: string;
  after?: string;
}

interface ChangedPage {
  page: string;
  changes: PageEventKind[];
  /** For those who send the event, which name the changed blocks instead. */
  documents?: DocumentStep;
  blocks?: string[];
  removedBlocks?: string[];
}

/** An event: ids, and the parts that a client needs to reload, never content. */
export type SpaceEventBody =
  | {
      type: 'content';
      revision: string;
      /** The revision before. */
      base: string;
      pages: ChangedPage[];
      reusableContents: string[];
      files: string[];
      /** The number of changed pages, reusable contents and files that are not listed. */
      omitted: number;
    }
  | {
      type: 'change_request';
      change:
        | 'created'
        | 'opened'
        | 'updated'
        | 'drafted'
        | 'archived'
        | 'merged'
        | 'scheduled'
        | 'unscheduled';
      status: string;
    }
  | { type: 'reviewers' }
  | { type: 'review'; review: string; status: string }
  | { type: 'checks' }
  | { type: 'check'; check: string; status: string; revision: string }
  | { type: 'seen'; revision: string }
  | { type: 'preview_links' }
  | {
      type: 'comment';
      change: 'created' | 'edited' | 'deleted';
      comment: string;
      reply?: string;
      page?: string;
    }
  | { type: 'edit_conflict'; change: 'opened' | 'changed' | 'settled'; editConflict: string; page: string }
  | { type: 'notification'; change: 'created' | 'read' | 'unread'; notification: string; kind: string }
  /** All those of the user that are about the space, or the change request. */
  | { type: 'notification'; change: 'all-read' };

/** An event in a space, as the transaction in which it happens records it. */
export interface NewSpaceEvent extends SpaceKey {
  /** Its subject; undefined: the space itself. */
  changeRequestId?: string | undefined;
  /** The only user who hears of it. */
  userId?: string | undefined;
  at: Date;
  /** Who did it: a user, or a service account by the id of its token. */
  actorId?: string | undefined;
  body: SpaceEventBody;
}
