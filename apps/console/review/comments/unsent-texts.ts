/** Texts that were written and not sent. They survive a closed panel, a closed tab and a failed request. */
import { createId } from '../../api/client.ts';
import type { CommentsPlace, NewComment } from '../../api/comments.ts';
import { placeName } from '../../api/place.ts';
import { queries, sessionQuery } from '../../api/queries.ts';
import { keepText, listKept, readKeptText } from '../kept-texts.ts';

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

/** The texts of one user in one place. */
export class UnsentTexts {
  readonly #prefix: string;

  constructor(userId: string, place: CommentsPlace) {
    this.#prefix = `${userId}:${placeName(place)}:`;
  }

  read(slot: string): UnsentText {
    const kept = readKeptText<UnsentText>(this.#prefix + slot);
    return { text: '', mentions: {}, key: createId(), ...kept };
  }

  /** An empty text is forgotten. */
  write(slot: string, text: UnsentText): void {
    if (text.text.trim() === '' && (text.suggested ?? text.target?.text) === text.target?.text)
      this.forget(slot);
    else keepText(this.#prefix + slot, text);
  }

  forget(slot: string): void {
    keepText(this.#prefix + slot, undefined);
  }

  /** The slots of new comments on a page, or on the whole place. */
  slotsOfNew(pageId: string | undefined): string[] {
    return listKept(`${this.#prefix}new:${pageId ?? ''}:`).map((name) => name.slice(this.#prefix.length));
  }
}

/** The texts of whoever is signed in. */
export const unsentTextsOf = (place: CommentsPlace): UnsentTexts =>
  new UnsentTexts(queries.getQueryData(sessionQuery.queryKey)?.user?.id ?? '', place);

/** The slot of a new comment, by what it is on. */
export const slotOfNew = ({ page, node, range }: NewTarget, isSuggestion: boolean): string =>
  `new:${page ?? ''}:${isSuggestion ? 'suggest' : 'comment'}:${node ?? ''}:${range ? `${range.start}-${range.end}` : ''}`;
