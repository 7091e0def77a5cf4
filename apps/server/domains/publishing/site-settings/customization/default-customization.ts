import type { Customization } from './customization.schemas.ts';

const BOTH_LIGHT_AND_DARK = { light: 'default-light', dark: 'default-dark' };

/** How a site looks until somebody changes it. Its colors meet the contrast that warnings ask for. */
export const DEFAULT_CUSTOMIZATION: Customization = {
  styling: {
    theme: 'clean',
    primaryColor: { light: '#2563d9', dark: '#7aa7ff' },
    infoColor: { light: '#5b6470', dark: '#9aa4b2' },
    successColor: { light: '#15803d', dark: '#4ade80' },
    warningColor: { light: '#b45309', dark: '#fbbf24' },
    dangerColor: { light: '#b91c1c', dark: '#f87171' },
    corners: 'rounded',
    depth: 'subtle',
    links: 'default',
    font: 'Inter',
    monospaceFont: 'IBMPlexMono',
    background: 'plain',
    icons: 'regular',
    codeTheme: { default: BOTH_LIGHT_AND_DARK, openapi: BOTH_LIGHT_AND_DARK },
    sidebar: { background: 'default', list: 'default' },
    search: 'prominent',
  },
  internationalization: { locale: 'en' },
  favicon: {},
  header: { preset: 'default', links: [] },
  footer: { groups: [] },
  themes: { default: 'light', toggeable: true },
  feedback: { enabled: false },
  // No questions are answered here until there is a provider.
  ai: { mode: 'none' },
  advancedCustomization: { enabled: true },
  pageActions: { items: ['markdown', 'mcp', 'git', 'pdf'] },
  externalLinks: { target: 'self' },
  // The hosts of pictures do not learn who reads the site.
  externalPictures: { mode: 'proxy' },
  pagination: { enabled: true },
  // Names of people are shown only where somebody decides so.
  contributors: { enabled: false },
  trademark: { enabled: false },
  privacyPolicy: {},
  socialPreview: {},
  socialAccounts: [],
  // Readers are not followed unless somebody decides so.
  insights: { trackingCookie: false },
};
