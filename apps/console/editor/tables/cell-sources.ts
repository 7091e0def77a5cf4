import type { FindTargets, Ref, ResolvedTarget } from '../links/link-target.ts';

/** A possible value of a cell. */
export interface CellChoice {
  value: string;
  label: string;
  color?: string;
}

/** Provides the possible values of cells and their names. */
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
