import { type Static, type TSchema, Type } from 'typebox';
import {
  CUSTOMIZATION_QUERY_FIELDS,
  VARIANT_CUSTOMIZATION_FIELDS,
} from '../../../../compat/unsupported-fields.ts';
import { nullable, Timestamp, WebUrl } from '../../../../platform/http/schemas.ts';
import { WarningSchema } from '../../sites/sites.schemas.ts';
import * as value from './customization-values.schemas.ts';
import { localized } from './localized-text.schemas.ts';

const Title = Type.String({ minLength: 2, maxLength: 128 });
const Copyright = Type.String({ maxLength: 512 });
const { Optional } = Type;

const Styling = {
  theme: value.Theme,
  primaryColor: value.ThemedColor,
  tint: Optional(value.Tint),
  infoColor: value.ThemedColor,
  successColor: value.ThemedColor,
  warningColor: value.ThemedColor,
  dangerColor: value.ThemedColor,
  corners: value.Corners,
  depth: value.Depth,
  links: value.LinksStyle,
  font: value.Font,
  headingFont: Optional(value.Font),
  monospaceFont: value.MonospaceFont,
  background: value.Background,
  icons: value.IconsStyle,
  search: value.SearchStyle,
};
const CodeTheme = { default: value.ThemedCodeTheme, openapi: value.ThemedCodeTheme };
const Sidebar = { background: value.SidebarBackground, list: value.SidebarList };
const Internationalization = { locale: value.Locale };
const Header = {
  preset: value.HeaderPreset,
  logo: Optional(value.ThemedUrl),
  primaryLink: Optional(value.LinkTarget),
  backgroundColor: Optional(value.ThemedColor),
  linkColor: Optional(value.ThemedColor),
  links: value.HeaderItems,
};
const Footer = {
  logo: Optional(value.ThemedUrl),
  groups: value.FooterGroups,
  copyright: Optional(Copyright),
};
const Themes = { default: value.ThemeMode, toggeable: Type.Boolean() };
const Switch = { enabled: Type.Boolean() };
const Ai = {
  mode: value.AiMode,
  greeting: Optional(Type.String({ maxLength: 256 })),
  localizedGreeting: Optional(localized(128)),
  suggestions: Optional(Type.Array(Type.String({ minLength: 3, maxLength: 64 }), { maxItems: 5 })),
  instructions: Optional(Type.String({ maxLength: 10_000 })),
};
const ExternalPictures = { mode: value.ExternalPicturesMode };
const OptionalUrl = { url: Optional(WebUrl) };

const Customization = Type.Object({
  title: Optional(Title),
  localizedTitle: Optional(localized(128)),
  styling: Type.Object({
    ...Styling,
    codeTheme: Type.Object(CodeTheme),
    sidebar: Type.Object(Sidebar),
  }),
  internationalization: Type.Object(Internationalization),
  favicon: value.Favicon,
  header: Type.Object(Header),
  footer: Type.Object(Footer),
  announcement: Optional(value.Announcement),
  themes: Type.Object(Themes),
  feedback: Type.Object(Switch),
  ai: Type.Object(Ai),
  advancedCustomization: Type.Object(Switch),
  pageActions: Type.Object({ items: Type.Array(value.PageAction, { maxItems: 6, uniqueItems: true }) }),
  externalLinks: Type.Object({ target: value.LinksTarget }),
  externalPictures: Type.Object(ExternalPictures),
  pagination: Type.Object(Switch),
  contributors: Type.Object(Switch),
  trademark: Type.Object(Switch),
  privacyPolicy: Type.Object(OptionalUrl),
  socialPreview: Type.Object(OptionalUrl),
  socialAccounts: value.SocialAccounts,
  insights: Type.Object({ trackingCookie: Type.Boolean() }),
});
/** The complete customization of a site. */
export type Customization = Static<typeof Customization>;

type Fields = Record<string, TSchema>;

/** Makes all fields optional. */
const partial = <T extends Fields>(fields: T) => Type.Partial(Type.Object(fields));

