import { resolve } from 'node:path';
import { isId } from '@lectern/std/ids';
import { type SitePointer, siteAddressKey } from '../../server/platform/access/pointers.ts';
import type { Config } from '../../server/platform/config.ts';
import type { Context } from '../../server/platform/context.ts';
import { createAssets } from '../../sites/assets.ts';
import { buildStaticSite, type StaticSite } from '../../sites/static-site/build-static-site.ts';
import type { BrokenLink } from '../../sites/static-site/check-links.ts';
import { StaticSiteError } from '../../sites/static-site/static-site-error.ts';
import { CommandError } from './command-error.ts';
import { parseCommand } from './parse-command.ts';
import { withContext } from './with-context.ts';

/** Finds a site by its id, its hostname or the name in its address. */
async function findSite({ pointers }: Pick<Context, 'pointers'>, written: string): Promise<SitePointer> {
  const name = written.toLowerCase();
  const address =
    (await pointers.siteAddresses.find(siteAddressKey('basename', name))) ??
    (await pointers.siteAddresses.find(siteAddressKey('hostname', name)));
  const siteId = isId(written) ? written : address?.siteId;
  const site = siteId === undefined ? undefined : await pointers.sites.find(siteId);
  if (!site) throw new CommandError(`There is no site with the id, hostname or basename “${written}”.`);
  return site;
}

const MAX_PRINTED = 50;
/** Titles and links of users must not control the terminal. */
const CONTROL = /\p{Cc}/gu;

/** `build`: writes a public site as static files. */
export async function buildSite(config: Config, args: string[]): Promise<number> {
  const { all, options } = parseCommand('build', args);
  const [written, folder] = all;
  if (written === undefined || folder === undefined)
    throw new CommandError('Specify a site and a folder: lectern build <site> <folder>.');
  const failsOnBrokenLinks = readBrokenLinks(options['broken-links']);
  return withContext(config, async ({ context }) => {
    const site = await findSite(context, written);
    const built = await explained(() =>
      buildStaticSite(context, {
        site,
        folder,
        baseUrl: options['base-url'],
        assets: createAssets(),
        failsOnBrokenLinks,
      }),
    );
    printBuilt(built, folder);
    return built.isWritten ? 0 : 1;
  });
}

function printBuilt(built: StaticSite, folder: string): void {
  const { pages, files, bytes, baseUrl, brokenLinks, wildcards, isWritten } = built;
  if (isWritten)
    console.log(
      `Built ${count(pages, 'page')} for ${baseUrl} into ${resolve(folder)}: ${count(files, 'file')}, ${megabytes(bytes)} MB.`,
    );
  if (wildcards.length > 0)
    console.error(
      `lectern: ${count(wildcards.length, 'redirect')} with a * cannot be written as files: ${wildcards.slice(0, MAX_PRINTED).map(toLine).join(', ')}. Set them up on the host.`,
    );
  if (brokenLinks.length === 0) return;
  console.error(
    brokenLinks.length === 1
      ? 'lectern: 1 link on the site is broken:'
      : `lectern: ${brokenLinks.length} links on the site are broken:`,
  );
  for (const link of brokenLinks.slice(0, MAX_PRINTED)) console.error(`  ${describe(link)}`);
  if (brokenLinks.length > MAX_PRINTED) console.error(`  … and ${brokenLinks.length - MAX_PRINTED} more`);
  if (!isWritten) console.error(`lectern: ${resolve(folder)} was not changed.`);
}

const REASONS: Record<BrokenLink['reason'], string> = {
  'unknown-page': 'the page does not exist',
  'unknown-anchor': 'the page has no such heading',
  unresolved: 'the link has no target',
};

const describe = ({ page, link, reason }: BrokenLink): string =>
  `${toLine(page)}: ${toLine(link)} (${REASONS[reason]})`;

const toLine = (text: string): string => text.replace(CONTROL, '\ufffd');

const count = (number: number, noun: string): string => `${number} ${noun}${number === 1 ? '' : 's'}`;

const megabytes = (bytes: number): string => (bytes / 1_000_000).toFixed(1);

function readBrokenLinks(value = 'report'): boolean {
  if (value !== 'report' && value !== 'fail')
    throw new CommandError('--broken-links must be report or fail.');
  return value === 'fail';
}

async function explained<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw error instanceof StaticSiteError ? new CommandError(error.message) : error;
  }
}
