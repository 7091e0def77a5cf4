import { spaceNotFound } from '../../access/access-errors.ts';
import type { Context } from '../../context.ts';
import type { SiteReaders } from '../site-visitors/site-readers.ts';
import { audienceOf } from '../site-visitors/site-visitor.ts';
import type { PresentToVisitor } from '../spaces/spaces.routes.ts';
import { presentSpacesForVisitors } from './spaces-for-visitors.ts';

/** Creates the function that presents one space to a visitor of a site. */
export const createPresentToVisitor =
  (context: Pick<Context, 'db' | 'pointers' | 'config' | 'clock'>, readers: SiteReaders): PresentToVisitor =>
  async (visitor, { site, spaceId, shareKey: given }) => {
    const open = await readers.openSites.open(site);
    const { structure } = open.viewFor(audienceOf(site, visitor, context.clock()));
    const isKey = given !== undefined && open.findShareLink(given) !== undefined;
    const shareKey = isKey && site.visibility === 'share-link' ? given : undefined;
    const spaces = await presentSpacesForVisitors(context, { open, structure, shareKey }, [spaceId]);
    const space = spaces.get(spaceId);
    if (!space) throw spaceNotFound();
    return space;
  };
