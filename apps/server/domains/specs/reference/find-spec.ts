import type { SpecSource } from '@lectern/render/spec-parts';
import type { Pointers, SpecPointer } from '../../../platform/access/pointers.ts';
import type { ThreadLane } from '../../../platform/threads/threads.ts';

/** The last version of a spec of the organization; undefined if there is none. */
export async function findSpec(
  { specs }: Pick<Pointers, 'specs'>,
  organizationId: string,
  source: Exclude<SpecSource, { file: string }>,
): Promise<SpecPointer | undefined> {
  const known = await specs.find(organizationId);
  return known?.specs.find((spec) =>
    'slug' in source ? spec.slug === source.slug : spec.sourceUrl === source.url,
  );
}

/** Converting or outlining a larger spec takes longer than requests of others should wait: a second for 5 MB. */
const MAX_SMALL_BYTES = 200_000;
/** So does describing a few parts of a larger one, because all of it is read: 50 ms of processor time for 5 MB. */
const MAX_READ_BYTES = 8_000_000;

/** The lane for work on all of a spec. */
export const laneOfSpec = (size: number): ThreadLane => (size > MAX_SMALL_BYTES ? 'large' : 'request');

/**
 * The lane for work on a few parts of a spec that the organization published. The threads for requests are those that
 * draw the page, too, so that its first reader waits for one thread to load code, and seldom for that.
 */
export const laneOfParts = (filesystem: Uint8Array): ThreadLane =>
  sizeOf(filesystem) > MAX_READ_BYTES ? 'large' : 'request';

/** A stored spec ends, like everything that gzip compresses, with its original size. */
export const sizeOf = ({ buffer, byteOffset, byteLength }: Uint8Array): number =>
  new DataView(buffer, byteOffset, byteLength).getUint32(byteLength - 4, true);

/** The key of the content of a version. */
export const contentKeyOf = (organizationId: string, { contentHash }: SpecPointer) => ({
  organization_id: organizationId,
  hash: Buffer.from(contentHash, 'hex'),
});
