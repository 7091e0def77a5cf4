import type { Node } from 'prosemirror-model';
import { Selection, type Transaction } from 'prosemirror-state';
import type { EditorView } from 'prosemirror-view';
import { subscribe } from '../api/events.ts';
import { withoutOwnSaves } from '../api/own-saves.ts';
import type { PagePlace } from '../api/place.ts';
import { checkRelease } from '../app/release.ts';
import { showToast } from '../app/toasts.tsx';
import { findBlock } from '../editor/convert/find-block.ts';
import { toEditor } from '../editor/convert/to-editor.ts';
import { createEditorView } from '../editor/create-editor.ts';
import { createEditorState } from '../editor/editor-state.ts';
import type { ShownConflict } from '../editor/views/conflict-card.ts';
import { showConflicts, takeTexts } from '../editor/views/conflicts.ts';
import { loadViewsFor } from '../editor/views/load-views.ts';
import { t } from '../messages/messages.ts';
import { attendSaver } from '../saving/attend-saver.ts';
import type { BlockConflict, DraftEditor } from '../saving/draft.ts';
import { fieldsOf } from '../saving/page-fields.ts';
import { type DocumentPage, readPage } from '../saving/save-page.ts';
import type { SaveState } from '../saving/saver.ts';
import { documentOfEntry, openSession, type Session } from '../saving/session.ts';
import { type OthersConflict, SharedConflicts } from '../saving/shared-conflicts.ts';
import type { Fields } from '../saving/unsaved-fields.ts';
import { createParts } from './create-parts.ts';
import { journal, type OpenedPage } from './opened-page.ts';

/** Conflicts are read once the stream of events is open, or after this time. */
const FIRST_READING_MS = 1000;

interface OpenEditorParts {
  place: PagePlace;
  opened: OpenedPage;
  userId: string;
  /** The writer may edit the page, but perhaps not here. */
  mayEdit: boolean;
  isEditable: boolean;
}

/** A page that is open in this tab: its editor and its saver. It outlives React's rendering. */
export class OpenEditor implements DraftEditor {
  readonly place: PagePlace;
  readonly mayEdit: boolean;
  readonly isEditable: boolean;
  readonly session: Session;
  /** Whether the browser could read what it has kept of the page. */
  readonly isLeftKnown: boolean;
  /** Fields of the page that the writer has changed, and the service may not have. */
  fields: Fields;
  /** The page as the service has it. */
  page: DocumentPage;
  readonly #listeners = new Set<() => void>();
  state;
  #view: EditorView | undefined;
  readonly #whenShown = new Set<() => void>();
  #title: string;
  #isPreparing = false;
  #isBehind = false;
  /** Callbacks that wait for the end of a composition. */
  readonly #waiting: (() => void)[] = [];
  readonly #shared: SharedConflicts;
  #stops: (() => void)[] = [];

