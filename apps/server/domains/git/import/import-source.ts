import type { ReportEntry, RepositoryFiles } from '@lectern/git/layout/repository-files';
import type { LfsFile, LfsPointer } from '@lectern/git/program/lfs';

/** The source of an import: a commit of a repository, or a folder. */
export interface ImportSource {
  files: RepositoryFiles;
  /** The paths of everything else that it has there: submodules, links that lead nowhere, files that are too large. */
  leftOut: readonly string[];
  /** The bytes of files by their Git object id, in the order asked. */
  readBlobs(oids: string[]): AsyncIterable<{ oid: string; content: Buffer }>;
  /** Fetches files that the repository keeps in Git LFS; absent where there is no remote. */
  fetchLfs?: (pointers: readonly LfsPointer[]) => AsyncIterable<LfsFile>;
  /** Returns the renames since an earlier commit: new path → old path. */
  findRenames(sinceOid: string): Promise<ReadonlyMap<string, string>>;
  /** Identifies a folder by its place on this machine, where `git_commit` has the id of a commit. */
  folderId?: string;
  /** Absent for a folder. */
  commit: { oid: string; message: string } | undefined;
  /** Problems with parts of the repository that a space cannot hold. */
  report: ReportEntry[];
}
