import { all, create, createButton } from './dom.ts';
import { word } from './words.ts';

/** The frames of providers, by the addresses that people paste. Each is named in the policy of pages. */
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

/** Content of other sites: nothing of it is loaded before the reader asks for it. */
export function enhanceEmbeds(root: ParentNode): void {
  for (const place of all(root, '[data-embed]')) {
    const address = findFrame(place.dataset.embed ?? '');
    if (!address) continue;
    const { hostname } = new URL(place.dataset.embed ?? '');
    const name = hostname.replace(/^www\./, '');
    const button = createButton('load', word('loadEmbed', { name }));
    button.addEventListener('click', () => {
      const frame = create('iframe', {
        src: address,
        title: name,
        sandbox: 'allow-scripts allow-same-origin allow-popups allow-presentation',
        allow: 'fullscreen; encrypted-media; picture-in-picture',
        referrerpolicy: 'strict-origin',
      });
      button.replaceWith(frame);
      frame.focus();
    });
    place.prepend(button);
  }
}

function findFrame(address: string): string | undefined {
  const [, rest] = /^https?:\/\/(.+)$/i.exec(address) ?? [];
  for (const [pattern, frame] of FRAMES) {
    const [found] = pattern.exec(rest ?? '') ?? [];
    if (found !== undefined) return `https://${found.replace(pattern, frame)}`;
  }
  return undefined;
}