const SparseFields = {
  title: Title,
  localizedTitle: localized(128),
  styling: partial({ ...Styling, codeTheme: partial(CodeTheme), sidebar: partial(Sidebar) }),
  internationalization: partial(Internationalization),
  favicon: value.Favicon,
  header: partial(Header),
  footer: partial(Footer),
  announcement: value.Announcement,
  themes: partial(Themes),
  feedback: partial(Switch),
  ai: partial(Ai),
  advancedCustomization: partial(Switch),
  pageActions: partial({ items: Customization.properties.pageActions.properties.items }),
  externalLinks: partial({ target: value.LinksTarget }),
  externalPictures: partial(ExternalPictures),
  pagination: partial(Switch),
  contributors: partial(Switch),
  trademark: partial(Switch),
  privacyPolicy: partial(OptionalUrl),
  socialPreview: partial(OptionalUrl),
  socialAccounts: value.SocialAccounts,
  insights: partial({ trackingCookie: Type.Boolean() }),
};
/** The differences from a complete customization. */
export const SparseCustomizationSchema = partial(SparseFields);
export type SparseCustomization = Static<typeof SparseCustomizationSchema>;

/** Fields of earlier versions of the public client, which are derived from `pageActions.items`. */
const OlderFields = {
  pdf: Type.Object(Switch),
  git: Type.Object({ showEditLink: Type.Boolean() }),
};
const OlderPageActions = {
  externalAI: Type.Boolean({ deprecated: true }),
  markdown: Type.Boolean({ deprecated: true }),
  mcp: Type.Boolean({ deprecated: true }),
};
const Deprecated = {
  deprecated: true,
  description: 'Deprecated, for older clients. Use `pageActions.items`.',
};

export const CustomizationSchema = Type.Object(
  {
    ...Customization.properties,
    pageActions: Type.Object({ ...Customization.properties.pageActions.properties, ...OlderPageActions }),
    pdf: Type.Object(Switch, Deprecated),
    git: Type.Object(OlderFields.git.properties, Deprecated),
    updatedAt: Optional(Timestamp),
    hasOverrides: Optional(
      Type.Boolean({
        description: 'Only for site spaces: whether the customization differs from that of the site.',
      }),
    ),
    warnings: Type.Array(WarningSchema, {
      description: 'Settings that make the site hard to read or have no effect. They are saved anyway.',
    }),
  },
  { $id: 'SiteCustomization' },
);

export const PutCustomizationBody = Type.Object({
  ...SparseCustomizationSchema.properties,
  styling: Optional(
    Type.Object({ ...SparseFields.styling.properties, headingFont: Optional(nullable(value.Font)) }),
  ),
  pageActions: Optional(
    Type.Partial(Type.Object({ ...SparseFields.pageActions.properties, ...OlderPageActions })),
  ),
  pdf: Optional(OlderFields.pdf),
  git: Optional(OlderFields.git),
});

/** Makes all fields optional and nullable; null removes the override. */
const overrides = <T extends Fields>(fields: T) =>
  Type.Object(
    Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, Optional(nullable(field))])) as {
      [Name in keyof T]: ReturnType<typeof Type.Optional<ReturnType<typeof nullable<T[Name]>>>>;
    },
  );

const { font: _font, headingFont: _headingFont, monospaceFont: _monospaceFont, ...VariantStyling } = Styling;

/** The fields that may differ between variants. Fonts, actions, accounts and the like are those of the site. */
export const PatchOverridesBody = Type.Object({
  title: Optional(nullable(Title)),
  localizedTitle: Optional(nullable(localized(128))),
  styling: Optional(
    Type.Object({
      ...overrides(VariantStyling).properties,
      codeTheme: Optional(overrides(CodeTheme)),
      sidebar: Optional(overrides(Sidebar)),
    }),
  ),
  internationalization: Optional(overrides(Internationalization)),
  favicon: Optional(nullable(value.Favicon)),
  announcement: Optional(nullable(value.Announcement)),
  header: Optional(overrides(Header)),
  footer: Optional(overrides(Footer)),
  themes: Optional(overrides(Themes)),
  feedback: Optional(overrides(Switch)),
  externalLinks: Optional(overrides({ target: value.LinksTarget })),
  pagination: Optional(overrides(Switch)),
  contributors: Optional(overrides(Switch)),
  trademark: Optional(overrides(Switch)),
  privacyPolicy: Optional(overrides(OptionalUrl)),
  socialPreview: Optional(overrides(OptionalUrl)),
  ...VARIANT_CUSTOMIZATION_FIELDS,
});

export const CustomizationQuery = Type.Object(CUSTOMIZATION_QUERY_FIELDS);
