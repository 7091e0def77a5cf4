import { isId } from '@lectern/std/ids';
import { type SitePointer, siteAddressKey } from '../../server/platform/access/pointers.ts';
import type { Context } from '../../server/platform/context.ts';
import { CommandError } from './command-error.ts';

/** Finds a site by its id, its hostname or the name in its address. */
export async function findSite(
  { pointers }: Pick<Context, 'pointers'>,
  written: string,
): Promise<SitePointer> {
  const name = written.toLowerCase();
  const address =
    (await pointers.siteAddresses.find(siteAddressKey('basename', name))) ??
    (await pointers.siteAddresses.find(siteAddressKey('hostname', name)));
  const siteId = isId(written) ? written : address?.siteId;
  const site = siteId === undefined ? undefined : await pointers.sites.find(siteId);
  if (!site) throw new CommandError(`There is no site with the id, hostname or basename “${written}”.`);
  return site;
}
