import { createId } from '../api/client.ts';
import { explain } from '../api/explain.ts';
import { type Place, placeName } from '../api/place.ts';
import {
  type ContentPage,
  type PageList,
  pagesQuery,
  queries,
  sessionQuery,
  spaceQuery,
} from '../api/queries.ts';
import { createStore, useStore } from '../api/store.ts';
import { showError } from '../app/toasts.tsx';
import { t } from '../messages/messages.ts';
import { announceTab, TAB } from '../saving/tab.ts';
import { type Done, sendOperation } from './operations.ts';
import { type TreeEntry, treeJournal } from './tree-journal.ts';
import { applyOperation, inverseOf, type TreeOperation, withMadeId } from './tree-operation.ts';

/** The most operations that can be undone. */
const MOST_UNDONE = 100;

const states = new Map<string, TreeState>();

/** The operations on the tree of a place: one for all that show it. */
export function treeState(place: Place): TreeState {
  const name = placeName(place);
  const state = states.get(name) ?? new TreeState(place);
  states.set(name, state);
  return state;
}

/**
 * Operations are shown at once, and sent one after the other. The tree is what the service has returned with those on
 * top that are not acknowledged, so that a refused one disappears by itself.
 */
export class TreeState {
  readonly place: Place;
  readonly pending = createStore<readonly TreeOperation[]>([]);
  /** The pending operations as the journal has them. */
  #entries: readonly TreeEntry[] = [];
  #queue: Promise<unknown> = Promise.resolve();
  readonly #undo: TreeOperation[] = [];
  readonly #redo: TreeOperation[] = [];
  #revision: string | undefined;
  readonly #ownRevisions = new Set<string>();

  constructor(place: Place) {
    this.place = place;
  }

  /** The revision that the tree shows, for merging with what others change. */
  get revision(): string | undefined {
    const { spaceId, changeRequestId } = this.place;
    return (
      this.#revision ??
      (changeRequestId === undefined
        ? queries.getQueryData(spaceQuery(spaceId).queryKey)?.revision
        : undefined)
    );
  }

  noteRevision(revision: string, isOwn = false): void {
    this.#revision = revision;
    const { spaceId, changeRequestId } = this.place;
    if (changeRequestId === undefined)
      queries.setQueryData(spaceQuery(spaceId).queryKey, (space) => space && { ...space, revision });
    if (isOwn) this.#ownRevisions.add(revision);
  }

  isOwn(revision: string): boolean {
    return this.#ownRevisions.has(revision);
  }

