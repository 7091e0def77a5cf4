import { defineError, defineNotFound, invalidField } from '../../../../platform/http/errors.ts';

/** Sections, groups and links of a site together. */
export const MAX_ITEMS = 500;
export const MAX_SITE_SPACES = 1000;
export const MAX_GROUP_DEPTH = 5;

export const sectionNotFound = defineNotFound('site-section-not-found', 'section');
export const siteSpaceNotFound = defineNotFound('site-space-not-found', 'site space');
export const sectionGroupNotFound = defineNotFound('site-section-group-not-found', 'section group');
export const externalLinkNotFound = defineNotFound('site-external-link-not-found', 'external link');

export const ITEM_NOT_FOUND = {
  'site-section': sectionNotFound,
  'site-space': siteSpaceNotFound,
  'site-section-group': sectionGroupNotFound,
  'site-external-link': externalLinkNotFound,
} as const;

export const sitePathTaken = defineError(
  { status: 409, reason: 'site-path-taken' },
  (path: string) =>
    `The path “${path}” leads to another section or site space, or to one whose space is deleted. Choose another one.`,
);
export const lastSection = defineError(
  { status: 409, reason: 'last-section' },
  'You cannot delete the last section while the site has groups or links. Delete them first.',
);
export const sectionGroupCycle = defineError(
  { status: 409, reason: 'section-group-cycle' },
  'A section group cannot contain itself.',
);
export const structureTooLarge = defineError(
  { status: 409, reason: 'site-structure-too-large' },
  `A site has at most ${MAX_ITEMS} sections, groups and links, ${MAX_SITE_SPACES} site spaces, and groups nested ${MAX_GROUP_DEPTH} levels deep.`,
);

export const besideItself = () => invalidField('position', 'refers to the item itself. Specify another item');
export const otherLevel = () =>
  invalidField(
    'position',
    'must refer to site spaces for a site space, and to sections, groups or links for one of those',
  );
export const notBetween = () =>
  invalidField('position', 'refers to two items that are not next to each other');
