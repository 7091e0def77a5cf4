/** Where backups are kept: a folder or a bucket. Paths are relative, with slashes. */
export interface BackupTarget {
  /** For messages. */
  name: string;
  /** Stores the bytes durably and at once: a reader sees all of them or none. */
  put(path: string, bytes: Buffer): Promise<void>;
  /** Undefined if there is no such file. */
  read(path: string): Promise<Buffer | undefined>;
  /** The files whose paths begin with the prefix, in no particular order. What is being written is left out. */
  list(prefix: string): AsyncIterable<{ path: string; size: number }>;
  /** Removing what is not there is no error. */
  delete(path: string): Promise<void>;
  close(): Promise<void>;
}
