import { expect, test } from 'vitest';
import type { Draft } from './customization.ts';
import { findOverrides } from './overrides.ts';

const SITE = {
  title: 'Manual',
  styling: { theme: 'clean', font: 'Inter', sidebar: { background: 'default', list: 'default' } },
  header: { preset: 'default', links: [], logo: { light: 'a', dark: 'a' } },
  footer: { groups: [] },
} as unknown as Draft;
const find = (draft: object, before: object = SITE) =>
  findOverrides({ before: before as Draft, draft: draft as Draft, site: SITE });

test('only what was changed is overridden', () => {
  expect(find(SITE)).toEqual({});
  const styling = { ...SITE.styling, theme: 'bold', sidebar: { ...SITE.styling.sidebar, list: 'line' } };
  expect(find({ ...SITE, title: 'Handbuch', styling })).toEqual({
    title: 'Handbuch',
    styling: { theme: 'bold', sidebar: { list: 'line' } },
  });
});

test('what is removed, or as the site has it, is that of the site again', () => {
  const before = { ...SITE, title: 'Handbuch', header: { ...SITE.header, logo: { light: 'b', dark: 'b' } } };
  expect(find(SITE, before)).toEqual({ title: null, header: { logo: null } });
  const { logo: _logo, ...header } = before.header;
  expect(find({ ...before, header }, before)).toEqual({ header: { logo: null } });
});

test('what all variants have in common is left out', () => {
  expect(find({ ...SITE, styling: { ...SITE.styling, font: 'Roboto' } })).toEqual({});
});
