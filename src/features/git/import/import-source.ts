import type { ReportEntry, RepositoryFiles } from '../layout/repository-files.ts';

/** What an import reads: a commit of a repository, or a folder. */
export interface ImportSource {
  files: RepositoryFiles;
  /** The bytes of files by their Git object id, in the order asked. */
  readBlobs(oids: string[]): AsyncIterable<{ oid: string; content: Buffer }>;
  /** Where files that were moved since an earlier commit were then: new path → old path. */
  findRenames(sinceOid: string): Promise<ReadonlyMap<string, string>>;
  /** Absent for a folder. */
  commit: { oid: string; message: string } | undefined;
  /** What the repository holds that no space can hold. */
  report: ReportEntry[];
}
