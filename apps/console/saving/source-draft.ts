import { ApiError } from '@lectern/client/api-error';
import { api, createId } from '../api/client.ts';
import type { PagePlace } from '../api/place.ts';
import { savePage } from './save-page.ts';
import type { SaveState } from './saver.ts';

const IDLE_MS = 800;
const RETRY_MS = 2000;

/** What of a page’s source is not saved. It stays in the browser until the service has it. */
interface LeftSource {
  markdown: string;
  revision: string;
}

/** The Markdown of a page that is edited as it is, byte for byte the file. */
export class SourceDraft {
  readonly #place: PagePlace;
  readonly #key: string;
  readonly #listeners = new Set<() => void>();
  #state: SaveState = { kind: 'saved' };
  #saved: string;
  #text: string;
  #revision: string;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #running: Promise<void> | undefined;
  #request: { idempotencyKey: string; markdown: string; revision: string } | undefined;

  constructor(place: PagePlace, userId: string, { markdown, revision }: LeftSource) {
    this.#place = place;
    this.#key = ['lectern/source', userId, place.spaceId, place.changeRequestId ?? '', place.pageId].join(
      '/',
    );
    const left = JSON.parse(localStorage.getItem(this.#key) ?? 'null') as LeftSource | null;
    this.#saved = markdown;
    this.#text = left?.markdown ?? markdown;
    this.#revision = left?.revision ?? revision;
    if (left) this.#schedule();
  }

  get text(): string {
    return this.#text;
  }

  get state(): SaveState {
    return this.#state;
  }

  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  change(text: string): void {
    if (text === this.#text) return;
    this.#text = text;
    this.#note();
    this.#schedule();
  }

  /** Saves now. Resolves when the service has everything, or cannot take it. */
  flush(): Promise<void> {
    clearTimeout(this.#timer);
    this.#running ??= this.#run().finally(() => {
      this.#running = undefined;
    });
    return this.#running;
  }

  async #run(): Promise<void> {
    while (this.#text !== this.#saved || this.#request) {
      this.#request ??= {
        idempotencyKey: createId(),
        markdown: this.#text,
        revision: this.#revision,
      };
      const { markdown, ...request } = this.#request;
      this.#setState({ kind: 'saving' });
      const outcome = await savePage(this.#place, { ...request, change: { document: { markdown } } });
      switch (outcome.kind) {
        case 'unknown':
          this.#setState({ kind: 'offline' });
          await new Promise((resolve) => setTimeout(resolve, outcome.waitMs ?? RETRY_MS));
          continue;
        case 'saved':
          this.#revision = outcome.revision;
          break;
        case 'signed-out':
          this.#setState({ kind: 'signed-out' });
          return;
        case 'conflict':
          this.#request = undefined;
          this.#setState({ kind: 'conflict' });
          return;
        case 'refused':
          this.#request = undefined;
          this.#setState({ kind: 'failed', message: outcome.message });
          return;
        default: {
          // What is saved is not known: the current source decides.
          const current = await readSource(this.#place);
          this.#revision = current.revision;
          this.#request = undefined;
          this.#saved = current.markdown;
          continue;
        }
      }
      this.#saved = markdown;
      this.#request = undefined;
      this.#note();
    }
    this.#setState({ kind: 'saved' });
  }

  #schedule(): void {
    this.#setState({ kind: 'saving' });
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.flush(), IDLE_MS);
  }

  #note(): void {
    if (this.#text === this.#saved) localStorage.removeItem(this.#key);
    else
      localStorage.setItem(
        this.#key,
        JSON.stringify({ markdown: this.#text, revision: this.#revision } satisfies LeftSource),
      );
  }

  #setState(state: SaveState): void {
    this.#state = state;
    for (const listener of this.#listeners) listener();
  }
}

/** Reads the source of a page and the revision that it is of. */
export async function readSource({ spaceId, changeRequestId, pageId }: PagePlace): Promise<LeftSource> {
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
