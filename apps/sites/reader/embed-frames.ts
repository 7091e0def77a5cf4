/** The frames of providers, by the addresses that people paste. */
const FRAMES: [RegExp, string][] = [
  [
    /^(?:www\.|m\.)?youtube\.com\/(?:watch\?(?:.*&)?v=|embed\/|shorts\/|live\/)([\w-]{6,20})/,
    'www.youtube-nocookie.com/embed/$1',
  ],
  [/^youtu\.be\/([\w-]{6,20})/, 'www.youtube-nocookie.com/embed/$1'],
  [/^(?:www\.|player\.)?vimeo\.com\/(?:video\/)?(\d+)/, 'player.vimeo.com/video/$1'],
  [/^(?:www\.)?loom\.com\/(?:share|embed)\/(\w+)/, 'www.loom.com/embed/$1'],
  [/^(?:www\.)?figma\.com\/((?:file|design|proto|board)\/.+)/, 'embed.figma.com/$1'],
  [/^codepen\.io\/([\w-]+)\/(?:pen|embed)\/(\w+)/, 'codepen.io/$1/embed/$2'],
  [/^(?:www\.)?codesandbox\.io\/(?:s|embed|p\/sandbox)\/([\w-]+)/, 'codesandbox.io/embed/$1'],
  [
    /^open\.spotify\.com\/(?:embed\/)?((?:track|album|playlist|episode|show|artist)\/\w+)/,
    'open.spotify.com/embed/$1',
  ],
  [
    /^(?:www\.|m\.)?soundcloud\.com\/([\w-]+\/(?:sets\/)?[\w-]+)/,
    'w.soundcloud.com/player/?url=https%3A//soundcloud.com/$1',
  ],
  [/^miro\.com\/app\/(?:board|live-embed)\/([\w=-]+)/, 'miro.com/app/live-embed/$1/'],
];

/** The hosts of these frames, which the policy of pages names. */
export const listFrameHosts = (): string[] => [
  ...new Set(FRAMES.map(([, frame]) => frame.slice(0, frame.indexOf('/')))),
];

/** The frame that shows what is at an address; undefined: it is only linked. */
export function findFrame(address: string): string | undefined {
  const [, rest] = /^https?:\/\/(.+)$/i.exec(address) ?? [];
  for (const [pattern, frame] of FRAMES) {
    const [found] = pattern.exec(rest ?? '') ?? [];
    if (found !== undefined) return `https://${found.replace(pattern, frame)}`;
  }
  return undefined;
}
