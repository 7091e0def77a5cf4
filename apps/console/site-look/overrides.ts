import type { Draft, OverridesBody } from './customization.ts';

interface Fields {
  [name: string]: true | Fields;
}

const STYLING: Fields = {
  theme: true,
  primaryColor: true,
  tint: true,
  infoColor: true,
  successColor: true,
  warningColor: true,
  dangerColor: true,
  corners: true,
  depth: true,
  links: true,
  background: true,
  search: true,
  sidebar: { background: true, list: true },
};
/** What can differ between the variants of a site. Everything else is that of the site. */
const OVERRIDABLE: Fields = {
  title: true,
  localizedTitle: true,
  styling: STYLING,
  internationalization: { locale: true },
  favicon: true,
  announcement: true,
  header: { preset: true, logo: true, backgroundColor: true, linkColor: true, links: true },
  footer: { logo: true, groups: true, copyright: true },
  themes: { default: true, toggeable: true },
  feedback: { enabled: true },
  pagination: { enabled: true },
  contributors: { enabled: true },
  privacyPolicy: { url: true },
  socialPreview: { url: true },
};

type Values = Record<string, unknown>;

/**
 * The changes of what a variant overrides. A field that was removed, or that is as the site has it, is that of the site
 * again.
 */
export const findOverrides = (changed: { before: Draft; draft: Draft; site: Draft }): OverridesBody =>
  compare(OVERRIDABLE, changed) as OverridesBody;

function compare(fields: Fields, values: { before: object; draft: object; site: object }): Values {
  const found: Values = {};
  for (const [name, below] of Object.entries(fields)) {
    const [before, draft, site] = [values.before, values.draft, values.site].map(
      (owner) => (owner as Values)[name],
    );
    if (below === true) {
      if (isSame(before, draft)) continue;
      found[name] = draft === undefined || isSame(draft, site) ? null : draft;
    } else {
      const inner = compare(below, {
        before: (before ?? {}) as object,
        draft: (draft ?? {}) as object,
        site: (site ?? {}) as object,
      });
      if (Object.keys(inner).length > 0) found[name] = inner;
    }
  }
  return found;
}

const isSame = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other);
