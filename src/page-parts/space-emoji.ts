import { emojiText } from '../content/documents/document.ts';
import { DEFAULT_EMOJI } from '../features/spaces/spaces.present.ts';

/** The emoji of a space as a character: it is kept as it was given, as one or by its code points. */
export function showSpaceEmoji(emoji: string | null): string {
  const given = emoji ?? DEFAULT_EMOJI;
  return emojiText(given) || given;
}
