import { api, repeatable } from '../../api/client.ts';
import type { SiteKey } from '../site-queries.ts';
import type { Language } from './languages.ts';
import type { Part } from './parts.ts';

/** Adds a part with what a form says. Returns its title. */
export async function addPart(
  { organizationId, siteId }: SiteKey,
  kind: Part['object'],
  text: (name: string) => string,
  headers: ReturnType<typeof repeatable>,
): Promise<string> {
  const path = { organizationId, siteId };
  const optional = <Name extends string>(name: Name, field: string): Partial<Record<Name, string>> =>
    text(field) === '' ? {} : ({ [name]: text(field) } as Partial<Record<Name, string>>);
  const title = optional('title', 'title');
  const icon = optional('icon', 'icon');
  const spaceId = text('space') === 'new' ? null : text('space');
  if (kind === 'site-section') {
    const body = { spaceId, ...title, ...icon, ...optional('siteSectionGroupId', 'group') };
    const section = await api.post('/v1/orgs/{organizationId}/sites/{siteId}/sections', {
      path,
      headers,
      body,
    });
    return section?.title ?? '';
  }
  if (kind === 'site-space') {
    const body = { spaceId, ...title, ...optional('sectionId', 'section') };
    const variant = await api.post('/v1/orgs/{organizationId}/sites/{siteId}/site-spaces', {
      path,
      headers,
      body,
    });
    const language = text('language') as Language | '';
    if (variant && language !== '' && variant.space.language !== language)
      await api.patch('/v1/spaces/{spaceId}', {
        path: { spaceId: variant.space.id },
        headers: repeatable(),
        body: { language },
      });
    return variant?.title ?? '';
  }
  if (kind === 'site-section-group') {
    const body = { title: text('title'), ...icon, ...optional('parent', 'group') };
    const group = await api.post('/v1/orgs/{organizationId}/sites/{siteId}/section-groups', {
      path,
      headers,
      body,
    });
    return group?.title ?? '';
  }
  const body = { title: text('title'), url: text('url'), ...icon, ...optional('parent', 'group') };
  const link = await api.post('/v1/orgs/{organizationId}/sites/{siteId}/external-links', {
    path,
    headers,
    body,
  });
  return link?.title ?? '';
}
