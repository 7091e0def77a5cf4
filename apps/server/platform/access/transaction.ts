import { type Kysely, type RawBuilder, sql, type Transaction } from 'kysely';
import type { Announced } from '../broker/batch-order.ts';
import type { DB } from '../db/schema.ts';
import { sendWithNext } from '../db/statement-queue.ts';
import { storeAnnouncement } from './announcements.queries.ts';
import type { Announcer } from './announcer.ts';
import type { ChangeNews } from './change-news.ts';
import { findChangeOwner, withoutChangeOwner } from './change-owner.ts';
import type { ChangeTurns } from './change-turns.ts';
import { CHANGES_CHANNEL, type Change } from './changes.ts';
import { claimKey } from './idempotency/keyed-request.ts';
import type { NewSpaceEvent } from './space-event.ts';
import { storeEvents } from './space-events.queries.ts';
import type { SpaceKey } from './space-key.ts';

/** One transaction with what must become known when it commits. */
export interface UnitOfWork {
  trx: Transaction<DB>;
  /** Tells this process at the commit, and all others soon after it, that something cached is stale. */
  announce(change: Change): void;
  /** Sends a message to all processes soon after the commit. */
  notify(channel: string, payload: string): void;
  /** Tells those who listen to the space of what happened, from the commit on. */
  record(event: NewSpaceEvent): void;
  /** What follows from events, in this transaction. */
  followers: Followers;
}

/** Does what follows from changes, in the transaction that makes them. */
export type FollowChanges = (unit: UnitOfWork, changes: readonly Change[]) => Promise<void>;

/** Something that happened to a space. */
export interface SpaceEvent extends SpaceKey {
  at: Date;
}

/** Does what follows from an event, where and when it happens: in its transaction, between its statements. */
export interface SpaceFollower {
  /**
   * A condition that a statement of the event evaluates, so that an event that does not concern the follower costs
   * no query.
   */
  isConcerned(space: SpaceKey): RawBuilder<boolean>;
  follow(unit: UnitOfWork, event: SpaceEvent): Promise<void>;
}

/** The followers of events, which the domains that cause the events do not know. */
export interface Followers {
  /** Follows the changes that were announced, at the end of their transaction. */
  changes: FollowChanges;
  /** The content of a space moved to another revision. They follow in this order. */
  spaceMoved: readonly SpaceFollower[];
  /** The language of a space was set. */
  languageChanged(unit: UnitOfWork, event: SpaceEvent): Promise<void>;
  /** A change request of a space changed. */
  changeRequestChanged: SpaceFollower;
  /** A space or collection moves. Returns those of these collections on which somebody was given a role. */
  placeMoves(unit: UnitOfWork, above: { organizationId: string; collectionIds: string[] }): Promise<string[]>;
  /** A site becomes the default content of its organization, and is kept until then. Returns whether there is one. */
  siteChosen(unit: UnitOfWork, site: { organizationId: string; siteId: string }): Promise<boolean>;
  /** The rules for merging that spaces of an organization can inherit changed. */
  mergeRulesChanged(
    unit: UnitOfWork,
    event: { organizationId: string; at: Date; actorId: string | undefined },
  ): Promise<void>;
  /** A member leaves. Returns the roles on places that end with the membership, for a statement to read. */
  memberLeaves(member: { organizationId: string; userId: string }): RawBuilder<EndingRole[]>;
  /** A team is being deleted. Returns the roles on places that end with it. */
  teamDeleted(unit: UnitOfWork, team: { organizationId: string; teamId: string }): Promise<EndingRole[]>;
}

/** A role on a place, by the id of the place. */
export type EndingRole =
  | { space: string; role: string }
  | { collection: string; role: string }
  | { site: string; role: string };

const NO_FOLLOWERS: Followers = {
  changes: async () => {},
  spaceMoved: [],
  languageChanged: async () => {},
  changeRequestChanged: { isConcerned: () => sql<boolean>`false`, follow: async () => {} },
  placeMoves: async () => [],
  siteChosen: async () => false,
  mergeRulesChanged: async () => {},
  memberLeaves: () => sql<EndingRole[]>`'[]'::jsonb`,
  teamDeleted: async () => [],
};

/** On the `session` that the caller holds, if it holds one: it must not wait for another. */
export type Transact = <T>(work: (unit: UnitOfWork) => Promise<T>, session?: Kysely<DB>) => Promise<T>;

/**
 * All or nothing: what `work` does, what follows from it, and the announcement of both happen at one commit. With
 * `turns`, the changes of a request wait for their turn before they take a connection.
 */
export function createTransact(
  db: Kysely<DB>,
  { news, announcer }: { news: ChangeNews; announcer: Announcer },
  { turns, followers = NO_FOLLOWERS }: { turns?: ChangeTurns; followers?: Followers } = {},
): Transact {
  const transact: Transact = async (work, session = db) => {
    const changes: Change[] = [];
    const announced: Announced[] = [];
    let confirmKey: (() => void) | undefined;
    let readNumber: (() => Promise<{ number: number }[]>) | undefined;
    const commit = session.transaction().execute(async (trx) => {
      const events: NewSpaceEvent[] = [];
      const unit: UnitOfWork = {
        trx,
        announce: (change) => {
          changes.push(change);
          announced.push({ channel: CHANGES_CHANNEL, payload: JSON.stringify(change) });
        },
        notify: (channel, payload) => announced.push({ channel, payload }),
        record: (event) => events.push(event),
        followers,
      };
      confirmKey = await claimKey(trx);
      const value = await work(unit);
      if (changes.length > 0) await followers.changes(unit, changes);
      // Others who record events of these spaces wait from here until the commit, with which the statement is sent.
      if (events.length > 0) readNumber = await sendWithNext(trx, storeEvents(events, announced));
      else if (announced.length > 0) readNumber = await sendWithNext(trx, storeAnnouncement(announced));
      return value;
    });
    let result: Awaited<typeof commit>;
    try {
      result = await commit;
    } catch (error) {
      // A commit whose response was lost may have happened.
      if (readNumber) announcer.announceSoon();
      throw error;
    }
    confirmKey?.();
    for (const change of changes) news.tell(change);
    if (readNumber) announcer.announceSoon((await readNumber())[0]?.number);
    return result;
  };
  return async (work, session) => {
    const owner = findChangeOwner();
    if (!turns || owner === undefined || session) return transact(work, session);
    const end = await turns.take(owner);
    try {
      return await withoutChangeOwner(() => transact(work));
    } finally {
      end();
    }
  };
}
