import type { LinkTargets } from '../links/link-target.ts';
import type { Uploads } from './uploads.ts';

/** What another program has put on the clipboard. */
export interface Pasted {
  text: string;
  html: string;
  files: readonly File[];
  /** The language of the code that an editor of code has copied. */
  codeMode: string | undefined;
  isFromCodeEditor: boolean;
}

export interface PasteParts {
  isPlain: boolean;
  uploads: Uploads;
  targets: LinkTargets;
}
