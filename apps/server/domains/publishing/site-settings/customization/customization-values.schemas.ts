/** The values that a customization is made of. The names are those of the public client. */

import { MAX_LENGTH } from '@lectern/expressions/expression';
import { Type } from 'typebox';
import { nullable, refTo, WebUrl } from '../../../../platform/http/schemas.ts';
import { LinkTargetSchema } from './link-target.schemas.ts';
import { localized } from './localized-text.schemas.ts';

const MAX_LINKS = 50;
const MAX_FONT_FACES = 20;
const MAX_FONT_SOURCES = 5;

export const LinkTarget = refTo(LinkTargetSchema);
const Label = Type.String({ minLength: 1, maxLength: 128 });

const Color = Type.String({ pattern: '^#(?:[0-9a-fA-F]{3}){1,2}$', examples: ['#2563d9'] });
export const ThemedColor = Type.Object({ light: Color, dark: Color });
export const ThemedUrl = Type.Object({ light: WebUrl, dark: WebUrl });

export const Theme = Type.Enum(['clean', 'muted', 'bold', 'gradient']);
export const Tint = Type.Object({ color: ThemedColor });
export const Corners = Type.Enum(['straight', 'rounded', 'circular']);
export const Depth = Type.Enum(['subtle', 'flat']);
export const LinksStyle = Type.Enum(['default', 'accent']);
export const Background = Type.Enum(['plain', 'match']);
export const IconsStyle = Type.Enum(['regular', 'solid', 'duotone', 'light', 'thin']);
export const SidebarBackground = Type.Enum(['default', 'filled']);
export const SidebarList = Type.Enum(['default', 'pill', 'line']);
export const SearchStyle = Type.Enum(['prominent', 'subtle']);
export const HeaderPreset = Type.Enum(['default', 'bold', 'contrast', 'custom', 'none']);
export const ThemeMode = Type.Enum(['light', 'dark', 'system']);
export const Locale = Type.Enum(['en', 'fr', 'es', 'zh', 'ja', 'de', 'nl', 'no', 'pt-br', 'ru']);
export const LinksTarget = Type.Enum(['self', 'blank']);
export const ExternalPicturesMode = Type.Enum(['proxy', 'direct', 'none'], {
  description:
    'How pages show pictures from other hosts. `proxy`: the service fetches them and sends them to readers. `direct`: browsers load them from their hosts. `none`: they are shown as links.',
});
export const AiMode = Type.Enum(['none', 'search', 'assistant']);
export const PageAction = Type.Enum(['assistant', 'external-ai', 'markdown', 'mcp', 'git', 'pdf']);

const CodeTheme = Type.Enum(
  `default-light default-dark monochrome-light monochrome-dark andromeeda aurora-x ayu-dark catppuccin-frappe
  catppuccin-latte catppuccin-macchiato catppuccin-mocha dark-plus dracula dracula-soft everforest-dark everforest-light
  github-dark github-dark-default github-dark-dimmed github-dark-high-contrast github-light github-light-default
  github-light-high-contrast gruvbox-dark-hard gruvbox-dark-medium gruvbox-dark-soft gruvbox-light-hard
  gruvbox-light-medium gruvbox-light-soft houston kanagawa-dragon kanagawa-lotus kanagawa-wave laserwave light-plus
  material-theme material-theme-darker material-theme-lighter material-theme-ocean material-theme-palenight min-dark
  min-light monokai night-owl nord one-dark-pro one-light plastic poimandres red rose-pine rose-pine-dawn rose-pine-moon
  slack-dark slack-ochin snazzy-light solarized-dark solarized-light synthwave-84 tokyo-night vesper vitesse-black
  vitesse-dark vitesse-light`.split(/\s+/),
  { title: 'CodeTheme' },
);
export const ThemedCodeTheme = Type.Object({ light: CodeTheme, dark: CodeTheme });

const OwnFont = Type.Object(
  {
    id: Type.String({ minLength: 1, maxLength: 128 }),
    custom: Type.Boolean(),
    // It becomes part of a style sheet.
    fontFamily: Type.String({ minLength: 1, maxLength: 50, pattern: '^[\\p{L}\\p{N} _-]+$' }),
    fontFaces: Type.Array(
      Type.Object({
        weight: Type.Integer({ minimum: 1, maximum: 1000 }),
        sources: Type.Array(
          Type.Object({ url: WebUrl, format: Type.Optional(Type.Enum(['woff2', 'woff'])) }),
          {
            minItems: 1,
            maxItems: MAX_FONT_SOURCES,
          },
        ),
      }),
      { minItems: 1, maxItems: MAX_FONT_FACES },
    ),
  },
  { title: 'CustomFont' },
);
export const Font = Type.Union(
  [
    Type.Enum(
      'ABCFavorit Inter Roboto RobotoSlab OpenSans SourceSansPro Lato Ubuntu Raleway Merriweather Overpass NotoSans IBMPlexSerif Poppins FiraSans'.split(
        ' ',
      ),
    ),
    OwnFont,
  ],
  { title: 'Font' },
);
export const MonospaceFont = Type.Union([
  Type.Enum(
    'FiraCode IBMPlexMono JetBrainsMono SourceCodePro RobotoMono SpaceMono DMMono Inconsolata'.split(' '),
  ),
  OwnFont,
]);

export const Favicon = Type.Object(
  {
    icon: Type.Optional(ThemedUrl),
    emoji: Type.Optional(
      Type.String({ minLength: 1, maxLength: 50, description: 'The emoji to show if there is no icon.' }),
    ),
  },
  { title: 'SiteFavicon' },
);

const ContentLink = Type.Object(
  {
    title: Type.String({ maxLength: 64 }),
    localizedTitle: Type.Optional(localized(64)),
    to: LinkTarget,
  },
  { title: 'SiteContentLink' },
);
const ContentLinks = Type.Array(ContentLink, { maxItems: MAX_LINKS });

export const HeaderItems = Type.Array(
  Type.Object({
    title: Label,
    localizedTitle: Type.Optional(localized(128)),
    style: Type.Optional(Type.Enum(['link', 'button-primary', 'button-secondary'])),
    to: nullable(LinkTarget),
    links: ContentLinks,
    condition: Type.Optional(
      Type.String({
        maxLength: MAX_LENGTH,
        description: 'An expression. The link is shown to visitors for whom it is true.',
      }),
    ),
  }),
  { maxItems: MAX_LINKS },
);
export const FooterGroups = Type.Array(
  Type.Object({ title: Label, localizedTitle: Type.Optional(localized(128)), links: ContentLinks }),
  { maxItems: MAX_LINKS },
);

export const Announcement = Type.Object(
  {
    enabled: Type.Boolean(),
    message: Type.String({ minLength: 2, maxLength: 128 }),
    localizedMessage: Type.Optional(localized(128)),
    link: Type.Optional(ContentLink),
    style: Type.Enum(['info', 'warning', 'danger', 'success']),
  },
  { title: 'SiteAnnouncement' },
);

export const SocialAccounts = Type.Array(
  Type.Object({
    platform: Type.Enum(
      'twitter instagram facebook linkedin github discord slack youtube tiktok reddit bluesky mastodon threads medium'.split(
        ' ',
      ),
    ),
    handle: Type.String({ minLength: 1, maxLength: 128 }),
    display: Type.Object({ footer: Type.Boolean(), header: Type.Boolean() }),
  }),
  { maxItems: 10 },
);
