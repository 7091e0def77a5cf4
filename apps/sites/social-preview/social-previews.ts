import { LRUCache } from 'lru-cache';
import {
  contentNotFound,
  type ResolvedContent,
} from '../../server/domains/publishing/published-content/resolve-url.ts';
import type { Context } from '../../server/platform/context.ts';
import type { FindLook } from '../site-looks.ts';
import { isSharedWithAll, type SiteReadings } from '../site-readings.ts';
import { drawSocialPreviewTask } from './draw-social-preview.ts';
import { readSocialPreview } from './read-social-preview.ts';
import { nameSocialPreview } from './social-preview.ts';

export interface DrawnPreview {
  /** A PNG of 1200 × 630 pixels. */
  bytes: Buffer;
  entityTag: string;
}

/** The picture of a page; throws a 404 for a page that not everybody may see. */
export type ReadSocialPreview = (place: ResolvedContent, pageId: string) => Promise<DrawnPreview>;

const MAX_BYTES = 16_000_000;
const DEADLINE_MS = 10_000;

/** Draws pictures of pages for those who share links to them. Programs that fetch them are never signed in. */
export function createSocialPreviews(
  { threads }: Pick<Context, 'threads'>,
  { readings, lookOf }: { readings: SiteReadings; lookOf: FindLook },
): ReadSocialPreview {
  const kept = new LRUCache<string, DrawnPreview>({
    maxSize: MAX_BYTES,
    sizeCalculation: ({ bytes }) => bytes.length + 200,
  });
  const drawing = new Map<string, Promise<DrawnPreview>>();

  return async (resolved, pageId) => {
    const reading = await readings.read(resolved);
    const page = isSharedWithAll(reading) ? reading.place.contents.find(pageId) : undefined;
    const look = await lookOf(resolved.open.site, reading.place.siteSpace.siteSpaceId);
    const preview = page && readSocialPreview(reading, page, look);
    if (!preview) throw contentNotFound();
    const name = nameSocialPreview(preview);
    const known = kept.get(name) ?? drawing.get(name);
    if (known) return known;
    const drawn = threads
      .run(drawSocialPreviewTask, preview, { lane: 'request', deadlineMs: DEADLINE_MS })
      .then((bytes) => {
        const picture = { bytes: Buffer.from(bytes), entityTag: `"${name}"` };
        kept.set(name, picture);
        return picture;
      })
      .finally(() => drawing.delete(name));
    drawing.set(name, drawn);
    return drawn;
  };
}
