import type { Series } from '../server/platform/http/metrics.ts';

/** The kinds of responses of sites. `moved`: a redirect to another address. */
export type TrafficKind = 'page' | 'markdown' | 'file' | 'search' | 'picture' | 'moved' | 'missing' | 'mcp';

/**
 * The maximum number of sites that are counted separately, because each results in several series in the metrics. All
 * others are counted as one.
 */
const MAX_SITES = 1000;
const OTHERS = 'others';

/** Counts the responses of the sites that this process serves. */
export class SiteTraffic {
  readonly #counts = new Map<string, Map<TrafficKind, number>>();

  count(siteId: string, kind: TrafficKind): void {
    const name = this.#counts.has(siteId) || this.#counts.size < MAX_SITES ? siteId : OTHERS;
    const ofSite = this.#counts.get(name) ?? new Map<TrafficKind, number>();
    this.#counts.set(name, ofSite);
    ofSite.set(kind, (ofSite.get(kind) ?? 0) + 1);
  }

  list(): Series[] {
    return [...this.#counts].flatMap(([site, kinds]) =>
      [...kinds].map(([kind, value]) => ({ labels: { site, kind }, value })),
    );
  }
}
