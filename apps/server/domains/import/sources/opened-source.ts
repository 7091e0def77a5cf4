import type { Credentials } from '@lectern/git/program/remote-url';
import type { ImportProgress } from '../content-import.schemas.ts';
import type { Recognition } from '../convert-files.ts';
import type { ImportSource } from '../landing/import-source.ts';

export interface OpenOptions {
  /** An empty folder for fetched files; the caller removes it. */
  folder: string;
  /** The organization whose copies of repositories are used. */
  organizationId: string;
  /** The credentials for a repository. */
  credentials: Credentials | undefined;
  /** Whether to find out what is in the source. */
  isRecognized?: boolean;
  signal: AbortSignal;
  onProgress: (progress: ImportProgress) => void;
}

export interface OpenedSource extends ImportSource {
  /** The format that the files were read as; undefined for a website. */
  format: string | undefined;
  /** The program that made a website, if its first page says so. */
  generator?: string | undefined;
  /** Only if it was asked for; undefined for a website. */
  recognition?: Recognition | undefined;
  /** The size of a file in the source in bytes; undefined for one that is elsewhere. */
  sizeOf(path: string): number | undefined;
}
