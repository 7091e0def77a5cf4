import type { RedirectBook } from './redirect-book.ts';
import type { RedirectChanges, StoredRedirect } from './redirects.repository.ts';

/** Collects changes of a book of redirects, to write only what differs in the end. */
export class RedirectChangeList {
  readonly book: RedirectBook<StoredRedirect>;
  readonly #before = new Map<string, StoredRedirect>();
  readonly #touched = new Map<string, StoredRedirect | undefined>();

  constructor(book: RedirectBook<StoredRedirect>) {
    this.book = book;
    for (const redirect of book.rules()) this.#before.set(redirect.redirectId, redirect);
  }

  put(redirect: StoredRedirect): void {
    this.book.set(redirect);
    this.#touched.set(redirect.redirectId, redirect);
  }

  remove(redirect: StoredRedirect): void {
    this.book.delete(redirect.source, redirect.isDraft);
    this.#touched.set(redirect.redirectId, undefined);
  }

  /** Those that exist no more, and those that are new or other than before. */
  list(): RedirectChanges {
    const deleted: string[] = [];
    const written: StoredRedirect[] = [];
    for (const [redirectId, redirect] of this.#touched) {
      const before = this.#before.get(redirectId);
      if (redirect && redirect !== before) written.push(redirect);
      if (!redirect && before) deleted.push(redirectId);
    }
    return { deleted, written };
  }
}
