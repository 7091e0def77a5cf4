import type { SitePointer } from '../../../platform/access/pointers.ts';
import { openSecret } from '../../../platform/access/secrets.ts';
import type { Context } from '../../../platform/context.ts';
import { type SiteStructure, withoutDeletedSpaces } from '../sites/site-structure.ts';
import { loadPlainStructure, loadStructure } from '../sites/structure.queries.ts';
import { findReaders } from './readers.queries.ts';
import { digestShareKey, isShareKey } from './share-keys.ts';
import { type Audience, isTimed, type SiteView, viewSite } from './site-view.ts';
import type { AuthKey } from './visitor-jwt.ts';

/** The present state of a site, with all facts for decisions about its readers. */
export interface OpenSite {
  site: SitePointer;
  /** Without deleted spaces: they are no longer part of the site. */
  structure: SiteStructure;
  /** Keys that sign visitors' tokens: the current one, and the one before it. Opened when the first token is read. */
  readAuthKeys(): readonly AuthKey[];
  /** When the key with this number stops to count: null for never, undefined if it no longer counts at all. */
  findKeyEnd(number: number): Date | null | undefined;
  fallbackUrl: string | null;
  /** Where visitors go who sign out. */
  logoutUrl: string | null;
  /** The password of the site in its stored form. */
  passwordHash: string | null;
  /** The id of the link, unless it has expired. */
  findShareLink(key: string): string | undefined;
  /** Whether the text is the key of a share link that was ended, or has expired. */
  isEndedShareKey(text: string | undefined): boolean;
  /** The text, if it is an active key of a site that is published by share links. */
  readShareKey(text: string | undefined): string | undefined;
  /** When the link stops to open the site: null for never, undefined if it no longer does. */
  findLinkEnd(shareLinkId: string): Date | null | undefined;
  /** Whether what an audience sees can change with the time alone. */
  isTimed: boolean;
  /** The part of the site that an audience sees. */
  viewFor(audience: Audience): SiteView;
}

export interface OpenSites {
  peek(site: SitePointer): OpenSite | undefined;
  open(site: SitePointer): Promise<OpenSite>;
}

/** Views of different audiences that are kept with a site. */
const MAX_VIEWS = 200;

/**
 * Keeps open sites with the pointer of the site. Every change of a site, its structure or its spaces replaces the
 * pointer, so that the site is loaded again.
 */
export function createOpenSites({
  db,
  keyRing,
  clock,
}: Pick<Context, 'db' | 'keyRing' | 'clock'>): OpenSites {
  const known = new WeakMap<SitePointer, OpenSite>();
  const loading = new WeakMap<SitePointer, Promise<OpenSite>>();

  async function load(site: SitePointer): Promise<OpenSite> {
    const [whole, readers] = await Promise.all([
      site.plainSpaceId === undefined
        ? loadStructure(db, site)
        : loadPlainStructure(db, site, site.plainSpaceId),
      findReaders(db, site),
    ]);
    const structure = withoutDeletedSpaces(whole);
    const shareLinks = new Map(Object.entries(readers?.shareLinks ?? {}));
    const endedShareKeys = new Set(readers?.endedShareKeys ?? []);
    const linkEnds = new Map(
      [...shareLinks.values()].map(({ id, until }) => [id, until === null ? null : new Date(until)]),
    );
    const findLinkEnd = (shareLinkId: string): Date | null | undefined => {
      const end = linkEnds.get(shareLinkId);
      return end && end <= clock() ? undefined : end;
    };
    const views = new Map<string, SiteView>();
    const number = readers?.authKeyNumber ?? 0;
    const oldUntil = readers?.authOldKeyUntil ?? null;
    const openKey = (sealed: Buffer | null | undefined, key: Omit<AuthKey, 'key'>): AuthKey[] =>
      sealed ? [{ key: Buffer.from(openSecret(keyRing, sealed)), ...key }] : [];
    let authKeys: readonly AuthKey[] | undefined;
    const isTimedSite = isTimed(structure);
    const findShareLink = (key: string): string | undefined => {
      const link = isShareKey(key) ? shareLinks.get(digestShareKey(key).toString('hex')) : undefined;
      return link && findLinkEnd(link.id) !== undefined ? link.id : undefined;
    };
    const opened: OpenSite = {
      site,
      isTimed: isTimedSite,
      structure,
      readAuthKeys() {
        authKeys ??= [
          ...openKey(readers?.authKey, { number, until: null }),
          ...openKey(readers?.authOldKey, { number: number - 1, until: oldUntil }),
        ];
        return authKeys;
      },
      findKeyEnd(asked) {
        if (asked === number) return null;
        return asked === number - 1 && readers?.authOldKey ? (oldUntil ?? undefined) : undefined;
      },
      fallbackUrl: readers?.fallbackUrl ?? null,
      logoutUrl: readers?.logoutUrl ?? null,
      passwordHash: readers?.passwordHash ?? null,
      findShareLink,
      isEndedShareKey(text) {
        if (text === undefined || !isShareKey(text)) return false;
        const digest = digestShareKey(text).toString('hex');
        return endedShareKeys.has(digest) || (shareLinks.has(digest) && findShareLink(text) === undefined);
      },
      readShareKey: (text) =>
        site.visibility === 'share-link' && text !== undefined && findShareLink(text) ? text : undefined,
      findLinkEnd,
      viewFor(audience) {
        if (isTimedSite) return viewSite(structure, audience);
        const name = JSON.stringify([audience.seesDrafts, audience.claims, audience.onlySpaceId]);
        const kept = views.get(name);
        if (kept) return kept;
        const view = viewSite(structure, audience);
        if (views.size >= MAX_VIEWS) views.clear();
        views.set(name, view);
        return view;
      },
    };
    known.set(site, opened);
    return opened;
  }

  return {
    peek: (site) => known.get(site),
    async open(site) {
      const ready = known.get(site);
      if (ready) return ready;
      const underWay = loading.get(site) ?? load(site).finally(() => loading.delete(site));
      loading.set(site, underWay);
      return underWay;
    },
  };
}
