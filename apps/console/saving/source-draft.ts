import { ApiError } from '@lectern/client/api-error';
import { mergeTextCleanly } from '@lectern/content/merge/merge-texts';
import { api } from '../api/client.ts';
import { waitForConnection } from '../api/connection.ts';
import type { PagePlace } from '../api/place.ts';
import { createJournal, type RefusedText, type SentRequest, SOURCES } from './journal.ts';
import { savePage } from './save-page.ts';
import type { Saved, SavedDraft } from './saved-draft.ts';
import { Saver } from './saver.ts';
import { alone, announceTab, TAB, withoutLiveTabs } from './tab.ts';
import type { Fields } from './unsaved-fields.ts';

interface Source {
  markdown: string;
  revision: string;
}

/** The part of the source of a page that a tab may not have saved. */
interface SourceEntry {
  id: string;
  userId: string;
  tab: string;
  place: PagePlace;
  revision: string;
  /** The texts that the service has, that it was sent, and that the editor shows. */
  saved: string;
  attempted: string | undefined;
  text: string;
  sent: SentRequest | undefined;
  at: number;
}

const journal = createJournal<SourceEntry>(SOURCES);

/** The savers of sources in this tab, by their entries. Nobody else saves those. */
const open = new Map<string, Saver>();

/** The Markdown of a page that is edited as it is, byte for byte the file. */
export class SourceDraft implements SavedDraft {
  revision: string;
  /** The source that somebody else has saved, if it changes the same words. Nothing is sent until the writer has decided. */
  theirs: string | undefined;
  #saved: string;
  #text: string;
  #attempted: string | undefined;
  readonly #listeners = new Set<(text: string) => void>();

  constructor({
    saved,
    text,
    attempted,
    revision,
  }: Pick<SourceEntry, 'saved' | 'text' | 'attempted' | 'revision'>) {
    this.#saved = saved;
    this.#text = text;
    this.#attempted = attempted;
    this.revision = revision;
  }

  get text(): string {
    return this.#text;
  }

