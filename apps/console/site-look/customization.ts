import type { RequestOf, ResponseOf } from '@lectern/client/client';
import { queryOptions } from '@tanstack/react-query';
import { api } from '../api/client.ts';
import type { Site } from '../api/queries.ts';
import type { SiteKey } from '../sites/site-queries.ts';

const PATH = '/v1/orgs/{organizationId}/sites/{siteId}/customization';

const OF_VARIANT = '/v1/orgs/{organizationId}/sites/{siteId}/site-spaces/{siteSpaceId}/customization';

export type Stored = ResponseOf<typeof PATH, 'get'>;
/** What is sent to save or preview a customization. */
export type CustomizationBody = RequestOf<typeof PATH, 'put'>['body'];

/** Changes of what a variant overrides; null takes an override away. */
export type OverridesBody = RequestOf<typeof OF_VARIANT, 'patch'>['body'];

/** The customization while it is edited: without what only responses have. */
export type Draft = Omit<Stored, 'git' | 'hasOverrides' | 'pdf' | 'updatedAt' | 'warnings'>;

export type HeaderLink = Draft['header']['links'][number];
export type ContentLink = HeaderLink['links'][number];
export type LinkTarget = ContentLink['to'];
export type ThemedColor = Draft['styling']['primaryColor'];
export type ThemedPicture = NonNullable<Draft['header']['logo']>;
type Group = {
  [Name in keyof Draft]-?: NonNullable<Draft[Name]> extends readonly unknown[]
    ? never
    : NonNullable<Draft[Name]> extends object
      ? Name
      : never;
}[keyof Draft];

export interface Editing {
  draft: Draft;
  site: Site;
  /** Changes whole fields; undefined removes one. */
  set(change: { [Name in keyof Draft]?: Draft[Name] | undefined }): void;
  /** Changes fields of a group; undefined removes one. */
  setIn<Name extends Group>(
    group: Name,
    change: { [Field in keyof NonNullable<Draft[Name]>]?: NonNullable<Draft[Name]>[Field] | undefined },
  ): void;
}

export const customizationQuery = ({ organizationId, siteId }: SiteKey) =>
  queryOptions({
    queryKey: ['organization', organizationId, 'site', siteId, 'customization'],
    queryFn: () => api.get(PATH, { path: { organizationId, siteId } }),
    // What somebody else saves must not replace what is being edited here.
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });

/** The customization of a variant: what it overrides, and everything else from its site. */
export const variantCustomizationQuery = (site: SiteKey, siteSpaceId: string) =>
  queryOptions({
    ...customizationQuery(site),
    queryKey: ['organization', site.organizationId, 'site', site.siteId, 'customization', siteSpaceId],
    queryFn: () => api.get(OF_VARIANT, { path: { ...site, siteSpaceId } }),
  });

export const saveOverrides = (site: SiteKey, siteSpaceId: string, body: OverridesBody) =>
  api.patch(OF_VARIANT, { path: { ...site, siteSpaceId }, body });

/** Makes a variant look like its site. */
export async function deleteOverrides(site: SiteKey, siteSpaceId: string): Promise<Stored> {
  const path = { ...site, siteSpaceId };
  await api.delete(OF_VARIANT, { path });
  return api.get(OF_VARIANT, { path });
}

export const saveCustomization = (site: SiteKey, body: CustomizationBody) =>
  api.put(PATH, { path: site, body });

export function toDraft(stored: Stored): Draft {
  const {
    git: _git,
    hasOverrides: _overrides,
    pdf: _pdf,
    updatedAt: _at,
    warnings: _warnings,
    ...draft
  } = stored;
  return draft;
}

/** The fields that a request has: older ones are derived from the list of actions. */
export const toBody = (draft: Draft): CustomizationBody =>
  withoutUndefined({ ...draft, pageActions: { items: draft.pageActions.items } }) as CustomizationBody;

/** Fields that were removed are absent. */
function withoutUndefined(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutUndefined);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, one]) =>
      one === undefined ? [] : [[name, withoutUndefined(one)]],
    ),
  );
}
