import { chunkId, chunkPath, type StoredName, sha256 } from './names.ts';
import type { Seal } from './sealing.ts';
import type { BackupTarget } from './target.ts';

export interface ChunkWriterOptions {
  target: BackupTarget;
  key: Buffer;
  recipients: readonly string[];
  seal: Seal;
  /** The chunks that are there already, by id. */
  existing: Map<string, StoredName>;
}

/** Stores the chunks of one backup, and remembers which it has. What is there already is not stored again. */
export class ChunkWriter {
  readonly #options: ChunkWriterOptions;
  readonly #references = new Map<string, StoredName>();
  readonly #writing = new Map<string, Promise<void>>();
  addedBytes = 0;
  addedChunks = 0;

  constructor(options: ChunkWriterOptions) {
    this.#options = options;
  }

  get references(): StoredName[] {
    return [...this.#references.values()];
  }

  idOf(content: string): string {
    return chunkId(this.#options.key, this.#options.recipients, content);
  }

  /** Whether the chunk is stored; if so, it belongs to the backup. */
  refer(id: string): boolean {
    const name = this.#options.existing.get(id);
    if (name) this.#references.set(id, name);
    return name !== undefined;
  }

  /** Stores a chunk unless it is there. */
  async write(id: string, bytes: Buffer): Promise<void> {
    if (this.refer(id)) return;
    // Equal content at the same time is stored once.
    const writing = this.#writing.get(id) ?? this.#store(id, bytes);
    this.#writing.set(id, writing);
    try {
      await writing;
    } finally {
      this.#writing.delete(id);
    }
    this.refer(id);
  }

  async #store(id: string, bytes: Buffer): Promise<void> {
    const { target, seal, existing } = this.#options;
    const stored = await seal(bytes);
    const name = { id, sha256: sha256(stored) };
    await target.put(chunkPath(name), stored);
    existing.set(id, name);
    this.addedBytes += stored.length;
    this.addedChunks += 1;
  }
}

/** Runs several pieces of work at once, no more than `slots`. */
export class Slots {
  readonly #running = new Set<Promise<void>>();
  readonly #slots: number;

  constructor(slots: number) {
    this.#slots = slots;
  }

  /** Waits for a slot and begins the work. Throws what an earlier piece has thrown. */
  async begin(work: () => Promise<void>): Promise<void> {
    while (this.#running.size >= this.#slots) await Promise.race(this.#running);
    const running = work().then(() => {
      this.#running.delete(running);
    });
    running.catch(() => {});
    this.#running.add(running);
  }

  /** Waits for everything that has begun. */
  async end(): Promise<void> {
    const results = await Promise.allSettled(this.#running);
    const failed = results.find((result) => result.status === 'rejected');
    if (failed) throw failed.reason;
  }
}
