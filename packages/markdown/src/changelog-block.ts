import type { Integration } from './document.ts';

/**
 * The block that lists the changes of each version of a spec. In documents it is a block of an integration, which
 * clients that do not know it keep and leave out.
 */
export const CHANGELOG_TAG = 'openapi-changelog';
export const CHANGELOG = { integration: 'lectern', block: CHANGELOG_TAG } as const;

/** The slug of the spec whose changes a block lists; undefined for blocks of other integrations. */
export const specOfChangelog = ({ data }: Pick<Integration, 'data'>): string | undefined =>
  data.integration === CHANGELOG.integration && data.block === CHANGELOG.block
    ? data.props.spec || undefined
    : undefined;
