import { emojiText } from '@lectern/markdown/document';
import { DEFAULT_EMOJI } from '../../domains/content/spaces/spaces.present.ts';

/** Returns the emoji of a space as a character. It is stored as it was sent: as a character, or as code points. */
export function showSpaceEmoji(emoji: string | null): string {
  const given = emoji ?? DEFAULT_EMOJI;
  return emojiText(given) || given;
}
