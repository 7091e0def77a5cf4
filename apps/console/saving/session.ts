import type { Node } from 'prosemirror-model';
import { EditorState, type Transaction } from 'prosemirror-state';
import { createId } from '../api/client.ts';
import { waitForConnection } from '../api/connection.ts';
import type { PagePlace } from '../api/place.ts';
import { childrenOf } from '../editor/convert/children-of.ts';
import { schema } from '../editor/schema/schema.ts';
import { Draft, type DraftEditor } from './draft.ts';
import type { Journal, JournalEntry, RefusedText } from './journal.ts';
import { fieldsOf } from './page-fields.ts';
import { type DocumentPage, readPage, savePage, sendPage } from './save-page.ts';
import { Saver } from './saver.ts';
import { alone, TAB, withoutLiveTabs } from './tab.ts';

/** The saving of one page in this tab. */
export interface Session {
  draft: Draft;
  saver: Saver;
  /** Stops saving. Unsaved changes stay in the journal. */
  close(): Promise<void>;
}

interface SessionParts {
  journal: Journal;
  editor: DraftEditor;
  place: PagePlace;
  userId: string;
  /** The title of the page now. */
  title(): string;
  /** Resolves when the editor can take changes that the writer did not make. */
  whenIdle?: () => Promise<void>;
  /** The page was read again. */
  onPage?: (page: DocumentPage) => void;
  start: SessionStart;
}

type SessionStart =
  /** `isApart`: something is in the journal that could not be read, and must not be overwritten. */
  { document: Node; revision: string; isApart?: boolean } | { entry: JournalEntry };

/** The savers of pages that are open in this tab, by their entries. Nobody else saves those. */
const open = new Map<string, Saver>();

/** Saves what the editor shows, beginning with a page that was read or with what the journal has of it. */
export function openSession(parts: SessionParts): Session {
  const { start, editor, place } = parts;
  const isApart = !('entry' in start) && start.isApart === true;
  const id = isApart ? `${idOf(place)}/${createId()}` : idOf(place);
  const draft = new Draft(editor, 'entry' in start ? readEntry(start.entry) : startOf(start));
  const saver = createSaver(draft, { ...parts, id, tab: TAB });
  open.set(id, saver);
  if ('entry' in start) saver.restore(start.entry);
  return {
    draft,
    saver,
    async close() {
      await saver.leave();
      saver.stop();
      if (open.get(id) === saver) open.delete(id);
    },
  };
}

interface JournaledParts
  extends Pick<SessionParts, 'journal' | 'editor' | 'place' | 'userId' | 'title' | 'whenIdle' | 'onPage'> {
  id: string;
  tab: string;
  send?: typeof sendPage;
}

/** A saver that writes to the journal whatever the service may not have. */
function createSaver(
  draft: Draft,
  { journal, editor, place, userId, title, id, tab, whenIdle, onPage, send = savePage }: JournaledParts,
): Saver {
  let isNoted = true;
  const note = async (): Promise<boolean> => {
    if (saver.isClean && !draft.hasConflicts) {
      if (isNoted) await journal.remove(id);
      isNoted = false;
      return false;
    }
    isNoted = true;
    await journal.write({
      id,
      userId,
      tab,
      place,
      title: title(),
      revision: draft.revision,
      acknowledged: toJson(draft.acknowledged),
      attempted: draft.attempted && toJson(draft.attempted),
      current: toJson(editor.state.doc),
      fields: saver.fields.values,
      bases: saver.fields.bases,
      sent: saver.sent,
      keys: draft.keys,
      conflicts: [...draft.conflicts.values()].map(
        ({ block, base, id }) => [block, base && toJson(base), id] as const,
      ),
      at: Date.now(),
    });
    return true;
  };
  const saver: Saver = new Saver({
    draft,
    save: (request) => send(place, request),
    async read(isSaved) {
      const { page, document, revision = draft.revision } = await readPage(place);
      await whenIdle?.();
      draft.receive(document, revision, { isSaved });
      saver.compareFields(fieldsOf(page));
      onPage?.(page);
    },
    note,
    wait: waitForConnection,
    ...(whenIdle ? { whenIdle } : {}),
  });
  return saver;
}

const startOf = ({ document, revision }: { document: Node; revision: string }) => ({
  acknowledged: document,
  revision,
});

const readEntry = ({ acknowledged, revision, attempted, keys, conflicts }: JournalEntry) => ({
  acknowledged: fromJson(acknowledged),
  revision,
  attempted: attempted === undefined ? undefined : fromJson(attempted),
  keys,
  conflicts: conflicts.map(
    ([block, base, id]) => [block, base === undefined ? undefined : fromJson(base), id] as const,
  ),
});

