import { webAddress } from '@lectern/html/web-address';
import type { ContentRef } from '@lectern/markdown/content-ref';
import type { References } from '@lectern/render/references';
import type { Customization } from '../server/domains/publishing/site-settings/customization/customization.schemas.ts';
import { localize } from './localize.ts';
import type { Announcement, Footer, HeaderLink, PageData, PlainLink } from './pages/page-data.ts';

/** The parts that the customization adds around the pages of a variant, for one visitor. */
export type SiteChrome = Pick<PageData, 'announcement' | 'headerLinks' | 'footer'>;

interface Link {
  title: string;
  localizedTitle?: Record<string, string>;
  to: unknown;
}

/**
 * Resolves the links of a customization for a visitor. Links to targets that the visitor may not see are left out.
 * `headerLinks`: the links whose conditions hold.
 */
export function buildSiteChrome(
  { announcement, footer, socialAccounts, privacyPolicy }: Customization,
  headerLinks: Customization['header']['links'],
  {
    references,
    language,
    footerLogo,
  }: { references: References; language: string; footerLogo: Footer['logo'] },
): SiteChrome {
  const hrefOf = (to: unknown): string | undefined =>
    to === null ? undefined : references.find(to as ContentRef)?.href;
  const toLinks = (links: readonly Link[]): PlainLink[] =>
    links.flatMap(({ title, localizedTitle, to }) => {
      const href = hrefOf(to);
      return href === undefined ? [] : [{ title: localize(title, localizedTitle, language), href }];
    });
  const toHeaderLink = (item: Customization['header']['links'][number]): HeaderLink[] => {
    const links = toLinks(item.links);
    const href = hrefOf(item.to);
    if (href === undefined && links.length === 0) return [];
    const title = localize(item.title, item.localizedTitle, language);
    return [{ title, href, links, style: item.style ?? 'link' }];
  };
  return {
    announcement: announcement?.enabled ? toAnnouncement(announcement, toLinks, language) : undefined,
    headerLinks: [
      ...headerLinks.flatMap(toHeaderLink),
      ...listAccounts(socialAccounts, 'header').map(
        (account): HeaderLink => ({ ...account, links: [], style: 'link' }),
      ),
    ],
    footer: {
      logo: footerLogo,
      groups: footer.groups.map(({ title, localizedTitle, links }) => ({
        title: localize(title, localizedTitle, language),
        links: toLinks(links),
      })),
      copyright: footer.copyright,
      accounts: listAccounts(socialAccounts, 'footer'),
      privacyPolicy: privacyPolicy.url === undefined ? undefined : webAddress(privacyPolicy.url),
    },
  };
}

function toAnnouncement(
  { message, localizedMessage, style, link }: NonNullable<Customization['announcement']>,
  toLinks: (links: readonly Link[]) => PlainLink[],
  language: string,
): Announcement {
  return {
    message: localize(message, localizedMessage, language),
    style,
    link: link && toLinks([link])[0],
  };
}

/** The name of each platform, and the beginning of the addresses of its accounts. */
const PLATFORMS: Record<string, { name: string; at: string }> = {
  twitter: { name: 'X', at: 'https://x.com/' },
  instagram: { name: 'Instagram', at: 'https://www.instagram.com/' },
  facebook: { name: 'Facebook', at: 'https://www.facebook.com/' },
  linkedin: { name: 'LinkedIn', at: 'https://www.linkedin.com/' },
  github: { name: 'GitHub', at: 'https://github.com/' },
  discord: { name: 'Discord', at: 'https://discord.gg/' },
  slack: { name: 'Slack', at: 'https://slack.com/' },
  youtube: { name: 'YouTube', at: 'https://www.youtube.com/' },
  tiktok: { name: 'TikTok', at: 'https://www.tiktok.com/@' },
  reddit: { name: 'Reddit', at: 'https://www.reddit.com/' },
  bluesky: { name: 'Bluesky', at: 'https://bsky.app/profile/' },
  mastodon: { name: 'Mastodon', at: 'https://mastodon.social/@' },
  threads: { name: 'Threads', at: 'https://www.threads.net/@' },
  medium: { name: 'Medium', at: 'https://medium.com/@' },
};

/** Lists the accounts. A handle may also be a full address: accounts on Mastodon and Slack have hosts of their own. */
function listAccounts(
  accounts: Customization['socialAccounts'],
  place: 'header' | 'footer',
): readonly PlainLink[] {
  return accounts.flatMap(({ platform, handle, display }) => {
    const known = PLATFORMS[platform];
    if (!known || !display[place]) return [];
    const href = /^https?:/.test(handle)
      ? webAddress(handle)
      : known.at + handle.replace(/^@/, '').split('/').map(encodeURIComponent).join('/');
    return href === undefined ? [] : [{ title: known.name, href }];
  });
}
