import type { Credentials } from '@lectern/git/program/remote-url';
import type { ImportProgress } from '../content-import.schemas.ts';
import type { ImportSource } from '../landing/import-source.ts';

export interface OpenOptions {
  /** An empty folder for fetched files; the caller removes it. */
  folder: string;
  /** The organization whose copies of repositories are used. */
  organizationId: string;
  /** The credentials for a repository. */
  credentials: Credentials | undefined;
  signal: AbortSignal;
  onProgress: (progress: ImportProgress) => void;
}

export interface OpenedSource extends ImportSource {
  /** The format that the files were read as; undefined for a website. */
  format: string | undefined;
}
