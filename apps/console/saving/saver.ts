import { createId } from '../api/client.ts';
import type { Changes } from '../editor/convert/changes.ts';
import type { Draft } from './draft.ts';
import type { SentRequest } from './journal.ts';
import type { Outcome, ReadPage } from './save-page.ts';

/** What the writer sees of saving. */
export type SaveState =
  | { kind: 'saved' | 'saving' | 'offline' | 'signed-out' | 'conflict' }
  | { kind: 'failed'; message: string };

/** A save begins when nothing has been typed for so long, */
const IDLE_MS = 800;
/** and at the latest so long after the first change. */
const LONGEST_MS = 3000;
const JOURNAL_MS = 250;
const FIRST_WAIT_MS = 1000;
const LONGEST_WAIT_MS = 30_000;
/** For so long, a missing response is a slow one, and no news for the writer. */
const PATIENCE_MS = 3000;

/** Fields of the page, such as its title, as `update_page` takes them. */
export type Fields = Record<string, unknown>;

interface SaverParts {
  draft: Draft;
  save(request: SentRequest): Promise<Outcome>;
  read(): Promise<ReadPage>;
  /** Writes what is not saved yet to the journal. */
  note(): Promise<void>;
  /** Resolves when the editor can take changes that the writer did not make. */
  whenIdle?: () => Promise<void>;
  newKey?: () => string;
}

/** Sends the changes of a draft to the service: one request at a time, until the service has everything. */
export class Saver {
  /** Whether what is not saved could be written to the journal. */
  hasJournal = true;
  readonly #parts: Required<SaverParts>;
  readonly #listeners = new Set<() => void>();
  #state: SaveState = { kind: 'saved' };
  #fields: Fields = {};
  #sent: { request: SentRequest; fields: Fields; isWhole: boolean } | undefined;
  #firstChange: number | undefined;
  #saveTimer: ReturnType<typeof setTimeout> | undefined;
  #noteTimer: ReturnType<typeof setTimeout> | undefined;
  #running: Promise<void> | undefined;
  #wake: (() => void) | undefined;
  #isWhole = false;
  #isStopped = false;

  constructor(parts: SaverParts) {
    this.#parts = { newKey: () => createId(), whenIdle: async () => {}, ...parts };
  }

  get state(): SaveState {
    return this.#state;
  }

