/** The icons of the console: strokes on a 16 × 16 grid in the current text color. */
const PATHS = {
  home: 'M2.5 7.2 8 2.8l5.5 4.4V13a.5.5 0 0 1-.5.5H9.5V9.8h-3v3.7H3a.5.5 0 0 1-.5-.5z',
  search: 'M7 11.5a4.5 4.5 0 1 0 0-9 4.5 4.5 0 0 0 0 9zM10.4 10.4l3.1 3.1',
  star: 'm8 2.4 1.7 3.5 3.9.6-2.8 2.7.7 3.8L8 11.2 4.5 13l.7-3.8-2.8-2.7 3.9-.6z',
  clock: 'M8 13.7A5.7 5.7 0 1 0 8 2.3a5.7 5.7 0 0 0 0 11.4zM8 4.9V8l2 1.4',
  trash: 'M2.8 4.3h10.4M6.2 4.2V2.8h3.6v1.4M4.2 4.3l.6 9h6.4l.6-9M6.7 6.8v4M9.3 6.8v4',
  page: 'M4 2.3h5.2L12.3 5.4v8.3H4zM9.1 2.4v3.1h3.1',
  group: 'M2.4 4.2c0-.5.4-.9.9-.9h3l1.4 1.5h5c.5 0 .9.4.9.9v6.2c0 .5-.4.9-.9.9H3.3a.9.9 0 0 1-.9-.9z',
  link: 'M6.8 9.2a2.6 2.6 0 0 0 3.7 0l2-2a2.6 2.6 0 0 0-3.7-3.7l-.7.7M9.2 6.8a2.6 2.6 0 0 0-3.7 0l-2 2a2.6 2.6 0 0 0 3.7 3.7l.7-.7',
  space: 'M3.2 3.6c0-.7.6-1.3 1.3-1.3h8.2v9H4.5c-.7 0-1.3.6-1.3 1.3m0 0c0 .6.6 1.1 1.3 1.1h8.2M3.2 12.6v-9',
  collection: 'm8 2.5 5.7 2.9L8 8.3 2.3 5.4zM2.3 8 8 10.9 13.7 8M2.3 10.6 8 13.5l5.7-2.9',
  plus: 'M8 3.2v9.6M3.2 8h9.6',
  more: 'M3.6 8h.01M8 8h.01M12.4 8h.01',
  chevron: 'm6.2 4.2 3.8 3.8-3.8 3.8',
  down: 'm4.2 6.2 3.8 3.8 3.8-3.8',
  up: 'm4.2 9.8 3.8-3.8 3.8 3.8',
  menu: 'M2.6 4.4h10.8M2.6 8h10.8M2.6 11.6h10.8',
  close: 'm4 4 8 8M12 4l-8 8',
  sidebar: 'M2.5 3.2h11v9.6h-11zM6.2 3.4v9.2',
  filter: 'M2.8 4.4h10.4M4.8 8h6.4M6.8 11.6h2.4',
  collapse: 'm5 2.8 3 3 3-3M5 13.2l3-3 3 3',
  external: 'M6.5 3.5H3.3v9.2h9.2V9.5M9.3 3.3h3.4v3.4M12.5 3.5 7.2 8.8',
  back: 'M7 3.8 2.8 8 7 12.2M3 8h10.2',
  change:
    'M4.5 5.9a1.6 1.6 0 1 0 0-3.2 1.6 1.6 0 0 0 0 3.2zM4.5 13.3a1.6 1.6 0 1 0 0-3.2 1.6 1.6 0 0 0 0 3.2zM11.5 13.3a1.6 1.6 0 1 0 0-3.2 1.6 1.6 0 0 0 0 3.2zM4.5 6v4M11.5 10V6.4c0-.9-.7-1.6-1.6-1.6H7.6m0 0 1.6-1.6M7.6 4.8l1.6 1.6',
  broken:
    'M6.8 9.2a2.6 2.6 0 0 0 3.7 0M9.2 6.8a2.6 2.6 0 0 0-3.7 0l-2 2a2.6 2.6 0 0 0 3.7 3.7M8.8 3.5a2.6 2.6 0 0 1 3.7 3.7M2.5 2.5l11 11',
  smile:
    'M8 13.7A5.7 5.7 0 1 0 8 2.3a5.7 5.7 0 0 0 0 11.4zM5.4 9.4c.6 1 1.5 1.5 2.6 1.5s2-.5 2.6-1.5M6.1 6.4h.01M9.9 6.4h.01',
  picture:
    'M2.5 3.3h11v9.4h-11zM2.7 11l3-3 2.4 2.3 1.7-1.6 3.5 3.2M9.9 6.6a.9.9 0 1 0 0-1.8.9.9 0 0 0 0 1.8z',
  people:
    'M6 7.6a2.3 2.3 0 1 0 0-4.6 2.3 2.3 0 0 0 0 4.6zM1.9 13c.2-2.3 1.9-3.7 4.1-3.7s3.9 1.4 4.1 3.7M10.4 3.2a2.2 2.2 0 0 1 0 4.2M11.6 9.6c1.5.4 2.4 1.6 2.6 3.4',
  lock: 'M3.7 7.2h8.6v6.2H3.7zM5.5 7.1V5.2a2.5 2.5 0 0 1 5 0v1.9',
  edit: 'm3 13 .6-2.6 7-7a1.4 1.4 0 0 1 2 2l-7 7zM9.4 4.6l2 2',
  settings:
    'M2.4 5h5.2M11.4 5h2.2M2.4 11h2.2M8.4 11h5.2M9.5 6.7a1.7 1.7 0 1 0 0-3.4 1.7 1.7 0 0 0 0 3.4zM6.5 12.7a1.7 1.7 0 1 0 0-3.4 1.7 1.7 0 0 0 0 3.4z',
  globe:
    'M8 13.7A5.7 5.7 0 1 0 8 2.3a5.7 5.7 0 0 0 0 11.4zM2.5 8h11M8 2.4c1.6 1.6 2.3 3.5 2.3 5.6S9.6 12 8 13.6C6.4 12 5.7 10.1 5.7 8S6.4 4 8 2.4z',
  theme: 'M8 13.7A5.7 5.7 0 1 0 8 2.3a5.7 5.7 0 0 0 0 11.4zM8 2.4v11.2',
  out: 'M9.8 5V3.2H3v9.6h6.8V11M6.4 8h7m0 0-2.2-2.2M13.4 8l-2.2 2.2',
  user: 'M8 7.8a2.6 2.6 0 1 0 0-5.2 2.6 2.6 0 0 0 0 5.2zM3 13.4c.3-2.5 2.3-4 5-4s4.7 1.5 5 4',
  undo: 'M5.5 3.2 2.8 5.9l2.7 2.7M3 5.9h6.3a3.4 3.4 0 0 1 0 6.8H6',
  comment: 'M2.8 3.2h10.4v7.6H7.4L4.6 13.4v-2.6H2.8z',
  check: 'm3.2 8.4 3 3 6.6-6.6',
  hidden:
    'M2.5 2.5l11 11M6.3 4.1A6.4 6.4 0 0 1 8 3.9c2.8 0 4.8 1.6 6 4.1a8 8 0 0 1-1.7 2.3M10 10.1A2.6 2.6 0 0 1 6 6.2M4.2 5.2A8 8 0 0 0 2 8c1.2 2.5 3.2 4.1 6 4.1.8 0 1.5-.1 2.2-.4',
  bell: 'M3.4 11.6h9.2c-.9-.8-1.3-1.7-1.3-3.1V7a3.3 3.3 0 0 0-6.6 0v1.5c0 1.4-.4 2.3-1.3 3.1zM6.7 13.5h2.6M8 3.7V2.5',
  draft: 'M3.2 12.8l.6-2.7 6.5-6.5a1.5 1.5 0 0 1 2.1 2.1l-6.5 6.5z',
  merged:
    'M4.5 5.9a1.6 1.6 0 1 0 0-3.2 1.6 1.6 0 0 0 0 3.2zM4.5 13.3a1.6 1.6 0 1 0 0-3.2 1.6 1.6 0 0 0 0 3.2zM11.5 9.6a1.6 1.6 0 1 0 0-3.2 1.6 1.6 0 0 0 0 3.2zM4.5 6v4M4.5 6c.4 1.4 1.8 2.2 5.4 2.2',
  archive: 'M2.5 3.2h11v2.6h-11zM3.4 5.9v6.9h9.2V5.9M6.6 8.4h2.8',
  command: 'm3 4.5 3.5 3.5L3 11.5M8 11.8h5',
} as const;

export type IconName = keyof typeof PATHS;

export function Icon({ name, size = 16 }: { name: IconName; size?: number }) {
  return (
    <svg
      width={size}
      height={size}
      viewBox="0 0 16 16"
      fill="none"
      stroke="currentColor"
      strokeWidth={name === 'more' ? 2.2 : 1.4}
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
      focusable="false"
    >
      <path d={PATHS[name]} />
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
