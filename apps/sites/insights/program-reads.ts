import type { IncomingHttpHeaders } from 'node:http';
import type { Logger } from 'pino';
import type { NotFoundType } from '../../server/domains/insights/codes.ts';
import type { SiteEvent } from '../../server/domains/insights/events/events.schemas.ts';
import { type TrackingParts, trackEvents } from '../../server/domains/insights/events/track-events.ts';
import type { ResolvedContent } from '../../server/domains/publishing/published-content/resolve-url.ts';
import type { SitePointer } from '../../server/platform/access/pointers.ts';
import { hasSignedIn } from '../../server/platform/access/visitor.ts';
import type { Config } from '../../server/platform/config.ts';
import { siteUrl } from '../../server/platform/http/site-url.ts';
import { locationOf } from './event-location.ts';

/** A read of a program, by the type of the event that records it. */
type ProgramRead =
  | { type: 'page_view' }
  | { type: 'page_markdown_request'; markdownSource?: 'page-action' }
  | { type: 'llms_request'; llmsVariant: 'standard' | 'full' }
  | { type: 'mcp_request' }
  | { type: 'rss_request' };

interface Request {
  headers: IncomingHttpHeaders;
  pathname: string;
  /** The id of the page, if one was read. */
  pageId?: string | undefined;
  /** Finds the reason why there was no page, if one was requested. */
  whyNotFound?: (() => Promise<NotFoundType | undefined>) | undefined;
}

/** The maximum number of simultaneous recordings. */
const MAX_UNDER_WAY = 10_000;

/** Counts the reads of programs, which run no scripts. Responses do not wait for it. */
export class ProgramReads {
  readonly #tracking: TrackingParts;
  readonly #config: Pick<Config, 'sitesUrl' | 'sitesSubdomains'>;
  readonly #log: Logger;
  readonly #underWay = new Set<Promise<void>>();
  /** Events that could not be stored since the start of the process, for the metrics. */
  lost = 0;

  constructor(
    tracking: TrackingParts,
    { config, log }: { config: Pick<Config, 'sitesUrl' | 'sitesSubdomains'>; log: Logger },
  ) {
    this.#tracking = tracking;
    this.#config = config;
    this.#log = log;
  }

  record(
    place: ResolvedContent,
    read: ProgramRead,
    { headers, pathname, pageId, whyNotFound }: Request,
  ): void {
    const { open, visitor } = place;
    const wantsPrivacy = headers.dnt === '1' || headers['sec-gpc'] === '1';
    if (!open.site.isRecording || visitor.preview || wantsPrivacy) return;
    const userAgent = headers['user-agent'] ?? '';
    const { bot } = this.#tracking.describeAgent(userAgent);
    // The script of the page counts the views of people.
    if (read.type === 'page_view' && bot === null) return;
    const event = {
      ...read,
      // A program has no visits: all reads of one kind of program count as those of one visitor.
      session: { visitorId: `program ${bot}`, sessionId: `program ${bot}`, userAgent },
      location: {
        ...locationOf(place, pageId ?? null),
        url: new URL(siteUrl(this.#config, open.site)).origin + pathname,
        displayContext: read.type === 'mcp_request' ? ('mcp' as const) : ('server' as const),
      },
    } satisfies SiteEvent;
    const store = async (): Promise<void> => {
      const notFound = await whyNotFound?.();
      const readVisitors = async () => () => ({
        claims: {},
        isAuthenticated: hasSignedIn(visitor),
      });
      // All programs together are limited like one reader: a crawler must not use up the quota of the site.
      const client = `programs of ${open.site.siteId}`;
      const sender = { address: '', client, userAgent, notFound, isTrusted: false, readVisitors };
      await trackEvents(this.#tracking, open.site, [event], sender);
    };
    this.runLater(open.site, store, () => {
      this.lost += 1;
    });
  }

  /** Runs work in the background. `onLost`: called if it fails, or if too much work is under way. */
  runLater({ siteId }: SitePointer, work: () => Promise<void>, onLost?: () => void): void {
    if (this.#underWay.size >= MAX_UNDER_WAY) {
      onLost?.();
      return;
    }
    const done = work()
      .catch((error: unknown) => {
        onLost?.();
        this.#log.debug({ err: error, siteId }, 'something about a published site was not recorded');
      })
      .finally(() => this.#underWay.delete(done));
    this.#underWay.add(done);
  }

  /** Waits until everything is stored or lost. */
  async settle(): Promise<void> {
    await Promise.all(this.#underWay);
  }
}