  /** Applies an operation that can be undone. Undefined if it was refused; the user is notified. */
  async run(operation: TreeOperation): Promise<Done | undefined> {
    return this.#do(operation, (inverse) => {
      this.#redo.length = 0;
      this.#remember(this.#undo, inverse);
    });
  }

  /** Sends what a closed tab has left. Undefined if it was refused; the user is notified. */
  async resume(left: TreeEntry): Promise<Done | undefined> {
    if (this.#entries.some(({ id }) => id === left.id)) return undefined;
    return this.#do(left.operation, (inverse) => this.#remember(this.#undo, inverse), left);
  }

  /** Undoes the last operation. False if there is none. */
  undo(): Promise<TreeOperation | undefined> {
    return this.#walk(this.#undo, this.#redo);
  }

  redo(): Promise<TreeOperation | undefined> {
    return this.#walk(this.#redo, this.#undo);
  }

  /** Reads the tree again, when nothing is on its way to the service. */
  async refresh(): Promise<void> {
    await this.#queue;
    await queries.invalidateQueries({ queryKey: pagesQuery(this.place).queryKey });
  }

  async #walk(from: TreeOperation[], to: TreeOperation[]): Promise<TreeOperation | undefined> {
    // What is on its way can be undone as soon as it is there.
    await this.#queue;
    const operation = from.pop();
    const done = operation && (await this.#do(operation, (inverse) => this.#remember(to, inverse)));
    return done && operation;
  }

  #remember(stack: TreeOperation[], operation: TreeOperation | undefined): void {
    if (operation) stack.push(operation);
    if (stack.length > MOST_UNDONE) stack.shift();
  }

  async #do(
    operation: TreeOperation,
    remember: (inverse: TreeOperation | undefined) => void,
    left?: TreeEntry,
  ): Promise<Done | undefined> {
    const entry = left ?? this.#createEntry(operation);
    this.#setEntries([...this.#entries, entry]);
    // Without a database, a change is lost if its tab is closed before the service has it.
    const noted = left ? undefined : treeJournal.write(entry).catch(() => undefined);
    const sent = this.#queue.then(async () => {
      await noted;
      return this.#send(entry, remember);
    });
    this.#queue = sent.catch(() => undefined);
    try {
      return await sent;
    } catch (error) {
      showError(`${t('changeFailed')} ${explain(error)}`);
      void this.refresh();
      return undefined;
    } finally {
      this.#setEntries(this.#entries.filter(({ id }) => id !== entry.id));
      await treeJournal.remove(entry.id).catch(() => undefined);
    }
  }

  async #send({ id: key }: TreeEntry, remember: (inverse: TreeOperation | undefined) => void): Promise<Done> {
    // An operation before it may have made the page.
    const { operation } = this.#entries.find(({ id }) => id === key) as TreeEntry;
    const { queryKey } = pagesQuery(this.place);
    const before = queries.getQueryData(queryKey)?.pages ?? [];
    const { revision } = this;
    const done = await sendOperation(this.place, operation, { revision, key });
    if (done.revision) this.noteRevision(done.revision, true);
    const [madeId] = done.made;
    if (operation.kind !== 'insert' || madeId !== undefined)
      remember(inverseOf(operation, before, { madeId, revision }));
    // The pending refetch is older than this operation.
    await queries.cancelQueries({ queryKey });
    if (operation.kind === 'copy' || (operation.kind === 'insert' && madeId === undefined)) {
      await queries.invalidateQueries({ queryKey });
      return done;
    }
    const isMade = operation.kind === 'insert' && madeId !== undefined;
    if (isMade) await this.#nameMade(operation.page.id, madeId);
    const applied = isMade ? { ...operation, page: { ...operation.page, id: madeId } } : operation;
    queries.setQueryData(
      queryKey,
      (list: PageList | undefined) => list && { ...list, pages: applyOperation(list.pages, applied) },
    );
    return done;
  }

  #createEntry(operation: TreeOperation): TreeEntry {
    announceTab();
    lastAt = Math.max(Date.now(), lastAt + 1);
    const userId = queries.getQueryData(sessionQuery.queryKey)?.user?.id ?? '';
    return { id: createId(), userId, tab: TAB, place: this.place, operation, at: lastAt };
  }

  #setEntries(entries: readonly TreeEntry[]): void {
    this.#entries = entries;
    this.pending.set(entries.map(({ operation }) => operation));
  }

  /** Gives a page that was made its id, also in what was done to it meanwhile. */
  async #nameMade(id: string, madeId: string): Promise<void> {
    const named = this.#entries.map((entry) => {
      const operation = withMadeId(entry.operation, id, madeId);
      return { ...entry, operation };
    });
    const concerned = named.filter(
      ({ operation }, at) =>
        JSON.stringify(operation) !== JSON.stringify((this.#entries[at] as TreeEntry).operation),
    );
    this.#setEntries(named);
    for (const entry of concerned) await treeJournal.write(entry).catch(() => undefined);
  }
}

/** Also if the clock is set back, later changes come after earlier ones. */
let lastAt = 0;

/** The pages of a place as they are shown: with what is on its way. */
export function usePending(state: TreeState, pages: readonly ContentPage[]): readonly ContentPage[] {
  return useStore(state.pending).reduce<readonly ContentPage[]>(applyOperation, pages);
}
