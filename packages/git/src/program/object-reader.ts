import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { GitError } from './git-error.ts';
import { killGroup, missingProgram, startGit, timedOut } from './git-process.ts';

export interface Blob {
  oid: string;
  /** In bytes. */
  size: number;
  /** Undefined if the blob is larger than the requested maximum. */
  content: Buffer | undefined;
}

export interface ReadBlobsOptions {
  oids: Iterable<string>;
  environment: Record<string, string>;
  maxBlobBytes: number;
  timeoutMs: number;
  signal?: AbortSignal | undefined;
}

const damaged = (oid: string): GitError =>
  new GitError(
    'damaged-cache',
    `The cached copy of the repository is damaged (object ${oid}). Import again to renew it.`,
  );

/**
 * Streams blobs through one `git cat-file --batch`, in the order asked, each checked against its id.
 * @throws GitError `damaged-cache`, `timeout` or `aborted`
 */
export async function* readBlobs(options: ReadBlobsOptions): AsyncGenerator<Blob, void, undefined> {
  const child = startGit(['cat-file', '--batch'], options.environment);
  let failure: GitError | undefined;
  const stop = (error: GitError): void => {
    failure ??= error;
    killGroup(child);
  };
  child.once('error', (error) => stop(missingProgram(error)));
  const timer = setTimeout(() => stop(timedOut(options.timeoutMs)), options.timeoutMs);
  const onAbort = (): void => stop(new GitError('aborted', 'The operation was cancelled.'));
  if (options.signal?.aborted) onAbort();
  options.signal?.addEventListener('abort', onAbort, { once: true });
  child.stderr.resume();
  const asked: string[] = [];
  Readable.from(requestObjects(options.oids, asked)).pipe(child.stdin);
  try {
    const bytes = new ByteReader(child.stdout);
    for (let index = 0; ; index += 1) {
      const header = await bytes.readLine();
      if (header === undefined) {
        if (failure) throw failure;
        if (index < asked.length) throw damaged(asked[index]!);
        return;
      }
      yield await readOne(header, bytes, options.maxBlobBytes);
    }
  } catch (error) {
    throw failure ?? error;
  } finally {
    clearTimeout(timer);
    options.signal?.removeEventListener('abort', onAbort);
    killGroup(child);
  }
}

function* requestObjects(oids: Iterable<string>, asked: string[]): Generator<string> {
  for (const oid of oids) {
    asked.push(oid);
    yield `${oid}\n`;
  }
}

async function readOne(header: string, bytes: ByteReader, maxBlobBytes: number): Promise<Blob> {
  const [oid = '', type, length] = header.split(' ');
  const size = Number(length);
  if (type !== 'blob' || !Number.isSafeInteger(size)) throw damaged(oid);
  const content = await bytes.read(size + 1, size <= maxBlobBytes);
  if (content === 'ended') throw damaged(oid);
  if (content === 'skipped') return { oid, size, content: undefined };
  const blob = content.subarray(0, size);
  const hash = createHash(oid.length === 40 ? 'sha1' : 'sha256');
  if (hash.update(`blob ${size}\0`).update(blob).digest('hex') !== oid) throw damaged(oid);
  return { oid, size, content: blob };
}

/** Takes lines and runs of bytes off a stream, copying each byte at most twice. */
class ByteReader {
  readonly #chunks: AsyncIterator<Buffer>;
  #rest: Buffer = Buffer.alloc(0);

  constructor(stream: AsyncIterable<Buffer>) {
    this.#chunks = stream[Symbol.asyncIterator]();
  }

  async readLine(): Promise<string | undefined> {
    let end = this.#rest.indexOf(10);
    while (end === -1) {
      if (!(await this.#more())) return undefined;
      end = this.#rest.indexOf(10);
    }
    const line = this.#rest.subarray(0, end).toString('latin1');
    this.#rest = this.#rest.subarray(end + 1);
    return line;
  }

  /** Reads exactly this many bytes into separate memory, or skips them. */
  async read(length: number, isWanted: boolean): Promise<Buffer | 'skipped' | 'ended'> {
    const target = isWanted ? Buffer.allocUnsafeSlow(length) : undefined;
    for (let filled = 0; filled < length; ) {
      if (this.#rest.length === 0 && !(await this.#more())) return 'ended';
      const taken = this.#rest.subarray(0, length - filled);
      target?.set(taken, filled);
      filled += taken.length;
      this.#rest = this.#rest.subarray(taken.length);
    }
    return target ?? 'skipped';
  }

  async #more(): Promise<boolean> {
    const next = await this.#chunks.next();
    if (next.done) return false;
    this.#rest = this.#rest.length === 0 ? next.value : Buffer.concat([this.#rest, next.value]);
    return true;
  }
}
