import type { LinkTargets } from '../links/link-target.ts';
import type { Uploads } from './uploads.ts';

/** The content of the clipboard from another program. */
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
