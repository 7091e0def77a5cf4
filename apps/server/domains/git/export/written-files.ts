/** The files that an export writes. */

import { createHash } from 'node:crypto';
import type { FileEntry } from '@lectern/content/tree/entries';
import { type Hash, hashToBytes } from '@lectern/content/tree/hash';
import type { CommitFile } from '@lectern/git/program/write-commit';
import type { BlobStore } from '../../../platform/storage/blob-store.ts';

export interface FileChange {
  kind: 'added' | 'changed' | 'renamed' | 'deleted';
  path: string;
  oldPath?: string;
}

type Content = Buffer | { blob: Hash; oid: string } | { oid: string };

export interface WrittenFile {
  path: string;
  /** Where the file was; undefined for a new one. */
  oldPath: string | undefined;
  content: Content;
  oid: string;
}

interface Target {
  blobs: Pick<BlobStore, 'read'>;
  organizationId: string;
  objectFormat: 'sha1' | 'sha256';
  /** The ids of the files of the commit before, by their paths. */
  present: ReadonlyMap<string, string>;
}

/** Collects the files of the next commit, and reads each only when it is written. */
export class WrittenFiles {
  readonly #target: Target;
  readonly #files: WrittenFile[] = [];

  constructor(target: Target) {
    this.#target = target;
  }

  add(file: Omit<WrittenFile, 'oid'>, oid: string): void {
    this.#files.push({ ...file, oid });
  }

  /** The files that the commit before does not have, or has otherwise. */
  listChanged(): WrittenFile[] {
    return this.#files.filter(({ path, oid }) => this.#target.present.get(path) !== oid);
  }

  listPaths(): Set<string> {
    return new Set(this.#files.map(({ path }) => path));
  }

  /** Describes what changes, with the files that are deleted. */
  describe(files: readonly WrittenFile[], deleted: readonly string[]): FileChange[] {
    const renamed = new Set<string>();
    const changes = files.map(({ path, oldPath }): FileChange => {
      if (oldPath !== undefined && oldPath !== path && this.#target.present.has(oldPath)) {
        renamed.add(oldPath);
        return { kind: 'renamed', path, oldPath };
      }
      return { kind: this.#target.present.has(path) ? 'changed' : 'added', path };
    });
    const gone = deleted.filter((path) => !renamed.has(path));
    return [...changes, ...gone.map((path): FileChange => ({ kind: 'deleted', path }))];
  }

  async *read(files: readonly WrittenFile[]): AsyncGenerator<CommitFile> {
    for (const { path, content } of files) {
      if (Buffer.isBuffer(content)) yield { path, content };
      else if ('blob' in content) yield { path, content: await this.#readBlob(content.blob) };
      else yield { path, content };
    }
  }

  /** The id that Git gives to a file with this content. */
  oidOf(content: Buffer): string {
    return this.#startOid(content.length).update(content).digest('hex');
  }

  async oidOfBlob({ blob, size }: Pick<FileEntry, 'blob' | 'size'>): Promise<string> {
    const oid = this.#startOid(size);
    for await (const chunk of await this.#openBlob(blob)) oid.update(chunk as Buffer);
    return oid.digest('hex');
  }

  async #readBlob(hash: Hash): Promise<Buffer> {
    const chunks: Buffer[] = [];
    for await (const chunk of await this.#openBlob(hash)) chunks.push(chunk as Buffer);
    return Buffer.concat(chunks);
  }

  async #openBlob(hash: Hash): Promise<AsyncIterable<unknown>> {
    const { blobs, organizationId } = this.#target;
    const stream = await blobs.read(organizationId, hashToBytes(hash));
    if (!stream) throw new Error(`The bytes of the file ${hash} are missing.`);
    return stream;
  }

  #startOid(size: number): ReturnType<typeof createHash> {
    return createHash(this.#target.objectFormat).update(`blob ${size}\0`);
  }
}
