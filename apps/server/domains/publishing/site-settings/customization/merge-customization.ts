import { isDeepStrictEqual } from 'node:util';
import type { Customization, SparseCustomization } from './customization.schemas.ts';

/** The fields with subfields that can be changed separately; all others are changed as a whole. */
const GROUPS: Groups = {
  styling: { codeTheme: {}, sidebar: {} },
  internationalization: {},
  header: {},
  footer: {},
  themes: {},
  feedback: {},
  ai: {},
  advancedCustomization: {},
  pageActions: {},
  externalLinks: {},
  externalPictures: {},
  pagination: {},
  contributors: {},
  trademark: {},
  privacyPolicy: {},
  socialPreview: {},
  insights: {},
};
interface Groups {
  [name: string]: Groups;
}

type Fields = Record<string, unknown>;

/** Applies changes to a customization. */
export const overlay = (base: Customization, changes: SparseCustomization): Customization =>
  overlayFields(base, changes, GROUPS) as Customization;

/** Returns the fields that differ from the base. A field that `changed` lacks is the same as in the base. */
export const differenceFrom = (base: Customization, changed: SparseCustomization): SparseCustomization =>
  differingFields(base, changed, GROUPS) as SparseCustomization;

/** Applies changes to overrides; null removes an override. */
export const applyOverrides = (present: SparseCustomization, changes: object): SparseCustomization =>
  changedFields(present, changes as Fields, GROUPS) as SparseCustomization;

function overlayFields(base: Fields, changes: Fields, groups: Groups): Fields {
  const merged = { ...base };
  for (const [name, value] of Object.entries(changes)) {
    const group = groups[name];
    merged[name] = group ? overlayFields((base[name] ?? {}) as Fields, value as Fields, group) : value;
  }
  return merged;
}

function differingFields(base: Fields, changed: Fields, groups: Groups): Fields {
  const differing: Fields = {};
  for (const [name, value] of Object.entries(changed)) {
    const group = groups[name];
    const kept = group ? differingFields((base[name] ?? {}) as Fields, value as Fields, group) : value;
    if (group ? !isEmpty(kept as Fields) : !isDeepStrictEqual(value, base[name])) differing[name] = kept;
  }
  return differing;
}

function changedFields(present: Fields, changes: Fields, groups: Groups): Fields {
  const changed = { ...present };
  for (const [name, value] of Object.entries(changes)) {
    const group = groups[name];
    const next =
      group && value !== null
        ? changedFields((present[name] ?? {}) as Fields, value as Fields, group)
        : value;
    if (next === null || (group && isEmpty(next as Fields))) delete changed[name];
    else changed[name] = next;
  }
  return changed;
}

const isEmpty = (fields: Fields): boolean => Object.keys(fields).length === 0;
