import { writeChangelog } from '@lectern/openapi/changes/write-changelog';
import type { WantedContent } from '@lectern/openapi/reference/operation-reference';
import { readBlocks } from '@lectern/openapi/reference/read-text';
import {
  type DescribeParts,
  namePart,
  type PackedPart,
  type PartPlace,
  packPart,
  type SpecSource,
  type WantedPart,
} from '@lectern/render/spec-parts';
import { LRUCache } from 'lru-cache';
import type { Context } from '../../../platform/context.ts';
import { ThreadLimitError } from '../../../platform/threads/thread-limit-error.ts';
import type { ThreadLane } from '../../../platform/threads/threads.ts';
import { describeSpecTask } from '../tasks/describe-spec.ts';
import { readFilesystem } from '../versions.repository.ts';
import { createReadFileSpec } from './file-specs.ts';
import { contentKeyOf, findSpec, laneOfParts, laneOfSpec } from './find-spec.ts';
import type { SpecFinders } from './spec-finders.ts';
import type { KnownNews } from './spec-news.ts';

const described = new WeakMap<KnownNews, PackedPart>();

/** Describes the changes in the versions of a spec, newest first. `news` is undefined if there is no such spec. */
function describeChangelog(news: KnownNews | undefined): PackedPart {
  if (!news) return packPart({ kind: 'changelog', isKnown: false, text: undefined });
  const known = described.get(news);
  if (known) return known;
  // The headings of versions are at level 3, below the heading that the author wrote.
  const markdown = writeChangelog(news.versions, 3);
  const text = markdown === undefined ? undefined : { markdown, blocks: readBlocks(markdown) };
  const made = packPart({ kind: 'changelog', isKnown: true, text });
  described.set(news, made);
  return made;
}

const DEADLINE_MS = 30_000;
const CACHE_BYTES = 32_000_000;
/** The parts that a thread describes at once: between two pieces, the tasks of others have their turns. */
const PIECE = 10;

/** A part of the content of a spec. */
interface ContentPart extends WantedPart {
  reference: WantedContent;
}

/** A spec, and how to read it when something of it is not in memory. */
interface FoundSpec {
  organizationId: string;
  /** Names the content. */
  contentHash: string;
  readFilesystem(): Promise<Uint8Array | undefined>;
  /** The lane of the thread that describes it. */
  laneOf(filesystem: Uint8Array): ThreadLane;
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
  const kept = new LRUCache<string, { part: PackedPart | undefined }>({
    maxSize: CACHE_BYTES,
    sizeCalculation: ({ part }) => 200 + (part?.bytes.byteLength ?? 0),
  });

  async function find({ space, snapshot }: PartPlace, source: SpecSource): Promise<FoundSpec | undefined> {
    const { organizationId } = space;
    if ('file' in source) {
      const file = snapshot.findFile(source.file);
      return (
        file && {
          organizationId,
          contentHash: file.blob,
          readFilesystem: () => readFileSpec(organizationId, file),
          // The thread that converted it keeps it.
          laneOf: () => laneOfSpec(file.size),
        }
      );
    }
    const spec = await findSpec(pointers, organizationId, source);
    return (
      spec && {
        organizationId,
        contentHash: spec.contentHash,
        readFilesystem: () => readFilesystem(db, contentKeyOf(organizationId, spec)),
        laneOf: laneOfParts,
      }
    );
  }

  /** What is being described: who wants it meanwhile waits for the same description. */
  const underWay = new Map<string, Promise<PackedPart | undefined>>();

  /**
   * Describes parts of a spec in one task; undefined if that takes too long. Such parts are shown like those that the
   * spec does not have, and tried again the next time.
   */
  async function describePiece(
    { organizationId, contentHash, laneOf }: FoundSpec,
    filesystem: Uint8Array,
    wanted: readonly WantedContent[],
  ): Promise<(PackedPart | undefined)[] | undefined> {
    try {
      return await threads.run(
        describeSpecTask,
        { contentHash, filesystem, wanted },
        { lane: laneOf(filesystem), deadlineMs: DEADLINE_MS, owner: organizationId },
      );
    } catch (error) {
      if (error instanceof ThreadLimitError) return undefined;
      throw error;
    }
  }

  /** Describes parts of a spec, piece by piece. The spec is read once, and nothing more is tried after a limit. */
  function describe(spec: FoundSpec, wanted: readonly WantedContent[]): void {
    const reading = spec.readFilesystem();
    let before: Promise<unknown> = reading;
    for (let at = 0; at < wanted.length; at += PIECE) {
      const piece = wanted.slice(at, at + PIECE);
      const describing = before.then(async (isPossible) => {
        const filesystem = isPossible ? await reading : undefined;
        return filesystem && (await describePiece(spec, filesystem, piece));
      });
      before = describing;
      for (const [n, wantedContent] of piece.entries()) {
        const key = nameReference(spec, wantedContent);
        const described = describing
          .then((found) => {
            if (found) kept.set(key, { part: found[n] });
            return found?.[n];
          })
          .finally(() => underWay.delete(key));
        // An error is for those who wait, of whom the first one stops at it.
        described.catch(() => {});
        underWay.set(key, described);
      }
    }
  }

  return async (place, wanted) => {
    const parts = new Map<string, PackedPart>();
    const found: { spec: FoundSpec; part: ContentPart }[] = [];
    for (const part of wanted) {
      const { source, reference } = part;
      if (reference.kind === 'changelog') {
        const news = 'slug' in source ? await findNews(place.space.organizationId, source.slug) : undefined;
        parts.set(namePart(part), describeChangelog(news));
        continue;
      }
      const spec = await find(place, source);
      if (spec) found.push({ spec, part: { source, reference } });
    }
    const missing = new Map<string, { spec: FoundSpec; wanted: WantedContent[] }>();
    for (const { spec, part } of found) {
      const key = nameReference(spec, part.reference);
      if (kept.has(key) || underWay.has(key)) continue;
      const others = missing.get(spec.contentHash);
      if (others) others.wanted.push(part.reference);
      else missing.set(spec.contentHash, { spec, wanted: [part.reference] });
    }
    for (const { spec, wanted: ofSpec } of missing.values()) describe(spec, ofSpec);
    // All are taken before the first one is awaited: what is described meanwhile is no longer under way.
    const described = found.map(({ spec, part }) => {
      const key = nameReference(spec, part.reference);
      return kept.get(key)?.part ?? underWay.get(key);
    });
    for (const [n, { part }] of found.entries()) {
      const packed = await described[n];
      if (packed) parts.set(namePart(part), packed);
    }
    return parts;
  };
}

const nameReference = ({ contentHash }: FoundSpec, reference: WantedContent): string =>
  `${contentHash}/${JSON.stringify(reference)}`;
