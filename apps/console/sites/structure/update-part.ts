import { api, repeatable } from '../../api/client.ts';
import { queries } from '../../api/queries.ts';
import { t } from '../../messages/messages.ts';
import { type SiteKey, structureQuery } from '../site-queries.ts';
import { findPart, type Part } from './parts.ts';

/** The fields that people edit. Null removes a value. */
export interface PartFields {
  title: string | null;
  path: string;
  icon: string | null;
  description: string | null;
  url: string;
  draft: boolean;
  hidden: boolean;
  localizedTitle: Record<string, string> | null;
  localizedDescription: Record<string, string> | null;
  /** An expression. */
  condition: string | null;
  /** The page of a variant that is shown first. */
  pageId: string | null;
}

/** The fields that each kind of part has. */
export const FIELDS = {
  'site-section': [
    'title',
    'path',
    'icon',
    'description',
    'draft',
    'condition',
    'localizedTitle',
    'localizedDescription',
  ],
  'site-section-group': ['title', 'icon', 'draft', 'localizedTitle'],
  'site-external-link': [
    'title',
    'url',
    'icon',
    'description',
    'draft',
    'condition',
    'localizedTitle',
    'localizedDescription',
  ],
  'site-space': ['title', 'path', 'pageId', 'draft', 'hidden', 'condition', 'localizedTitle'],
} as const satisfies Record<Part['object'], readonly (keyof PartFields)[]>;

export type Changes = Partial<PartFields>;

async function send({ organizationId, siteId }: SiteKey, { object, id }: Part, body: Changes): Promise<void> {
  const site = { organizationId, siteId };
  const options = { headers: { prefer: 'return=minimal', ...repeatable() }, body: body as never };
  if (object === 'site-section')
    await api.patch('/v1/orgs/{organizationId}/sites/{siteId}/sections/{siteSectionId}', {
      path: { ...site, siteSectionId: id },
      ...options,
    });
  else if (object === 'site-space')
    await api.patch('/v1/orgs/{organizationId}/sites/{siteId}/site-spaces/{siteSpaceId}', {
      path: { ...site, siteSpaceId: id },
      ...options,
    });
  else if (object === 'site-section-group')
    await api.patch('/v1/orgs/{organizationId}/sites/{siteId}/section-groups/{siteSectionGroupId}', {
      path: { ...site, siteSectionGroupId: id },
      ...options,
    });
  else
    await api.patch('/v1/orgs/{organizationId}/sites/{siteId}/external-links/{siteExternalLinkId}', {
      path: { ...site, siteExternalLinkId: id },
      ...options,
    });
}

export const setDraft = (key: SiteKey, part: Part, draft: boolean): Promise<void> =>
  send(key, part, { draft });

export const setHidden = (key: SiteKey, part: Part, hidden: boolean): Promise<void> =>
  send(key, part, { hidden });

export const setPath = (key: SiteKey, part: Part, path: string): Promise<void> => send(key, part, { path });

const textOf = (part: Part, field: keyof PartFields): string =>
  JSON.stringify((part as Partial<Record<keyof PartFields, unknown>>)[field] ?? null);

/** The fields whose values differ from those of a part. */
const findChanges = (part: Part, fields: Changes): Changes =>
  Object.fromEntries(
    Object.entries(fields).filter(
      ([name, value]) => textOf(part, name as keyof PartFields) !== JSON.stringify(value),
    ),
  );

/** Somebody else has changed a field that is being changed here. */
export class ChangedByOthers extends Error {
  readonly part: Part;

  constructor(part: Part, value: string) {
    super(t('siteFieldChanged', { value }));
    this.part = part;
  }
}

/**
 * Saves the fields that were changed since they were read. Throws if somebody else has changed one of them meanwhile;
 * whoever saves again has seen it.
 */
export async function savePart(key: SiteKey, before: Part, fields: Changes): Promise<void> {
  const changes = findChanges(before, fields);
  if (Object.keys(changes).length === 0) return;
  const structure = await queries.fetchQuery({ ...structureQuery(key), staleTime: 0 });
  const now = findPart(structure, before.id)?.part;
  if (!now) throw new Error(t('siteChangedByOthers'));
  for (const name of Object.keys(changes) as (keyof PartFields)[])
    if (textOf(now, name) !== textOf(before, name) && textOf(now, name) !== JSON.stringify(changes[name]))
      throw new ChangedByOthers(now, sayValue(now, name));
  await send(key, before, changes);
}

function sayValue(part: Part, name: keyof PartFields): string {
  const value = JSON.parse(textOf(part, name)) as unknown;
  if (typeof value === 'string') return value;
  return value === null ? '–' : Object.values(value as object).join(', ') || String(value);
}
