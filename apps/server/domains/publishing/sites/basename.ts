import { randomBytes } from 'node:crypto';

/** Also a label of a hostname: sites may be served on subdomains. */
export const BASENAME_PATTERN = '^[a-z0-9][a-z0-9-]{1,30}[a-z0-9]$';
export const BASENAME_LENGTHS = { minLength: 3, maxLength: 32 };

/** Paths of the sites origin itself, and names that would mislead readers. */
const RESERVED = new Set(
  'admin api app assets auth embed favicon files healthz help lectern login logout mail metrics preview readyz robots share sitemap sites static status support v1 www'.split(
    ' ',
  ),
);

export const isReservedBasename = (name: string): boolean => RESERVED.has(name);

/** Leaves room for the longest ending that makes a name unique. */
const MAX_LENGTH = BASENAME_LENGTHS.maxLength - '-01234567'.length;

/** Basenames for a site with this title, the best one first; the last one is practically never taken. */
export function proposeBasenames(title: string): string[] {
  const words = title
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-');
  const made = words.replace(/^-/, '').slice(0, MAX_LENGTH).split('-').filter(Boolean).join('-') || 'site';
  const plain = made.length < BASENAME_LENGTHS.minLength ? `site-${made}` : made;
  const numbered = Array.from({ length: 8 }, (_, at) => `${plain}-${at + 2}`);
  const names = [plain, ...numbered, `${plain}-${randomBytes(4).toString('hex')}`];
  return names.filter((name) => !isReservedBasename(name));
}
