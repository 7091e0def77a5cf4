import { spaceNotFound } from '../../../platform/access/access-errors.ts';
import type { Context } from '../../../platform/context.ts';
import type { PresentToVisitor } from '../../content/spaces/spaces.routes.ts';
import type { SiteReaders } from '../site-visitors/site-readers.ts';
import { presentSpacesForVisitors, showSite } from './spaces-for-visitors.ts';

/** Creates the function that presents one space to a visitor of a site. */
export const createPresentToVisitor =
  (
    context: Pick<Context, 'db' | 'fields' | 'pointers' | 'config' | 'clock'>,
    readers: SiteReaders,
  ): PresentToVisitor =>
  async (visitor, { site, spaceId, shareKey }) => {
    const open = await readers.openSites.open(site);
    const shown = showSite(context, open, { visitor, shareKey });
    const spaces = await presentSpacesForVisitors(context, shown, [spaceId]);
    const space = spaces.get(spaceId);
    if (!space) throw spaceNotFound();
    return space;
  };
