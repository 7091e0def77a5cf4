/** A file of a commit. */
export interface FileEntry {
  /** Posix path from the repository's root, without a leading slash. */
  path: string;
  /** Git's id of its bytes. */
  oid: string;
  /** In bytes. */
  size: number;
  /** For a file that a symlink points to: the path of the link, and the path of the file itself. */
  link?: { path: string; target: string };
}

/** The files from which the layout is read: a commit's regular files, wherever they are stored. */
export interface RepositoryFiles {
  list(): readonly FileEntry[];
  /**
   * The texts of files by path, decoded as UTF-16 if they begin with its byte order mark, and else as UTF-8 (invalid
   * bytes as U+FFFD, a byte order mark kept); missing ones are left out.
   */
  readTexts(paths: readonly string[]): Promise<ReadonlyMap<string, string>>;
}

/** Why something is reported, for programs. */
export type ReportReason =
  | 'branch-not-synced'
  | 'computed-pages'
  | 'file-too-large'
  | 'invalid-condition'
  | 'invalid-redirect'
  | 'kept-aside'
  | 'left-out'
  | 'lfs-file'
  | 'listed-twice'
  | 'missing-directory'
  | 'missing-page'
  | 'not-understood'
  | 'older-commit'
  | 'page-too-large'
  | 'path-differs'
  | 'same-problems'
  | 'similar-paths'
  | 'undecodable-text'
  | 'unlisted-page'
  | 'unreadable-configuration'
  | 'unreadable-front-matter'
  | 'unreadable-navigation';

/** A construct that was not understood, or perhaps not as its author meant it. */
export interface ReportEntry {
  severity: 'warning' | 'error';
  reason: ReportReason;
  path?: string;
  /** Counted from 1. */
  line?: number;
  message: string;
}
