import { LRUCache } from 'lru-cache';
import type { SpecPointer } from '../../../access/pointers.ts';
import type { Context } from '../../../context.ts';
import type { SpecOutline } from '../../../openapi/outline-spec.ts';
import { describeSpecTask } from '../../../openapi/reference/describe-spec-task.ts';
import type { SpecReference } from '../../../openapi/reference/operation-reference.ts';
import {
  type DescribeParts,
  namePart,
  type SpecParts,
  type SpecSource,
  type WantedPart,
} from '../../../rendering/spec-parts.ts';
import { ThreadLimitError } from '../../../threads/thread-limit-error.ts';
import { readFilesystem, readOutline } from '../versions.repository.ts';

const DEADLINE_MS = 30_000;
const MAX_OUTLINES_BYTES = 32_000_000;
const MAX_REFERENCES_BYTES = 32_000_000;

export interface SpecReader {
  describeParts: DescribeParts;
  /** The last version of a spec; undefined if there is none. */
  find(organizationId: string, source: SpecSource): Promise<SpecPointer | undefined>;
  /** What a version describes, by name. */
  outline(organizationId: string, spec: SpecPointer): Promise<SpecOutline>;
}

/** Reads what the last versions of specs say, for pages that show them. Kept in memory by the content of the version. */
export function createSpecReader({
  db,
  threads,
  pointers,
}: Pick<Context, 'db' | 'threads' | 'pointers'>): SpecReader {
  const references = new LRUCache<string, { reference: SpecReference | undefined }>({
    maxSize: MAX_REFERENCES_BYTES,
    sizeCalculation: ({ reference }) => 200 + (reference ? JSON.stringify(reference).length : 0),
  });
  const outlines = new LRUCache<string, SpecOutline>({
    maxSize: MAX_OUTLINES_BYTES,
    sizeCalculation: (outline) => 200 + JSON.stringify(outline).length,
  });

  const specsOf = async (organizationId: string): Promise<readonly SpecPointer[]> =>
    (await pointers.specs.find(organizationId))?.specs ?? [];

  async function describeAll(
    organizationId: string,
    spec: SpecPointer,
    wanted: readonly WantedPart[],
  ): Promise<void> {
    const filesystem = await readFilesystem(db, keyOf(organizationId, spec));
    const described = await threads.run(
      describeSpecTask,
      { contentHash: spec.contentHash, filesystem, wanted: wanted.map(({ reference }) => reference) },
      { lane: 'request', deadlineMs: DEADLINE_MS },
    );
    for (const [n, reference] of described.entries())
      references.set(nameReference(spec, wanted[n] as WantedPart), { reference });
  }

  return {
    async describeParts(organizationId, wanted): Promise<SpecParts> {
      const parts = new Map<string, SpecReference>();
      if (wanted.length === 0) return parts;
      const specs = await specsOf(organizationId);
      const bySpec = new Map<SpecPointer, WantedPart[]>();
      for (const part of wanted) {
        const spec = specs.find((one) => isFrom(one, part.source));
        if (spec) bySpec.set(spec, [...(bySpec.get(spec) ?? []), part]);
      }
      for (const [spec, ofSpec] of bySpec) {
        const missing = ofSpec.filter((part) => !references.has(nameReference(spec, part)));
        // A spec that takes too long to describe is shown like one that says nothing.
        if (missing.length > 0)
          await describeAll(organizationId, spec, missing).catch((error: unknown) => {
            if (!(error instanceof ThreadLimitError)) throw error;
          });
        for (const part of ofSpec) {
          const reference = references.get(nameReference(spec, part))?.reference;
          if (reference) parts.set(namePart(part), reference);
        }
      }
      return parts;
    },
    find: async (organizationId, source) =>
      (await specsOf(organizationId)).find((spec) => isFrom(spec, source)),
    async outline(organizationId, spec) {
      const known = outlines.get(spec.contentHash);
      if (known) return known;
      const outline = await readOutline(db, keyOf(organizationId, spec));
      outlines.set(spec.contentHash, outline);
      return outline;
    },
  };
}

const isFrom = (spec: SpecPointer, source: SpecSource): boolean =>
  'slug' in source ? spec.slug === source.slug : spec.sourceUrl === source.url;

const nameReference = ({ contentHash }: SpecPointer, { reference }: WantedPart): string =>
  `${contentHash}/${JSON.stringify(reference)}`;

const keyOf = (organizationId: string, { contentHash }: SpecPointer) => ({
  organization_id: organizationId,
  hash: Buffer.from(contentHash, 'hex'),
});