/** The document that the editor showed. */
export const documentOfEntry = ({ current }: JournalEntry): Node => fromJson(current);

const idOf = ({ spaceId, changeRequestId, pageId }: PagePlace, tab = TAB): string =>
  [tab, spaceId, changeRequestId ?? '', pageId].join('/');

const isOf = (entry: JournalEntry, { spaceId, changeRequestId, pageId }: PagePlace): boolean =>
  entry.place.spaceId === spaceId &&
  entry.place.changeRequestId === changeRequestId &&
  entry.place.pageId === pageId;

/** The unsaved changes of this user's closed tabs, latest first. */
async function listLeftEntries(journal: Journal, userId: string): Promise<JournalEntry[]> {
  const own = (await journal.list()).filter((entry) => entry.userId === userId);
  return (await withoutLiveTabs(own)).sort((a, b) => b.at - a.at);
}

/** Claims the unsaved changes that a closed tab has left of a page. */
export async function adoptEntry(
  journal: Journal,
  userId: string,
  place: PagePlace,
): Promise<JournalEntry | undefined> {
  const isWanted = (entry: JournalEntry): boolean => isOf(entry, place);
  // The page was left in this tab, and is still being saved: from here on, the next one who opens it does that.
  open.get(idOf(place))?.stop();
  open.delete(idOf(place));
  const found = (await listLeftEntries(journal, userId)).find(isWanted);
  if (!found) return undefined;
  return alone(lockOf(found), { isPatient: true }, async () => {
    // Another tab may have saved it meanwhile.
    const entry = (await listLeftEntries(journal, userId)).find(({ id }) => id === found.id);
    if (!entry) return undefined;
    const adopted = { ...entry, id: idOf(place), tab: TAB };
    await journal.write(adopted);
    if (adopted.id !== entry.id) await journal.remove(entry.id);
    return adopted;
  });
}

const lockOf = ({ id }: JournalEntry): string => `left/${id}`;

/** Saves what closed tabs have left. What is in conflict stays, and so does what the service refuses, which is returned. */
export async function saveLeftEntries(journal: Journal, userId: string): Promise<RefusedText[]> {
  const refused: RefusedText[] = [];
  for (const entry of await listLeftEntries(journal, userId)) {
    if (open.has(entry.id)) continue;
    const reason = await alone(lockOf(entry), { isPatient: false }, () => saveEntry(journal, entry));
    if (reason === undefined) continue;
    const { id, title } = entry;
    refused.push({
      id,
      title,
      reason,
      readMarkdown: async () => {
        const { writeMarkdown } = await import('../editor/input/write-markdown.ts');
        return writeMarkdown(documentOfEntry(entry));
      },
      discard: () => journal.remove(id),
      keep: () => journal.write(entry),
    });
  }
  return refused;
}

/** Tries only once, so that opening the page does not have to wait. Returns why the service has refused it. */
async function saveEntry(journal: Journal, entry: JournalEntry): Promise<string | undefined> {
  const editor = new HeadlessEditor(documentOfEntry(entry));
  const draft = new Draft(editor, readEntry(entry));
  // The page may be open in this tab, too, which has to show what is saved here.
  const saver = createSaver(draft, { ...entry, journal, editor, title: () => entry.title, send: sendPage });
  saver.restore(entry);
  const unsubscribe = saver.subscribe(() => {
    if (saver.state.kind === 'offline') saver.stop();
  });
  await saver.flush();
  unsubscribe();
  saver.stop();
  return saver.state.kind === 'failed' ? saver.state.message : undefined;
}

/** A document without an editor. */
class HeadlessEditor implements DraftEditor {
  state: EditorState;

  constructor(doc: Node) {
    this.state = EditorState.create({ doc });
  }

  dispatch(transaction: Transaction): void {
    this.state = this.state.apply(transaction);
  }
}

const written = new WeakMap<Node, string>();

/**
 * A document as the journal has it. A text, because browsers copy it much faster than objects. Blocks that have not
 * changed are written once.
 */
function toJson(node: Node): string {
  let json = written.get(node);
  if (json === undefined) {
    json = node.isTextblock || node.isLeaf ? JSON.stringify(node) : containerToJson(node);
    written.set(node, json);
  }
  return json;
}

function containerToJson(node: Node): string {
  const { type, attrs } = node;
  const start = JSON.stringify({ type: type.name, attrs }).slice(0, -1);
  return `${start},"content":[${childrenOf(node).map(toJson).join()}]}`;
}

/** Earlier releases wrote objects. */
const fromJson = (json: unknown): Node =>
  schema.nodeFromJSON(typeof json === 'string' ? JSON.parse(json) : json);
