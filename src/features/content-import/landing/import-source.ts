import type { ImportedContent } from '../imported-content.ts';

/** What an import is made of: the pages, and where the bytes of their files are. */
export interface ImportSource {
  content: ImportedContent;
  /** Whether a path or address names a file that can be had. `isShown`: a page shows it, as it does an image. */
  hasFile(path: string, isShown: boolean): boolean;
  /** Undefined for a file that cannot be had after all; the source says why in its problems. */
  readFile(path: string): Promise<Buffer | undefined>;
}
