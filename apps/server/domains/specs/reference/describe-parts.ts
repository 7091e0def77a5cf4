import { writeChangelog } from '@lectern/openapi/changes/write-changelog';
import type {
  ChangelogReference,
  SpecReference,
  WantedContent,
} from '@lectern/openapi/reference/operation-reference';
import { readBlocks } from '@lectern/openapi/reference/read-text';
import {
  type DescribeParts,
  namePart,
  type PartPlace,
  type SpecSource,
  type WantedPart,
} from '@lectern/render/spec-parts';
import { LRUCache } from 'lru-cache';
import type { Context } from '../../../platform/context.ts';
import { ThreadLimitError } from '../../../platform/threads/thread-limit-error.ts';
import { describeSpecTask } from '../tasks/describe-spec.ts';
import { readFilesystem } from '../versions.repository.ts';
import { createReadFileSpec } from './file-specs.ts';
import { contentKeyOf, findSpec } from './find-spec.ts';
import type { SpecFinders } from './spec-finders.ts';
import type { KnownNews } from './spec-news.ts';

const described = new WeakMap<KnownNews, ChangelogReference>();

/** Describes the changes in the versions of a spec, newest first. `news` is undefined if there is no such spec. */
function describeChangelog(news: KnownNews | undefined): ChangelogReference {
  if (!news) return { kind: 'changelog', isKnown: false, text: undefined };
  const known = described.get(news);
  if (known) return known;
  // The headings of versions are at level 3, below the heading that the author wrote.
  const markdown = writeChangelog(news.versions, 3);
  const text = markdown === undefined ? undefined : { markdown, blocks: readBlocks(markdown) };
  const made: ChangelogReference = { kind: 'changelog', isKnown: true, text };
  described.set(news, made);
  return made;
}

const DEADLINE_MS = 30_000;
const CACHE_BYTES = 32_000_000;

/** A part of the content of a spec. */
interface ContentPart extends WantedPart {
  reference: WantedContent;
}

/** A spec, and how to read it when something of it is not in memory. */
interface FoundSpec {
  /** Names the content. */
  contentHash: string;
  readFilesystem(): Promise<Uint8Array | undefined>;
}

/**
 * Describes what specs say, in a thread: the last versions of those of the organization, and files of the space. Kept
 * in memory by the content of the spec.
 */
export function createDescribeParts(
  { db, blobs, threads, pointers }: Pick<Context, 'db' | 'blobs' | 'threads' | 'pointers'>,
  { findNews }: Pick<SpecFinders, 'findNews'>,
): DescribeParts {
  const readFileSpec = createReadFileSpec({ blobs, threads });
  const kept = new LRUCache<string, { reference: SpecReference | undefined }>({
    maxSize: CACHE_BYTES,
    sizeCalculation: ({ reference }) => 200 + (reference ? JSON.stringify(reference).length : 0),
  });

  async function find({ space, snapshot }: PartPlace, source: SpecSource): Promise<FoundSpec | undefined> {
    const { organizationId } = space;
    if ('file' in source) {
      const file = snapshot.findFile(source.file);
      return file && { contentHash: file.blob, readFilesystem: () => readFileSpec(organizationId, file) };
    }
    const spec = await findSpec(pointers, organizationId, source);
    return (
      spec && {
        contentHash: spec.contentHash,
        readFilesystem: () => readFilesystem(db, contentKeyOf(organizationId, spec)),
      }
    );
  }

  /** A part that takes too long is shown like one that the spec does not have, and tried again the next time. */
  async function describe(
    { contentHash, readFilesystem: read }: FoundSpec,
    wanted: readonly ContentPart[],
  ): Promise<(SpecReference | undefined)[]> {
    const filesystem = await read();
    if (!filesystem) return [];
    const references = wanted.map(({ reference }) => reference);
    try {
      return await threads.run(
        describeSpecTask,
        { contentHash, filesystem, wanted: references },
        { lane: 'request', deadlineMs: DEADLINE_MS },
      );
    } catch (error) {
      if (error instanceof ThreadLimitError) return [];
      throw error;
    }
  }

  return async (place, wanted) => {
    const parts = new Map<string, SpecReference>();
    const missing = new Map<string, { spec: FoundSpec; wanted: ContentPart[] }>();
    for (const part of wanted) {
      const { source, reference } = part;
      if (reference.kind === 'changelog') {
        const news = 'slug' in source ? await findNews(place.space.organizationId, source.slug) : undefined;
        parts.set(namePart(part), describeChangelog(news));
        continue;
      }
      const spec = await find(place, source);
      if (!spec) continue;
      const known = kept.get(nameReference(spec, reference));
      if (known?.reference) parts.set(namePart(part), known.reference);
      if (known) continue;
      const others = missing.get(spec.contentHash);
      if (others) others.wanted.push({ source, reference });
      else missing.set(spec.contentHash, { spec, wanted: [{ source, reference }] });
    }
    for (const { spec, wanted: ofSpec } of missing.values())
      for (const [n, reference] of (await describe(spec, ofSpec)).entries()) {
        const part = ofSpec[n] as ContentPart;
        kept.set(nameReference(spec, part.reference), { reference });
        if (reference) parts.set(namePart(part), reference);
      }
    return parts;
  };
}

const nameReference = ({ contentHash }: FoundSpec, reference: WantedContent): string =>
  `${contentHash}/${JSON.stringify(reference)}`;
