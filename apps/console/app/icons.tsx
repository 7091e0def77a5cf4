import { type IconName, SHAPES, strokeOf } from '../icons/shapes.ts';

export type { IconName };

export function Icon({ name, size = 16 }: { name: IconName; size?: number }) {
  return (
    <svg
      width={size}
      height={size}
      viewBox="0 0 16 16"
      fill="none"
      stroke="currentColor"
      strokeWidth={strokeOf(name)}
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
      focusable="false"
    >
      <path d={SHAPES[name]} />
    </svg>
  );
}

/** The emoji of a code such as `1f4d8`, or the emoji itself. */
export function emojiOf(emoji: string | undefined): string | undefined {
  if (!emoji) return undefined;
  if (!/^[0-9a-f]{2,6}(?:-[0-9a-f]{2,6})*$/i.test(emoji)) return emoji;
  const points = emoji.split('-').map((code) => Number.parseInt(code, 16));
  return points.some((point) => point > 0x10_ff_ff) ? undefined : String.fromCodePoint(...points);
}

/** The service's default emoji for spaces without their own. */
const ANY_SPACE = '1f4d4';

/** The emoji that was chosen for a space; undefined for the default one, in whose place an icon is shown. */
export const spaceEmojiOf = (emoji: string | undefined): string | undefined =>
  emoji === ANY_SPACE ? undefined : emojiOf(emoji);
