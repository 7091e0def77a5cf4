import { createId } from '../api/client.ts';
import { explain } from '../api/explain.ts';
import { isSessionEnd, isUndecided } from '../api/repeat.ts';
import type { SentRequest } from './journal.ts';
import type { Outcome } from './save-page.ts';
import type { SavedDraft } from './saved-draft.ts';
import { type Fields, UnsavedFields } from './unsaved-fields.ts';

/** The save status that the writer sees. */
export type SaveState =
  | { kind: 'saved' | 'saving' | 'offline' | 'signed-out' | 'conflict' }
  | { kind: 'failed'; message: string };

/** The pause in typing after which a save begins, */
const IDLE_MS = 800;
/** and the longest time from the first change to the save: others see it within two seconds. */
const LONGEST_MS = 1500;
const JOURNAL_MS = 250;
const FIRST_WAIT_MS = 1000;
/** Also how long a writer waits for “Saved” at most after the service is back. */
const LONGEST_WAIT_MS = 8000;
/** How long a pending request counts as slow rather than failed. */
const PATIENCE_MS = 3000;

interface SaverParts {
  draft: SavedDraft;
  save(request: SentRequest): Promise<Outcome>;
  /** Reads what the service has into the draft. `isSaved`: it has what was sent. */
  read(isSaved: boolean): Promise<void>;
  /** Writes what is not saved yet to the journal. Returns whether there was something to write. */
  note(): Promise<boolean>;
  /** Resolves after so many milliseconds, or as soon as the service may be reached again. */
  wait(milliseconds: number, signal: AbortSignal): Promise<void>;
  /** Resolves when the editor can take changes that the writer did not make. */
  whenIdle?: () => Promise<void>;
}

interface Attempt {
  request: SentRequest;
  fields: Fields;
  isWhole: boolean;
}

/** Sends the changes of a draft to the service: one request at a time, until the service has everything. */
export class Saver {
  /** Whether what is not saved could be written to the journal. */
  hasJournal = true;
  /** The fields of the page, such as its title, that the service does not have yet. */
  readonly fields: UnsavedFields;
  readonly #parts: Required<SaverParts>;
  readonly #listeners = new Set<() => void>();
  readonly #stopping = new AbortController();
  #state: SaveState = { kind: 'saved' };
  #sent: Attempt | undefined;
  /** When the first and the last unsaved changes were made. */
  #firstChange: number | undefined;
  #lastChange = 0;
  #saveTimer: ReturnType<typeof setTimeout> | undefined;
  #noteTimer: ReturnType<typeof setTimeout> | undefined;
  #running: Promise<void> | undefined;
  #waiting: AbortController | undefined;
  #isWhole = false;
  /** Whether to send everything now. */
  #isFlushing = false;

  constructor(parts: SaverParts) {
    this.#parts = { whenIdle: async () => {}, ...parts };
    this.fields = new UnsavedFields();
  }

  get state(): SaveState {
    return this.#state;
  }

  get sent(): SentRequest | undefined {
    return this.#sent?.request;
  }

  /** Whether the outcome of a request is not known. */
  get isSending(): boolean {
    return this.#sent !== undefined;
  }

  get isClean(): boolean {
    return !this.#sent && this.fields.isEmpty && !this.#parts.draft.isChanged;
  }

