/** Texts that were written and not sent. They survive a closed panel, a closed tab and a failed request. */
import { createId } from '../../api/client.ts';
import type { CommentsPlace, NewComment } from '../../api/comments.ts';
import { placeName } from '../../api/place.ts';
import { queries, sessionQuery } from '../../api/queries.ts';
import { createStore } from '../../api/store.ts';

/** What a new comment is on, in the revision in which its author saw it. */
export interface NewTarget extends Pick<NewComment, 'page' | 'node' | 'range' | 'revision'> {
  /** The words, or the text of the block. */
  text?: string;
}

export interface UnsentText {
  text: string;
  /** The names that were mentioned in it, with the ids of their users. */
  mentions: Record<string, string>;
  /** The same for each attempt to send it. */
  key: string;
  target?: NewTarget;
  /** The text that is suggested in the place of the target’s. */
  suggested?: string;
}

const PREFIX = 'lectern-unsent';

/** Whatever reads the texts reads them again when this changes. */
export const unsentChanges = createStore(0);
const noteChange = (): void => unsentChanges.set(unsentChanges.get() + 1);
window.addEventListener('storage', ({ key }) => {
  if (key === null || key.startsWith(PREFIX)) noteChange();
});

/** Without storage, texts last until the tab is reloaded. */
const memory = new Map<string, string>();

/** The texts of one user in one place. */
export class UnsentTexts {
  readonly #prefix: string;

  constructor(userId: string, place: CommentsPlace) {
    this.#prefix = `${PREFIX}:${userId}:${placeName(place)}:`;
  }

  read(slot: string): UnsentText {
    const kept = readItem(this.#prefix + slot);
    return { text: '', mentions: {}, key: createId(), ...kept };
  }

  /** An empty text is forgotten. */
  write(slot: string, text: UnsentText): void {
    if (text.text.trim() === '' && (text.suggested ?? text.target?.text) === text.target?.text)
      this.forget(slot);
    else writeItem(this.#prefix + slot, JSON.stringify(text));
  }

  forget(slot: string): void {
    writeItem(this.#prefix + slot, undefined);
  }

  /** The slots of new comments on a page, or on the whole place. */
  slotsOfNew(pageId: string | undefined): string[] {
    const start = `${this.#prefix}new:${pageId ?? ''}:`;
    return keysOf()
      .filter((key) => key.startsWith(start))
      .map((key) => key.slice(this.#prefix.length))
      .sort();
  }
}

/** The texts of whoever is signed in. */
export const unsentTextsOf = (place: CommentsPlace): UnsentTexts =>
  new UnsentTexts(queries.getQueryData(sessionQuery.queryKey)?.user?.id ?? '', place);

/** The slot of a new comment, by what it is on. */
export const slotOfNew = ({ page, node, range }: NewTarget, isSuggestion: boolean): string =>
  `new:${page ?? ''}:${isSuggestion ? 'suggest' : 'comment'}:${node ?? ''}:${range ? `${range.start}-${range.end}` : ''}`;

function keysOf(): string[] {
  try {
    return [...new Set([...Object.keys(localStorage), ...memory.keys()])];
  } catch {
    return [...memory.keys()];
  }
}

function readItem(key: string): Partial<UnsentText> | undefined {
  try {
    const text = localStorage.getItem(key) ?? memory.get(key);
    return text === undefined || text === null ? undefined : (JSON.parse(text) as UnsentText);
  } catch {
    return undefined;
  }
}

function writeItem(key: string, text: string | undefined): void {
  memory.delete(key);
  try {
    if (text === undefined) localStorage.removeItem(key);
    else localStorage.setItem(key, text);
  } catch {
    if (text !== undefined) memory.set(key, text);
  }
  noteChange();
}
