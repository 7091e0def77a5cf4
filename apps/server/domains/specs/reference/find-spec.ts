import type { SpecSource } from '@lectern/render/spec-parts';
import type { Pointers, SpecPointer } from '../../../platform/access/pointers.ts';

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

/** The key of the content of a version. */
export const contentKeyOf = (organizationId: string, { contentHash }: SpecPointer) => ({
  organization_id: organizationId,
  hash: Buffer.from(contentHash, 'hex'),
});
