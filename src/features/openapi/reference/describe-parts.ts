import { LRUCache } from 'lru-cache';
import type { SpecPointer } from '../../../access/pointers.ts';
import type { Context } from '../../../context.ts';
import { describeSpecTask } from '../../../openapi/reference/describe-spec-task.ts';
import type { SpecReference } from '../../../openapi/reference/operation-reference.ts';
import { type DescribeParts, namePart, type WantedPart } from '../../../rendering/spec-parts.ts';
import { ThreadLimitError } from '../../../threads/thread-limit-error.ts';
import { readFilesystem } from '../versions.repository.ts';
import { contentKeyOf, findSpec } from './find-spec.ts';

const DEADLINE_MS = 30_000;
const CACHE_BYTES = 32_000_000;

/** Describes what the last versions of specs say, in a thread. Kept in memory by the content of the version. */
export function createDescribeParts({
  db,
  threads,
  pointers,
}: Pick<Context, 'db' | 'threads' | 'pointers'>): DescribeParts {
  const kept = new LRUCache<string, { reference: SpecReference | undefined }>({
    maxSize: CACHE_BYTES,
    sizeCalculation: ({ reference }) => 200 + (reference ? JSON.stringify(reference).length : 0),
  });

  /** What takes too long is shown like what the spec does not have, and tried again the next time. */
  async function describe(
    organizationId: string,
    spec: SpecPointer,
    wanted: readonly WantedPart[],
  ): Promise<(SpecReference | undefined)[]> {
    const filesystem = await readFilesystem(db, contentKeyOf(organizationId, spec));
    const references = wanted.map(({ reference }) => reference);
    try {
      return await threads.run(
        describeSpecTask,
        { contentHash: spec.contentHash, filesystem, wanted: references },
        { lane: 'request', deadlineMs: DEADLINE_MS },
      );
    } catch (error) {
      if (error instanceof ThreadLimitError) return [];
      throw error;
    }
  }

  return async (organizationId, wanted) => {
    const parts = new Map<string, SpecReference>();
    const missing = new Map<SpecPointer, WantedPart[]>();
    for (const part of wanted) {
      const spec = await findSpec(pointers, organizationId, part.source);
      if (!spec) continue;
      const known = kept.get(nameReference(spec, part));
      if (known?.reference) parts.set(namePart(part), known.reference);
      else if (!known) missing.set(spec, [...(missing.get(spec) ?? []), part]);
    }
    for (const [spec, ofSpec] of missing)
      for (const [n, reference] of (await describe(organizationId, spec, ofSpec)).entries()) {
        const part = ofSpec[n] as WantedPart;
        kept.set(nameReference(spec, part), { reference });
        if (reference) parts.set(namePart(part), reference);
      }
    return parts;
  };
}

const nameReference = ({ contentHash }: SpecPointer, { reference }: WantedPart): string =>
  `${contentHash}/${JSON.stringify(reference)}`;