  get parts(): Pick<SourceEntry, 'saved' | 'text' | 'attempted' | 'revision'> {
    return { saved: this.#saved, text: this.#text, attempted: this.#attempted, revision: this.revision };
  }

  get isChanged(): boolean {
    return this.#text !== this.#saved;
  }

  get hasConflicts(): boolean {
    return this.theirs !== undefined;
  }

  /** Calls `listener` with a text that takes the place of the one that is shown. */
  onReplace(listener: (text: string) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** The writer has changed the text. */
  change(text: string): void {
    this.#text = text;
  }

  takeContent(): Fields | undefined {
    if (this.hasConflicts || !this.isChanged) return undefined;
    this.#attempted = this.#text;
    return { document: { markdown: this.#text } };
  }

  acknowledge({ revision, merged }: Saved): boolean {
    this.#saved = this.#attempted ?? this.#saved;
    this.#attempted = undefined;
    this.revision = revision;
    return merged?.length === 0;
  }

  abandon(): void {
    this.#attempted = undefined;
  }

  hold(): void {
    this.abandon();
  }

  /** The service has this source now. `isSaved`: with the attempt in it. */
  receive({ markdown, revision }: Source, isSaved: boolean): void {
    const base = (isSaved ? this.#attempted : undefined) ?? this.#saved;
    this.#attempted = undefined;
    this.revision = revision;
    this.#saved = markdown;
    const merged = this.hasConflicts
      ? undefined
      : mergeTextCleanly({ base, ours: this.#text, theirs: markdown });
    if (merged !== undefined) this.#replace(merged);
    this.theirs = merged === undefined && this.isChanged ? markdown : undefined;
  }

  /** The writer has decided which text stays. */
  settle(isOurs: boolean): void {
    const { theirs } = this;
    this.theirs = undefined;
    if (!isOurs && theirs !== undefined) this.#replace(theirs);
  }

  #replace(text: string): void {
    if (text === this.#text) return;
    this.#text = text;
    for (const listener of this.#listeners) listener(text);
  }
}

/** The source of a page that is open in this tab. */
export interface OpenSource {
  draft: SourceDraft;
  saver: Saver;
}

/** Opens the source of a page: as the service has it, with what a closed tab has left. */
export async function openSource(place: PagePlace, userId: string): Promise<OpenSource> {
  announceTab();
  // The page was left in this tab, and is still being saved: from here on, this one does that.
  open.get(idOf(place))?.stop();
  const entry = await adoptEntry(place, userId);
  if (entry) return startSaving(entry);
  const { markdown, revision } = await readSource(place);
  const start = { saved: markdown, text: markdown, attempted: undefined, revision };
  return startSaving({ ...start, id: idOf(place), userId, tab: TAB, place, sent: undefined, at: 0 });
}

function startSaving({ id, userId, tab, place, sent, ...start }: SourceEntry): OpenSource {
  const draft = new SourceDraft(start);
  const saver = new Saver({
    draft,
    save: (request) => savePage(place, request),
    read: async (isSaved) => draft.receive(await readSource(place), isSaved),
    async note() {
      if (saver.isClean) {
        await journal.remove(id);
        return false;
      }
      await journal.write({ id, userId, tab, place, ...draft.parts, sent: saver.sent, at: Date.now() });
      return true;
    },
    wait: waitForConnection,
  });
  open.set(id, saver);
  saver.restore({ sent, fields: {} });
  return { draft, saver };
}

/** Saves what closed tabs have left. What is in conflict stays, and so does what the service refuses, which is returned. */
export async function saveLeftSources(userId: string): Promise<RefusedText[]> {
  const refused: RefusedText[] = [];
  for (const entry of await listLeft(userId))
    if (!open.has(entry.id))
      await alone(lockOf(entry), { isPatient: false }, async () => {
        const { saver } = startSaving(entry);
        const unsubscribe = saver.subscribe(() => {
          if (saver.state.kind === 'offline') saver.stop();
        });
        await saver.flush();
        unsubscribe();
        saver.stop();
        open.delete(entry.id);
        const { id, text } = entry;
        if (saver.state.kind === 'failed')
          refused.push({
            id,
            title: /^# (.*)$/m.exec(text)?.[1]?.trim() ?? '',
            reason: saver.state.message,
            readMarkdown: async () => text,
            discard: () => journal.remove(id),
            keep: () => journal.write(entry),
          });
      });
  return refused;
}

const idOf = ({ spaceId, changeRequestId = '', pageId }: PagePlace): string =>
  [TAB, spaceId, changeRequestId, pageId].join('/');

/** The unsaved changes of this user's closed tabs, latest first. */
async function listLeft(userId: string): Promise<SourceEntry[]> {
  const own = (await journal.list()).filter((entry) => entry.userId === userId);
  return (await withoutLiveTabs(own)).sort((a, b) => b.at - a.at);
}

const lockOf = ({ id }: SourceEntry): string => `left-source/${id}`;

/** From now on, what was left belongs to this tab. Without a database, there is nothing. */
async function adoptEntry(place: PagePlace, userId: string): Promise<SourceEntry | undefined> {
  const find = async (): Promise<SourceEntry | undefined> =>
    (await listLeft(userId).catch(() => [])).find((entry) => idOf(entry.place) === idOf(place));
  const found = await find();
  if (!found) return undefined;
  return alone(lockOf(found), { isPatient: true }, async () => {
    const entry = await find();
    if (!entry) return undefined;
    const adopted = { ...entry, id: idOf(place), tab: TAB };
    await journal.write(adopted);
    if (adopted.id !== entry.id) await journal.remove(entry.id);
    return adopted;
  });
}

/** Reads the source of a page and the revision that it is of. */
export async function readSource({ spaceId, changeRequestId, pageId }: PagePlace): Promise<Source> {
  const revision =
    changeRequestId === undefined
      ? (await api.get('/v1/spaces/{spaceId}', { path: { spaceId } })).revision
      : (
          await api.get('/v1/spaces/{spaceId}/change-requests/{changeRequestId}', {
            path: { spaceId, changeRequestId },
          })
        ).revision;
  const page = await api.get('/v1/spaces/{spaceId}/revisions/{revisionId}/page/{pageId}', {
    path: { spaceId, revisionId: revision, pageId },
    query: { format: 'markdown' },
  });
  if (!('markdown' in page) || page.markdown === undefined) throw new ApiError(404, undefined);
  return { markdown: page.markdown, revision };
}
