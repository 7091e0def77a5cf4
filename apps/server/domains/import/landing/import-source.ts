import type { ImportedContent } from '@lectern/import/imported-content';

/** The content of an import: its pages, and access to the bytes of their files. */
export interface ImportSource {
  content: ImportedContent;
  /** Whether a path or address names an available file. `isShown`: whether a page shows it, like an image. */
  hasFile(path: string, isShown: boolean): boolean;
  /**
   * Undefined if the file is not available after all; the source adds the reason to its problems. `from`: the first
   * page that names the file.
   */
  readFile(path: string, from: string | undefined): Promise<Buffer | undefined>;
}
