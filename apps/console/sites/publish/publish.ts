/** Publishing, step by step. */
import { api, createId, repeatable } from '../../api/client.ts';
import { queries } from '../../api/queries.ts';
import { t } from '../../messages/messages.ts';
import { readersOf, type readReaders } from '../readers.ts';
import { cacheSite, rereadSite, type Site, type SiteKey, structureQuery } from '../site-queries.ts';
import { listVariants } from '../structure/parts.ts';

/** Where a space is published. */
export type Target =
  /** `others`: more spaces that it has from the beginning. */
  | { to: 'new'; title: string; others?: readonly string[] }
  /** It is on this site already. */
  | { to: 'there'; site: Site }
  | { to: 'section'; site: Site }
  /** As a variant of a section, or of the site if it has no sections. */
  | { to: 'variant'; site: Site; sectionId: string | undefined };

export interface Published {
  site: Site;
  /** Where readers find the space. Undefined if an administrator has to publish the site first. */
  address: string | undefined;
}

/** Repeats of a step after a failure have the same keys. */
export type StepKeys = Record<'site' | 'part' | 'link', string>;

export const createStepKeys = (): StepKeys => ({ site: createId(), part: createId(), link: createId() });

interface Publication {
  organizationId: string;
  spaceId: string;
  target: Target;
  /** Undefined: who can read the site stays as it is. */
  readers: ReturnType<typeof readReaders> | undefined;
  keys: StepKeys;
}

/** Puts a space on a site, decides who can read it, and publishes it. */
export async function publishSpace(publication: Publication): Promise<Published> {
  const { organizationId, spaceId, keys } = publication;
  const site = await prepareSite(publication);
  const key = { organizationId, siteId: site.id };
  const path = key;
  const isOut = site.published || !site.permissions.admin;
  const published = isOut
    ? site
    : await api.post('/v1/orgs/{organizationId}/sites/{siteId}/publish', { path, headers: repeatable() });
  cacheSite(published, key);
  const address = published.published ? await findAddress(key, published, spaceId, keys.link) : undefined;
  await rereadSite(key);
  return { site: published, address };
}

async function prepareSite({ organizationId, spaceId, target, readers, keys }: Publication): Promise<Site> {
  if (target.to === 'new') {
    const made = await api.post('/v1/orgs/{organizationId}/sites', {
      path: { organizationId },
      headers: repeatable(keys.site),
      body: { title: target.title, spaces: [spaceId, ...(target.others ?? [])] },
    });
    return readers ? setReaders({ organizationId, siteId: made.id }, readers) : made;
  }
  const { site } = target;
  const path = { organizationId, siteId: site.id };
  const headers = repeatable(keys.part);
  if (target.to === 'section')
    await api.post('/v1/orgs/{organizationId}/sites/{siteId}/sections', { path, headers, body: { spaceId } });
  if (target.to === 'variant')
    await api.post('/v1/orgs/{organizationId}/sites/{siteId}/site-spaces', {
      path,
      headers,
      body: { spaceId, ...(target.sectionId === undefined ? {} : { sectionId: target.sectionId }) },
    });
  return readers && site.permissions.admin ? setReaders(path, readers) : site;
}

/** Decides who can read a site. */
export async function setReaders(path: SiteKey, body: ReturnType<typeof readReaders>): Promise<Site> {
  const site = await api.patch('/v1/orgs/{organizationId}/sites/{siteId}', {
    path,
    headers: repeatable(),
    body,
  });
  const wanted = body.readers?.kind ?? body.visibility;
  if (readersOf(site) !== wanted) throw new Error(t('siteReadersUnknown'));
  return site;
}

/** The address at which readers find a space. A site that opens with links gets a first one. */
async function findAddress(
  key: SiteKey,
  site: Site,
  spaceId: string,
  linkKey: string,
): Promise<string | undefined> {
  const structure = await queries.fetchQuery({ ...structureQuery(key), staleTime: 0 });
  const variant = listVariants(structure).find(({ space }) => space.id === spaceId);
  const plain = variant?.urls.published ?? site.urls.published;
  if (readersOf(site) !== 'share-link' || !site.permissions.create) return plain;
  const link = await findShareLink(key, linkKey);
  const { published } = site.urls;
  // The key stands behind the address of the site.
  return link && plain && published ? plain.replace(published, link) : plain;
}

async function findShareLink(path: SiteKey, linkKey: string): Promise<string | undefined> {
  const { items } = await api.get('/v1/orgs/{organizationId}/sites/{siteId}/share-links', {
    path,
    query: { limit: 100 },
  });
  const active = items.find((link) => link.active && link.expiresAt === undefined);
  const link =
    active ??
    (await api.post('/v1/orgs/{organizationId}/sites/{siteId}/share-links', {
      path,
      headers: repeatable(linkKey),
      body: { name: t('siteFirstLink') },
    }));
  return link.urls.published;
}
