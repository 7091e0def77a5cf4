import { shortenText } from '@lectern/std/cut-text';
import { findValue } from './json-pointer.ts';
import { listMethods } from './list-methods.ts';
import { createOperationWords, type ListOperationWords } from './operation-words.ts';
import { readExternalDocs } from './reference/schema-notes.ts';
import { createOperationEstimate, createReadSchema, splitSchemas } from './reference/split-schemas.ts';
import { writeIntroduction } from './reference/write-introduction.ts';
import { writeDocs } from './reference/write-reference.ts';
import { type Json, listOf, recordOf, resolve } from './resolve.ts';
import { listSchemaWords } from './schema-words.ts';
import { findTagTitle, isLabelTag } from './tags.ts';

interface OutlinedOperation {
  method: string;
  operationId?: string;
  summary?: string;
  tags: string[];
  deprecated: boolean;
  /** About how long it is on a page. */
  bytes: number;
  /** Words that find it in addition to its name. */
  words?: string;
}

interface OutlinedTag {
  name: string;
  title?: string;
  /** The name of the tag that it is part of. */
  parent?: string;
  /** Whether it only marks operations, and is no part of the table of contents. */
  isLabel?: true;
  /** Markdown. */
  description?: string;
}

/** The outline of a spec: the names of the parts that it describes. */
export interface SpecOutline {
  title: string;
  operations: (OutlinedOperation & { path: string })[];
  webhooks: (OutlinedOperation & { name: string })[];
  schemas: string[];
  /** How many of the schemas are on each page of schemas. */
  schemaPages: number[];
  /** The words by which schemas are found beside their names, for those that have any. */
  schemaWords: [name: string, words: string][];
  /** The tags that the spec lists. */
  tags?: OutlinedTag[];
  /** What the spec says about the API as a whole, as Markdown. */
  introduction?: string;
  /** The version of the outline; missing in outlines of earlier releases. */
  form?: number;
}

/** Increased whenever outlines get something new, so that stored ones are no longer used. */
export const OUTLINE_FORM = 8;

/** Outlines a spec of version 3.1 or 3.2. */
export function outlineSpec(spec: Record<string, unknown>): SpecOutline {
  const title = findValue(spec, ['info', 'title']);
  const introduction = writeIntroduction(spec);
  const listWords = createOperationWords(spec, countOperations(spec));
  const readSchema = createReadSchema(spec);
  const estimate = createOperationEstimate(spec, readSchema);
  const operations = operationsOf(spec, 'paths', { listWords, estimate });
  const webhooks = operationsOf(spec, 'webhooks', { listWords, estimate });
  const words = new Set([...operations, ...webhooks].flatMap((one) => (one.words ?? '').split(' ')));
  return {
    title: typeof title === 'string' ? title : '',
    operations: operations.map(({ name, ...operation }) => ({ path: name, ...operation })),
    webhooks,
    schemas: Object.keys(recordOf(findValue(spec, ['components', 'schemas']))),
    schemaPages: splitSchemas(spec, readSchema),
    schemaWords: listSchemaWords(spec, words),
    tags: listOf(spec.tags).map(recordOf).flatMap(outlineTag),
    ...(introduction === '' ? {} : { introduction }),
    form: OUTLINE_FORM,
  };
}

const MAX_DESCRIPTION = 5000;

function outlineTag(tag: Json): OutlinedTag[] {
  const { name, parent } = tag;
  if (typeof name !== 'string') return [];
  const description = describeTag(tag);
  const title = findTagTitle(tag);
  return [
    {
      name,
      ...(title === undefined ? {} : { title }),
      ...(typeof parent === 'string' ? { parent } : {}),
      ...(isLabelTag(tag) ? { isLabel: true } : {}),
      ...(description === '' ? {} : { description }),
    },
  ];
}

function describeTag({ description, externalDocs }: Json): string {
  const docs = readExternalDocs(externalDocs);
  return [
    ...(typeof description === 'string' ? [shortenText(description, MAX_DESCRIPTION)] : []),
    ...(docs ? [`See ${writeDocs(docs)}`] : []),
  ].join('\n\n');
}

const countOperations = (spec: Json): number =>
  [spec.paths, spec.webhooks]
    .flatMap((list) => Object.values(recordOf(list)))
    .reduce((sum: number, item) => sum + listMethods(resolve(spec, item)).length, 0);

function operationsOf(
  spec: Record<string, unknown>,
  list: 'paths' | 'webhooks',
  {
    listWords,
    estimate,
  }: { listWords: ListOperationWords; estimate: (item: Json, operation: Json) => number },
): (OutlinedOperation & { name: string })[] {
  return Object.entries(recordOf(spec[list])).flatMap(([name, value]) => {
    const item = resolve(spec, value);
    return listMethods(item).map(([method, operation]) => {
      const words = listWords(item, operation);
      return {
        name,
        ...outlineOperation(method, operation),
        bytes: estimate(item, operation),
        ...(words === '' ? {} : { words }),
      };
    });
  });
}

function outlineOperation(
  method: string,
  operation: Record<string, unknown>,
): Omit<OutlinedOperation, 'bytes'> {
  const { operationId, summary, tags, deprecated } = operation;
  return {
    method,
    ...(typeof operationId === 'string' ? { operationId } : {}),
    ...(typeof summary === 'string' ? { summary } : {}),
    tags: Array.isArray(tags) ? tags.filter((tag) => typeof tag === 'string') : [],
    deprecated: deprecated === true,
  };
}
