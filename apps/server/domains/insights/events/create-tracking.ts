import type { ContentStore } from '../../../content/revisions/content-store.ts';
import { findMaintenance } from '../../../platform/access/maintenance.ts';
import type { Context } from '../../../platform/context.ts';
import { openEvents } from '../open-events.ts';
import { ClientBudget } from './client-budget.ts';
import { createFindDaySalt } from './day-salts.repository.ts';
import { createDescribeAgent } from './describe-agent.ts';
import { EventWriter } from './event-writer.ts';
import { createFindPages } from './known-pages.ts';
import { createLocateAddress } from './locate-address.ts';
import { SiteQuota } from './site-quota.ts';
import type { TrackingParts } from './track-events.ts';
import { createFindTrackedSite } from './tracked-site.repository.ts';
import { Visits } from './visits.ts';

/** Creates the state that recording events keeps in memory: once in a process, for the API and the sites. */
export function createTracking(context: Context, store: Pick<ContentStore, 'open'>): TrackingParts {
  const { config, db, clock, log, pointers } = context;
  return {
    clock,
    writer: new EventWriter({ db, clock, events: openEvents(context) }),
    quota: new SiteQuota({ db, clock, eventsPerDay: config.eventsPerDay }),
    budget: new ClientBudget({ clock, eventsPerDay: config.eventsPerDay }),
    findTrackedSite: createFindTrackedSite(db, config),
    findPages: createFindPages(pointers, store),
    findDaySalt: createFindDaySalt(db),
    describeAgent: createDescribeAgent(),
    locateAddress: createLocateAddress(config.geoDatabase, log),
    visits: new Visits(),
    isInMaintenance: async () => (await findMaintenance({ pointers, clock })) !== undefined,
  };
}
