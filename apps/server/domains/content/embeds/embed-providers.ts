/** A site whose frames are shown in pages. */
export interface EmbedProvider {
  name: string;
  /** The hosts of the addresses that people paste. */
  hosts: readonly string[];
  /** Its oEmbed endpoint. */
  endpoint: string;
  /** The hosts that serve its frames. */
  frameHosts: readonly string[];
}

/** Every site whose frames are shown. The addresses of all others become links. */
export const EMBED_PROVIDERS: readonly EmbedProvider[] = [
  {
    name: 'YouTube',
    hosts: ['youtube.com', 'www.youtube.com', 'm.youtube.com', 'music.youtube.com', 'youtu.be'],
    endpoint: 'https://www.youtube.com/oembed',
    frameHosts: ['www.youtube.com', 'www.youtube-nocookie.com'],
  },
  {
    name: 'Vimeo',
    hosts: ['vimeo.com', 'www.vimeo.com', 'player.vimeo.com'],
    endpoint: 'https://vimeo.com/api/oembed.json',
    frameHosts: ['player.vimeo.com'],
  },
  {
    name: 'Loom',
    hosts: ['loom.com', 'www.loom.com'],
    endpoint: 'https://www.loom.com/v1/oembed',
    frameHosts: ['www.loom.com'],
  },
  {
    name: 'Figma',
    hosts: ['figma.com', 'www.figma.com'],
    endpoint: 'https://www.figma.com/api/oembed',
    frameHosts: ['www.figma.com', 'embed.figma.com'],
  },
  {
    name: 'CodePen',
    hosts: ['codepen.io'],
    endpoint: 'https://codepen.io/api/oembed',
    frameHosts: ['codepen.io'],
  },
  {
    name: 'CodeSandbox',
    hosts: ['codesandbox.io', 'www.codesandbox.io'],
    endpoint: 'https://codesandbox.io/oembed',
    frameHosts: ['codesandbox.io'],
  },
  {
    name: 'Spotify',
    hosts: ['open.spotify.com'],
    endpoint: 'https://open.spotify.com/oembed',
    frameHosts: ['open.spotify.com'],
  },
  {
    name: 'SoundCloud',
    hosts: ['soundcloud.com', 'www.soundcloud.com', 'm.soundcloud.com'],
    endpoint: 'https://soundcloud.com/oembed',
    frameHosts: ['w.soundcloud.com'],
  },
  {
    name: 'Miro',
    hosts: ['miro.com', 'www.miro.com'],
    endpoint: 'https://miro.com/api/v1/oembed',
    frameHosts: ['miro.com'],
  },
];
