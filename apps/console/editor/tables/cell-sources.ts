import type { FindTargets, Ref, ResolvedTarget } from '../links/link-target.ts';

/** Something that a cell can have. */
export interface CellChoice {
  value: string;
  label: string;
  color?: string;
}

/** Where cells get what they can have, and its names. */
export interface CellSources {
  /** Users of the organization, or files of the space. */
  find(kind: 'users' | 'files' | 'pictures', query: string): Promise<CellChoice[]>;
  namesOf(kind: 'users' | 'files', ids: readonly string[]): Promise<string[]>;
  /** Pages, headings, files and addresses. */
  findTargets: FindTargets;
  targetOf(ref: Ref): Promise<ResolvedTarget>;
  /** Uploads a file of the writer, and returns its id. */
  upload(file: File): Promise<string>;
}

/** They are needed only by pages with such cells. */
export type LoadCellSources = () => Promise<CellSources>;
