import type { Snapshot } from '@lectern/content/tree/snapshot';
import { assertNever } from '@lectern/markdown/assert-never';
import { codeOf } from '@lectern/markdown/block-factories';
import { specOfChangelog } from '@lectern/markdown/changelog-block';
import type { ContentRef } from '@lectern/markdown/content-ref';
import type { Block, Code, DocumentNode, Fragment, OpenApiBlock } from '@lectern/markdown/document';
import type {
  OperationReference,
  ReferenceText,
  SchemaReference,
  SpecReference,
  WantedReference,
} from '@lectern/openapi/reference/operation-reference';

/**
 * The source of the spec of a block: one of the organization, by its slug or the URL that it is fetched from, or a file
 * of the space.
 */
export type SpecSource = { slug: string } | { url: string } | { file: string };

/** The revision that contains the blocks. */
export interface PartPlace {
  space: { organizationId: string };
  snapshot: Snapshot;
}

/** A part of a spec that a block shows. */
export interface WantedPart {
  source: SpecSource;
  reference: WantedReference;
}

/** The parts that blocks show, by their names. Parts that are not in their spec are missing. */
export type SpecParts = ReadonlyMap<string, SpecReference>;

/**
 * A part as bytes, which pass between threads and are kept for little: a page can show parts with a hundred thousand
 * objects.
 */
export interface PackedPart {
  bytes: Uint8Array;
  /** The pictures in its texts. */
  pictures: readonly ContentRef[];
}

export type PackedParts = ReadonlyMap<string, PackedPart>;

/** Gets the parts that blocks show. */
export type DescribeParts = (place: PartPlace, wanted: readonly WantedPart[]) => Promise<PackedParts>;

export function packPart(part: SpecReference): PackedPart {
  const text = JSON.stringify(part);
  const mayHavePictures = text.includes('"type":"image"') || text.includes('"type":"inline-image"');
  return { bytes: Buffer.from(text), pictures: mayHavePictures ? listPictures(part) : [] };
}

export const unpackPart = ({ bytes }: PackedPart): SpecReference => {
  const { buffer, byteOffset, byteLength } = bytes;
  return JSON.parse(Buffer.from(buffer, byteOffset, byteLength).toString()) as SpecReference;
};

export const unpackParts = (parts: PackedParts | undefined): SpecParts | undefined =>
  parts && new Map([...parts].map(([name, part]) => [name, unpackPart(part)]));

/** The number of bytes of all parts. */
export const sizeOfParts = (parts: PackedParts | undefined): number =>
  [...(parts?.values() ?? [])].reduce((sum, { bytes }) => sum + bytes.byteLength, 0);

/** The targets of the pictures in a tree of plain values, such as blocks. */
export function listPictures(tree: unknown): ContentRef[] {
  const found: ContentRef[] = [];
  const waiting: unknown[] = [tree];
  for (let value = waiting.pop(); value !== undefined; value = waiting.pop()) {
    if (typeof value !== 'object' || value === null) continue;
    const { type, data } = value as { type?: unknown; data?: Record<string, unknown> };
    if (type === 'image' || type === 'inline-image')
      for (const ref of [data?.ref, data?.refDark]) if (ref) found.push(ref as ContentRef);
    for (const child of Object.values(value)) if (child !== undefined) waiting.push(child);
  }
  return found;
}

export const namePart = (part: WantedPart): string => JSON.stringify(part);

/** Returns the part of a spec that an OpenAPI block shows. */
export function partOf(block: OpenApiBlock): WantedPart {
  switch (block.type) {
    case 'swagger': {
      const { ref, method, path } = block.data;
      const source = ref.kind === 'file' ? { file: ref.file } : { url: ref.url };
      return { source, reference: { kind: 'operation', method, path } };
    }
    case 'openapi-operation': {
      const { ref, method, path } = block.data;
      return { source: { slug: ref.spec }, reference: { kind: 'operation', method, path } };
    }
    case 'openapi-webhook': {
      const { ref, method, name } = block.data;
      return { source: { slug: ref.spec }, reference: { kind: 'webhook', method, path: name } };
    }
    case 'openapi-schemas':
      return {
        source: { slug: block.data.ref.spec },
        reference: { kind: 'schemas', names: block.data.schemas },
      };
    default:
      return assertNever(block);
  }
}

/** The parts of specs that blocks show, each once. */
export function listParts(nodes: readonly DocumentNode[]): WantedPart[] {
  const found = new Map<string, WantedPart>();
  const visit = (node: DocumentNode): void => {
    if (node.object === 'text') return;
    const part = node.object === 'block' ? findPart(node) : undefined;
    if (part) found.set(namePart(part), part);
    for (const child of node.nodes ?? []) visit(child);
    for (const fragment of (node.fragments ?? []) as Fragment[])
      for (const child of fragment.nodes) visit(child);
  };
  for (const node of nodes) visit(node);
  return [...found.values()];
}

/** Returns the part of a spec that a block of any type shows; undefined if it shows none. */
export function findPart(block: Block): WantedPart | undefined {
  if (isOpenApi(block)) return partOf(block);
  const slug = block.type === 'integration' ? specOfChangelog(block) : undefined;
  return slug === undefined ? undefined : changelogPart(slug);
}

export const changelogPart = (slug: string): WantedPart => ({
  source: { slug },
  reference: { kind: 'changelog' },
});

const isOpenApi = (block: Block): block is OpenApiBlock =>
  block.type === 'swagger' || block.type.startsWith('openapi-');

/** The number of languages of a sample that have colors: each colored one is several times as large. */
const COLORED_SAMPLES = 3;

/** The blocks within parts whose code gets colors. */
export const listPartBlocks = (parts: SpecParts | undefined): Block[] =>
  [...(parts?.values() ?? [])].flatMap((part) => {
    if (part.kind === 'changelog') return listTextBlocks(part.text);
    if (part.kind !== 'schemas') return blocksOfOperation(part);
    return part.schemas.flatMap(({ schema, example }) => [
      ...blocksOfSchema(schema),
      ...(example ? [exampleBlock(example.text)] : []),
    ]);
  });

function blocksOfOperation({
  description,
  body,
  responses,
  samples,
  callbacks,
}: OperationReference): Block[] {
  const contents = [...(body?.contents ?? []), ...responses.flatMap((response) => response.contents)];
  return [
    ...listTextBlocks(description),
    ...contents.flatMap(({ examples }) => examples.map(({ text }) => exampleBlock(text))),
    ...samples.slice(0, COLORED_SAMPLES).map(({ syntax, code }) => codeOf(code, { syntax })),
    ...callbacks.flatMap(blocksOfOperation),
  ];
}

const blocksOfSchema = ({ description }: SchemaReference): Block[] => listTextBlocks(description);

/** A line without markup has nothing to draw. */
const listTextBlocks = (text: ReferenceText | undefined): Block[] => text?.blocks ?? [];

/** Makes a block of an example, which is JSON unless the API uses another format. */
export const exampleBlock = (text: string): Code =>
  codeOf(text, { syntax: /^\s*[[{"]/.test(text) ? 'json' : 'text' });