  constructor({ place, opened, userId, mayEdit, isEditable }: OpenEditorParts) {
    this.place = place;
    this.mayEdit = mayEdit;
    this.isEditable = isEditable;
    this.page = opened.page;
    this.#title = opened.page.title;
    this.isLeftKnown = opened.left !== 'unknown';
    const left = opened.left === 'unknown' ? undefined : opened.left;
    const read = toEditor(opened.document);
    const parts = createParts(place, opened.page.variables ?? {}, {
      readSource: (handle) => this.#readSource(handle),
      writeSource: (handle, markdown) => this.#writeSource(handle, markdown),
    });
    this.state = createEditorState(left ? documentOfEntry(left) : read, parts);
    // It loads in parallel with the page around the text.
    void loadViewsFor(this.state.doc)?.catch(() => undefined);
    this.fields = { ...left?.fields };
    this.session = openSession({
      journal,
      editor: this,
      place,
      userId,
      title: () => this.#title,
      whenIdle: () => this.#whenIdle(),
      onPage: (page) => this.#showPage(page),
      start: left
        ? { entry: left }
        : { document: read, revision: opened.revision, isApart: !this.isLeftKnown },
    });
    this.#shared = new SharedConflicts({
      place,
      draft: this.session.draft,
      editor: this,
      follow: () => this.readAgain(),
      onDecided: (block, unsaved) => this.#tellDecided(block, unsaved),
      onChange: () => this.#showConflicts(),
    });
  }

  /** Begins to follow what happens to the page elsewhere. */
  start(): void {
    const { saver } = this.session;
    // The stream is opened meanwhile, unless another tab holds it. It reports what happens after this reading.
    const reading = setTimeout(() => this.#readConflicts(), FIRST_READING_MS);
    this.#stops = [
      () => clearTimeout(reading),
      attendSaver(saver),
      saver.subscribe(() => {
        this.#showConflicts();
        this.#shared.tell();
      }),
      subscribe(this.place, (event) => {
        if (event.type === 'reset') void this.#follow();
        if (event.type === 'open' || event.type === 'reset') {
          clearTimeout(reading);
          this.#readConflicts();
          checkRelease();
        }
        if (event.type === 'edit_conflict' && event.page === this.place.pageId) this.#readConflicts();
        if (event.type !== 'content' || event.revision === this.session.draft.revision) return;
        if ((event.pages ?? []).some(({ page }) => page === this.place.pageId) || (event.omitted ?? 0) > 0)
          void this.#followOthers(event.revision);
      }),
    ];
  }

  stop(): void {
    this.#shared.stop();
    for (const stop of this.#stops) stop();
    this.#stops = [];
    void this.session.close();
    this.#view?.destroy();
    this.#view = undefined;
  }

  /** Shows the text in an element, as soon as the views of its blocks are there. */
  mount(element: HTMLElement, labels: { content: string }): () => void {
    let view: EditorView | undefined;
    let isGone = false;
    const show = (): void => {
      if (isGone) return;
      view = createEditorView(element, {
        state: this.state,
        isEditable: this.isEditable,
        label: labels.content,
        dispatch: (transaction) => this.dispatch(transaction),
        onIdle: () => {
          for (const resolve of this.#waiting.splice(0)) resolve();
        },
      });
      this.#view = view;
      this.#showConflicts();
      for (const then of this.#whenShown) then();
      this.#whenShown.clear();
    };
    const loading = loadViewsFor(this.state.doc);
    if (loading) void loading.then(show, show);
    else show();
    return () => {
      isGone = true;
      view?.destroy();
      if (view && this.#view === view) this.#view = undefined;
    };
  }

  /** The text as it is shown; undefined before that. */
  get view(): EditorView | undefined {
    return this.#view;
  }

  /** Calls a function when the text is shown, or now if it is. Returns how to call it off. */
  whenShown(then: () => void): () => void {
    if (this.#view) then();
    else this.#whenShown.add(then);
    return () => this.#whenShown.delete(then);
  }

  dispatch(transaction: Transaction): void {
    this.state = this.state.apply(transaction);
    this.#view?.updateState(this.state);
    if (transaction.docChanged) this.session.saver.changed();
  }

  /** The key of the block that the caret is in. Undefined if the service does not have it yet. */
  get currentBlock(): string | undefined {
    if (!this.#view?.hasFocus()) return undefined;
    const { $from } = this.state.selection;
    for (let depth = $from.depth; depth > 0; depth--) {
      const handle = $from.node(depth).attrs.key as unknown;
      if (typeof handle === 'string') return this.session.draft.keyOf(handle);
    }
    return undefined;
  }

  setFields(fields: Fields): void {
    // They were based on what was shown.
    const bases = { ...fieldsOf(this.page), ...this.fields };
    this.fields = { ...this.fields, ...fields };
    if (typeof fields.title === 'string') this.#title = fields.title;
    this.session.saver.setFields(
      fields,
      Object.fromEntries(Object.keys(fields).map((name) => [name, bases[name]])),
    );
    for (const listener of this.#listeners) listener();
  }

  /** The writer has decided about a field that somebody else has changed as well. */
  settleField(name: string, isOurs: boolean): void {
    this.session.saver.settleField(name, isOurs);
    this.#showPage(this.page);
  }

  subscribe = (listener: () => void): (() => void) => {
    const leave = this.session.saver.subscribe(listener);
    this.#listeners.add(listener);
    return () => {
      leave();
      this.#listeners.delete(listener);
    };
  };

  /** Whether the browser keeps what is not saved. */
  get hasJournal(): boolean {
    return this.session.saver.hasJournal;
  }

  get saveState(): SaveState {
    return this.session.saver.state;
  }

  /** Scrolls to a block, by the key that the service knows it by, and sets the caret there. */
  showBlock(key: string): void {
    const view = this.#view;
    const handle = this.session.draft.handleOf(key);
    view?.state.doc.descendants((node, at) => {
      if (node.attrs.key !== handle) return;
      const element = view.nodeDOM(at);
      if (element instanceof HTMLElement) element.scrollIntoView({ block: 'start' });
      view.dispatch(view.state.tr.setSelection(Selection.near(view.state.doc.resolve(at + 1))));
    });
  }

  focus(): void {
    this.#view?.focus();
  }

  /** Reads what was saved in another way into the editor. */
  async readAgain(): Promise<void> {
    const { draft } = this.session;
    const { page, document, revision = draft.revision } = await readPage(this.place, this);
    draft.receive(document, revision);
    this.session.saver.compareFields(fieldsOf(page));
    this.#showPage(page);
  }

  /** Unsaved changes of the writer stay as they are. */
  #showPage(page: DocumentPage): void {
    this.page = page;
    this.fields = { ...this.session.saver.fields.values };
    if (this.fields.title === undefined) this.#title = page.title;
    for (const listener of this.#listeners) listener();
  }

  /** The Markdown of a block, after everything is saved. */
  async #readSource(handle: string): Promise<string | undefined> {
    const { saver, draft } = this.session;
    await saver.flush();
    const key = draft.keyOf(handle);
    if (!saver.isClean || key === undefined) return undefined;
    const [{ readSource }, { sourceOf }] = await Promise.all([
      import('../saving/source-draft.ts'),
      import('../editor/input/block-source.ts'),
    ]);
    const [{ document, revision }, source] = await Promise.all([
      readPage(this.place),
      readSource(this.place),
    ]);
    return revision === source.revision ? sourceOf(document.nodes, key, source.markdown) : undefined;
  }

  /** Writes Markdown in the place of a block, exactly as it is, and shows what it means. */
  async #writeSource(handle: string, markdown: string): Promise<void> {
    const { writeSource } = await import('../editor/input/block-source.ts');
    writeSource(this.state, handle, markdown, (transaction) => this.dispatch(transaction));
    const { saver } = this.session;
    await saver.flush();
    if (saver.isClean) await this.readAgain();
  }

  /** The event of an own save may arrive before its response. */
  async #followOthers(revision: string): Promise<void> {
    if ((await withoutOwnSaves([revision])).length > 0) await this.#follow(revision);
  }

  /** Brings the changes of others into the editor. */
  async #follow(current?: string): Promise<void> {
    const { saver, draft } = this.session;
    // The service merges what is not saved yet, and returns the changes of others.
    if (!saver.isClean) {
      await saver.flush();
      // What is in conflict is not sent.
      if (draft.conflicts.size === 0 || saver.isSending) return;
    }
    if (this.#isPreparing) return;
    this.#isPreparing = true;
    try {
      const before = draft.revision;
      const read = await readPage(this.place, this);
      await this.#whenIdle();
      // The response is older than what was saved meanwhile.
      if (draft.revision !== before || saver.isSending || (!saver.isClean && draft.conflicts.size === 0))
        this.#isBehind = true;
      else {
        draft.receive(read.document, read.revision ?? current ?? before);
        saver.compareFields(fieldsOf(read.page));
        this.#showPage(read.page);
      }
    } catch {
      // The next event, or the next save, brings it.
    } finally {
      this.#isPreparing = false;
    }
    if (!this.#isBehind) return;
    this.#isBehind = false;
    await this.#follow();
  }

  /** Resolves when no composition is in progress, which a change from elsewhere would interrupt. */
  #whenIdle(): Promise<void> {
    if (!this.#view?.composing) return Promise.resolve();
    return new Promise((resolve) => {
      this.#waiting.push(resolve);
    });
  }

  #readConflicts(): void {
    if (this.isEditable) this.#shared.refresh();
  }

  #showConflicts(): void {
    if (!this.#view) return;
    const own = [...this.session.draft.conflicts.values()].map((one) => this.#showOwn(one));
    showConflicts(this.#view, [...own, ...this.#shared.others.map((one) => this.#showTheirs(one))]);
  }

  /** A text of this writer that is not saved. */
  #showOwn({ block, base, theirs }: BlockConflict): ShownConflict {
    const { draft, saver } = this.session;
    const decide = (): void => {
      this.#showConflicts();
      saver.changed();
      void saver.flush();
    };
    return {
      id: block,
      block,
      explanation: t('conflictExplained'),
      before: base && [base],
      theirs: theirs ? [theirs] : [],
      keepOurs: () => {
        draft.settle(block);
        decide();
      },
      keepTheirs: () => {
        draft.yieldTo(block);
        decide();
      },
      keepBoth:
        theirs && findBlock(this.state.doc, block)
          ? () => {
              this.#take(block, { texts: [theirs], isBeside: true });
              draft.settle(block);
              decide();
            }
          : undefined,
    };
  }

  /** A text that somebody else could not save, because this one was saved first. */
  #showTheirs({ id, author, block, before, unsaved }: OthersConflict): ShownConflict {
    const decide = (isBeside?: boolean): void => {
      if (isBeside !== undefined) this.#take(block, { texts: unsaved, isBeside });
      void this.session.saver.flush().then(() => this.#shared.settle(id));
    };
    return {
      id,
      block,
      explanation: t('conflictOfOther', { name: author }),
      before: before.length > 0 ? before : undefined,
      theirs: unsaved,
      keepOurs: () => decide(),
      keepTheirs: () => decide(false),
      keepBoth: unsaved.length > 0 ? () => decide(true) : undefined,
    };
  }

  #take(block: string | undefined, taken: Parameters<typeof takeTexts>[2]): void {
    if (this.#view) takeTexts(this.#view, block, taken);
  }

  /** Somebody else has decided about a text of this writer, who can have it back. */
  #tellDecided(block: string, unsaved: Node | undefined): void {
    this.#showConflicts();
    void this.session.saver.flush();
    showToast(t('conflictDecided'), {
      action: unsaved && {
        label: t('conflictBringBack'),
        run: () => this.#take(block, { texts: [unsaved], isBeside: true }),
      },
    });
  }
}
