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

/** Reading a larger spec takes longer than requests of others should wait. */
const MAX_SMALL_BYTES = 200_000;

export const laneOfBytes = (size: number): ThreadLane => (size > MAX_SMALL_BYTES ? 'large' : 'request');

/** The lane for work on a stored spec, which ends, like everything that gzip compresses, with its original size. */
export const laneOfSpec = ({ buffer, byteOffset, byteLength }: Uint8Array): ThreadLane =>
  laneOfBytes(new DataView(buffer, byteOffset, byteLength).getUint32(byteLength - 4, true));

/** The key of the content of a version. */
export const contentKeyOf = (organizationId: string, { contentHash }: SpecPointer) => ({
  organization_id: organizationId,
  hash: Buffer.from(contentHash, 'hex'),
});