  /** The fields that the service does not have yet. */
  get fields(): Fields {
    return { ...this.#sent?.fields, ...this.#fields };
  }

  get sent(): SentRequest | undefined {
    return this.#sent?.request;
  }

  /** Whether the outcome of a request is not known. */
  get isSending(): boolean {
    return this.#sent !== undefined;
  }

  get isClean(): boolean {
    return !this.#sent && Object.keys(this.#fields).length === 0 && !this.#parts.draft.isChanged;
  }

  subscribe(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** Continues with what a journal had. */
  restore({ sent, fields }: { sent: SentRequest | undefined; fields: Fields }): void {
    this.#fields = fields;
    if (sent) this.#sent = { request: sent, fields: {}, isWhole: 'document' in sent.change };
    this.changed();
  }

  setFields(fields: Fields): void {
    Object.assign(this.#fields, fields);
    this.changed();
  }

  /** The editor shows something else than before. */
  changed(): void {
    if (this.#isStopped) return;
    this.#noteTimer ??= setTimeout(() => void this.#note(), JOURNAL_MS);
    if (this.#running || this.isClean) return;
    if (this.#state.kind === 'saved' || this.#state.kind === 'failed') this.#setState({ kind: 'saving' });
    const now = Date.now();
    this.#firstChange ??= now;
    clearTimeout(this.#saveTimer);
    const wait = Math.min(IDLE_MS, this.#firstChange + LONGEST_MS - now);
    this.#saveTimer = setTimeout(() => void this.flush(), Math.max(0, wait));
  }

  /** Saves now. Resolves when there is nothing left to send, or nothing can be sent. */
  flush(): Promise<void> {
    clearTimeout(this.#saveTimer);
    this.#firstChange = undefined;
    this.#wake?.();
    this.#running ??= this.#run().finally(() => {
      this.#running = undefined;
      // What was typed meanwhile.
      if (this.#state.kind === 'saved' && !this.isClean) this.changed();
    });
    return this.#running;
  }

  /** Writes the journal at once, for a tab that may be closed. */
  async leave(): Promise<void> {
    await this.#note();
    await this.flush();
  }

  stop(): void {
    this.#isStopped = true;
    clearTimeout(this.#saveTimer);
    clearTimeout(this.#noteTimer);
    this.#noteTimer = undefined;
    this.#wake?.();
  }

  async #run(): Promise<void> {
    const { draft } = this.#parts;
    let wait = FIRST_WAIT_MS;
    for (;;) {
      this.#sent ??= this.#begin();
      if (!this.#sent) {
        this.#setState({ kind: draft.conflicts.size > 0 ? 'conflict' : 'saved' });
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
        await this.#sleep(outcome.waitMs ?? wait);
        wait = Math.min(wait * 2, LONGEST_WAIT_MS);
        if (this.#isStopped) return;
        continue;
      }
      wait = FIRST_WAIT_MS;
      if (!(await this.#finish(outcome))) return;
    }
  }

  /** Takes what there is to send. */
  #begin(): { request: SentRequest; fields: Fields; isWhole: boolean } | undefined {
    const { draft, newKey } = this.#parts;
    const changes = draft.take();
    const fields = this.#fields;
    if (!changes && Object.keys(fields).length === 0) return undefined;
    this.#fields = {};
    const isWhole = this.#isWhole && changes !== undefined;
    const content = isWhole ? { document: { document: draft.attemptedDocument } } : contentOf(changes);
    const request = { idempotencyKey: newKey(), revision: draft.revision, change: { ...fields, ...content } };
    return { request, fields, isWhole };
  }

  /** Does what follows from an outcome. False: nothing can be sent at the moment. */
  async #finish(outcome: Exclude<Outcome, { kind: 'unknown' }>): Promise<boolean> {
    const { draft } = this.#parts;
    switch (outcome.kind) {
      case 'saved': {
        if (outcome.merged?.length !== 0) await this.#parts.whenIdle();
        const isComplete = draft.acknowledge(outcome);
        const { isWhole = false } = this.#sent ?? {};
        this.#sent = undefined;
        this.#isWhole = false;
        return isComplete && !isWhole ? true : this.#readAgain(false);
      }
      case 'lost':
        this.#sent = undefined;
        return this.#readAgain(true);
      case 'conflict': {
        draft.hold(outcome.keys);
        this.#giveBack();
        return this.#readAgain(false);
      }
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
        const wasWhole = this.#sent?.isWhole ?? true;
        draft.abandon();
        this.#giveBack();
        // The service may accept the same text in another form.
        if (!wasWhole && !this.#isWhole) {
          this.#isWhole = true;
          return true;
        }
        this.#isWhole = false;
        this.#setState({ kind: 'failed', message: outcome.message });
        await this.#note();
        return false;
      }
    }
  }

  /** Fields of a request that changed nothing are still to be sent. */
  #giveBack(): void {
    this.#fields = { ...this.#sent?.fields, ...this.#fields };
    this.#sent = undefined;
  }

  /** Reads the document of the service into the editor. `isSaved`: it has what was sent. */
  async #readAgain(isSaved: boolean): Promise<boolean> {
    for (let wait = FIRST_WAIT_MS; !this.#isStopped; wait = Math.min(wait * 2, LONGEST_WAIT_MS))
      try {
        const { draft, read, whenIdle } = this.#parts;
        const { document, revision = draft.revision } = await read();
        await whenIdle();
        draft.receive(document, revision, { isSaved });
        return true;
      } catch {
        this.#setState({ kind: 'offline' });
        await this.#sleep(wait);
      }
    return false;
  }

  async #note(): Promise<void> {
    clearTimeout(this.#noteTimer);
    this.#noteTimer = undefined;
    try {
      await this.#parts.note();
      this.hasJournal = true;
    } catch {
      this.hasJournal = false;
      this.#setState(this.#state);
    }
  }

  /** Until `flush` is called, at most. */
  #sleep(ms: number): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, ms);
      this.#wake = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }

  #setState(state: SaveState): void {
    // The same object is no reason to draw the page again.
    if (state.kind === 'failed' || state.kind !== this.#state.kind) this.#state = state;
    for (const listener of this.#listeners) listener();
  }
}

const contentOf = (changes: Changes | undefined): Fields => ({
  ...(changes?.blocks.length ? { blocks: changes.blocks } : {}),
  ...(changes?.text.length ? { text: changes.text } : {}),
});
