import { randomBytes } from 'node:crypto';

/** Also a label of a hostname: sites may be served on subdomains. */
export const BASENAME_PATTERN = '^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$';

/** Paths of the sites origin itself, and names that would mislead readers. */
const RESERVED = new Set(
  'admin api app assets auth embed favicon files healthz help lectern login logout mail metrics preview readyz robots share sitemap sites static status support v1 www'.split(
    ' ',
  ),
);

export const isReservedBasename = (name: string): boolean => RESERVED.has(name);

const MAX_LENGTH = 50;

/** Basenames for a site with this title, the best one first; the last one is practically never taken. */
export function proposeBasenames(title: string): string[] {
  const words = title
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-');
  const plain = words.slice(0, MAX_LENGTH).split('-').filter(Boolean).join('-') || 'site';
  const numbered = Array.from({ length: 8 }, (_, at) => `${plain}-${at + 2}`);
  const names = [plain, ...numbered, `${plain}-${randomBytes(4).toString('hex')}`];
  return names.filter((name) => !isReservedBasename(name));
}