  get #isStopped(): boolean {
    return this.#stopping.signal.aborted;
  }

  subscribe(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** Continues with what a journal had. */
  restore({ sent, fields, bases }: { sent: SentRequest | undefined; fields: Fields; bases?: Fields }): void {
    this.fields.set(fields, bases ?? {});
    if (sent) this.#sent = { request: sent, fields: {}, isWhole: 'document' in sent.change };
    this.changed();
  }

  /** The writer has changed fields, which had the values of `bases` before. */
  setFields(fields: Fields, bases: Fields): void {
    this.fields.set(fields, bases);
    this.changed();
  }

  /** The page has these fields at the moment. */
  compareFields(present: Fields): void {
    // Before a response, nobody knows whether they are those of before or of after the request.
    if (this.#sent || !this.fields.compare(present)) return;
    void this.#note();
    this.#setState({ kind: 'conflict' });
  }

  /** The writer has decided about a field in conflict: theirs stays unless `isOurs`. */
  settleField(name: string, isOurs: boolean): void {
    this.fields.settle(name, isOurs);
    this.changed();
    void this.flush();
  }

  /** Call after each change in the editor. */
  changed(): void {
    if (this.#isStopped) return;
    this.#noteTimer ??= setTimeout(() => void this.#note(), JOURNAL_MS);
    this.#lastChange = performance.now();
    this.#firstChange ??= this.#lastChange;
    if (!this.#running) this.#saveSoon();
  }

  /** Saves now. Resolves when there is nothing left to send, or nothing can be sent. */
  flush(): Promise<void> {
    this.#isFlushing = true;
    return this.#save();
  }

  /** Saves at the next pause in typing. */
  #saveSoon(): void {
    if (this.#isStopped) return;
    if (this.isClean) {
      this.#firstChange = undefined;
      // The last save had the change already, or it was undone: nothing is left to send.
      if (this.#state.kind === 'saving') void this.#save();
      return;
    }
    if (this.#state.kind === 'saved' || this.#state.kind === 'failed') this.#setState({ kind: 'saving' });
    // The timer starts again if there was no pause, which is cheaper than a timer for each key.
    this.#saveTimer ??= setTimeout(() => {
      this.#saveTimer = undefined;
      if (this.#untilSave > 0) this.#saveSoon();
      else void this.#save();
    }, this.#untilSave);
  }

  get #untilSave(): number {
    const latest = (this.#firstChange ?? this.#lastChange) + LONGEST_MS;
    return Math.min(this.#lastChange + IDLE_MS, latest) - performance.now();
  }

  #save(): Promise<void> {
    if (this.#isStopped) return Promise.resolve();
    clearTimeout(this.#saveTimer);
    this.#saveTimer = undefined;
    this.#waiting?.abort();
    this.#running ??= this.#run().finally(() => {
      this.#running = undefined;
      this.#isFlushing = false;
      // Sends what was typed meanwhile.
      if (this.#state.kind === 'saved' || this.#state.kind === 'saving') this.#saveSoon();
    });
    return this.#running;
  }

  /** Writes the journal at once, for a tab that may be closed. */
  async leave(): Promise<void> {
    await this.#note();
    await this.flush();
  }

  stop(): void {
    this.#stopping.abort();
    clearTimeout(this.#saveTimer);
    clearTimeout(this.#noteTimer);
    this.#noteTimer = undefined;
    this.#waiting?.abort();
  }

  async #run(): Promise<void> {
    let wait = FIRST_WAIT_MS;
    for (;;) {
      this.#sent ??= this.#begin();
      if (!this.#sent) {
        this.#setState({ kind: this.#hasConflicts ? 'conflict' : 'saved' });
        await this.#note();
        return;
      }
      if (this.#state.kind !== 'offline') this.#setState({ kind: 'saving' });
      await this.#note();
      const slow = setTimeout(() => this.#setState({ kind: 'offline' }), PATIENCE_MS);
      const outcome = await this.#parts.save(this.#sent.request);
      clearTimeout(slow);
      if (this.#isStopped) return;
      if (outcome.kind === 'unknown') {
        this.#setState({ kind: 'offline' });
        await this.#wait(outcome.waitMs ?? wait);
        wait = Math.min(wait * 2, LONGEST_WAIT_MS);
        if (this.#isStopped) return;
        continue;
      }
      wait = FIRST_WAIT_MS;
      if (!(await this.#finish(outcome))) return;
      // Otherwise, each key would be sent as soon as the previous one is saved.
      if (outcome.kind === 'saved' && !this.#isFlushing && this.#firstChange !== undefined) {
        this.#setState({ kind: 'saving' });
        return;
      }
    }
  }

  get #hasConflicts(): boolean {
    return this.#parts.draft.hasConflicts || this.fields.conflicts.size > 0;
  }

  /** Collects what has to be sent. */
  #begin(): Attempt | undefined {
    const { draft } = this.#parts;
    const content = draft.takeContent();
    const fields = this.fields.take();
    this.#firstChange = undefined;
    if (!content && Object.keys(fields).length === 0) return undefined;
    const whole = this.#isWhole && content ? draft.wholeContent : undefined;
    const change = { ...fields, ...(whole ?? content) };
    const request = { idempotencyKey: createId(), revision: draft.revision, change };
    return { request, fields, isWhole: whole !== undefined };
  }

  /** Handles an outcome. False: nothing can be sent at the moment. */
  async #finish(outcome: Exclude<Outcome, { kind: 'unknown' }>): Promise<boolean> {
    const { draft } = this.#parts;
    switch (outcome.kind) {
      case 'saved': {
        if (outcome.merged?.length !== 0) await this.#parts.whenIdle();
        const isComplete = draft.acknowledge(outcome);
        const { isWhole = false } = this.#sent ?? {};
        this.#sent = undefined;
        this.fields.acknowledge();
        this.#isWhole = false;
        return isComplete && !isWhole ? true : this.#readAgain(false);
      }
      case 'lost':
        this.#sent = undefined;
        this.fields.acknowledge();
        return this.#readAgain(true);
      case 'conflict':
        if (outcome.keys) draft.hold(outcome.keys);
        else draft.abandon();
        this.#giveBack();
        return this.#readAgain(false);
      case 'stale':
        draft.abandon();
        this.#giveBack();
        return this.#readAgain(false);
      case 'reused':
        draft.abandon();
        this.#giveBack();
        return true;
      case 'signed-out':
        this.#setState({ kind: 'signed-out' });
        return false;
      case 'refused': {
        const mayBeWhole = !this.#sent?.isWhole && !this.#isWhole && draft.wholeContent !== undefined;
        draft.abandon();
        this.#giveBack();
        // The service may accept the same text in another form.
        this.#isWhole = mayBeWhole && outcome.isInvalid;
        return this.#isWhole || this.#fail(outcome.message);
      }
    }
  }

  async #fail(message: string): Promise<false> {
    this.#setState({ kind: 'failed', message });
    await this.#note();
    return false;
  }

  /** Fields of a request that changed nothing are still to be sent. */
  #giveBack(): void {
    this.fields.giveBack();
    this.#sent = undefined;
  }

  /** Reads what the service has into the editor. `isSaved`: it has what was sent. */
  async #readAgain(isSaved: boolean): Promise<boolean> {
    for (let wait = FIRST_WAIT_MS; !this.#isStopped; wait = Math.min(wait * 2, LONGEST_WAIT_MS))
      try {
        await this.#parts.read(isSaved);
        return true;
      } catch (error) {
        // The page is gone, or the writer may not read it any more.
        if (!isUndecided(error)) return this.#fail(explain(error));
        this.#setState({ kind: isSessionEnd(error) ? 'signed-out' : 'offline' });
        await this.#wait(wait);
      }
    return false;
  }

  async #note(): Promise<void> {
    clearTimeout(this.#noteTimer);
    this.#noteTimer = undefined;
    try {
      // A full database can still remove entries.
      if (await this.#parts.note()) this.hasJournal = true;
    } catch {
      this.hasJournal = false;
      this.#setState(this.#state);
    }
  }

  /** Ends early when `flush` is called. */
  async #wait(milliseconds: number): Promise<void> {
    this.#waiting = new AbortController();
    await this.#parts.wait(milliseconds, this.#waiting.signal);
    this.#waiting = undefined;
  }

  #setState(state: SaveState): void {
    // The same object is no reason to draw the page again.
    if (state.kind === 'failed' || state.kind !== this.#state.kind) this.#state = state;
    for (const listener of this.#listeners) listener();
  }
}
