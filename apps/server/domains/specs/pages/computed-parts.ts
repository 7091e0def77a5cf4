import { nameOperation, nameSchema, nameWebhook } from '@lectern/content/facts/reference-places';
import type { Block } from '@lectern/markdown/document';
import { createAnchors, slugOf } from '@lectern/markdown/slug';
import type { SpecOutline } from '@lectern/openapi/outline-spec';

/** An operation, webhook or schema on a page, as search finds it. */
export interface ComputedSection {
  anchor: string;
  title: string;
  /** The label, such as `GET /pets`. */
  label: string;
  isDeprecated?: true;
  /** The words by which search finds it, in addition to its title and label. */
  words: string;
}

/** The content of a page about a spec. */
export interface ComputedParts {
  blocks: Block[];
  sections: ComputedSection[];
}

export type OutlinedOperation = SpecOutline['operations'][number];

export const titleOf = ({ summary, operationId, method, path }: OutlinedOperation): string =>
  summary?.trim() || operationId || labelOf(method, path);

const labelOf = (method: string, path: string): string => `${method.toUpperCase()} ${path}`;

const refOf = (spec: string) => ({ kind: 'openapi' as const, spec });

/** The texts by which search finds a part, on every page that shows it. */
export type FoundPart = Omit<ComputedSection, 'anchor'>;

const findOperationBy = (operation: OutlinedOperation): FoundPart => ({
  title: titleOf(operation),
  label: labelOf(operation.method, operation.path),
  ...(operation.deprecated ? { isDeprecated: true } : {}),
  words: `${operation.operationId ?? ''} ${operation.words ?? ''}`,
});

const findWebhookBy = ({ method, name, ...webhook }: SpecOutline['webhooks'][number]): FoundPart =>
  findOperationBy({ ...webhook, method, path: name });

const findSchemaBy = (name: string, words = ''): FoundPart => ({ title: name, label: '', words });

export type SchemaWords = ReadonlyMap<string, string>;

/** Lists the searchable parts of a spec, by the names that references to them use. */
export const listFoundParts = ({
  operations,
  webhooks,
  schemas,
  schemaWords,
}: SpecOutline): ReadonlyMap<string, FoundPart> => {
  const words = new Map(schemaWords);
  return new Map([
    ...operations.map((one): [string, FoundPart] => [nameOperation(one), findOperationBy(one)]),
    ...webhooks.map((one): [string, FoundPart] => [nameWebhook(one), findWebhookBy(one)]),
    ...schemas.map((name): [string, FoundPart] => [nameSchema(name), findSchemaBy(name, words.get(name))]),
  ]);
};

/** `introduction`: the blocks before the operations. */
export function listOperationParts(
  spec: string,
  operations: readonly OutlinedOperation[],
  introduction: readonly Block[] = [],
): ComputedParts {
  const anchors = createAnchors();
  const parts = operations.map((operation) => {
    const { method, path } = operation;
    const anchor = anchors.take(slugOf(labelOf(method, path)));
    return {
      block: openApiBlock('openapi-operation', { ref: refOf(spec), path, method }, anchor),
      section: { anchor, ...findOperationBy(operation) },
    };
  });
  return {
    blocks: [...introduction, ...parts.map(({ block }) => block)],
    sections: parts.map(({ section }) => section),
  };
}

export function listWebhookParts(
  spec: string,
  webhooks: readonly SpecOutline['webhooks'][number][],
): ComputedParts {
  const anchors = createAnchors();
  const parts = webhooks.map((webhook) => {
    const { method, name } = webhook;
    const anchor = anchors.take(slugOf(labelOf(method, name)));
    return {
      block: openApiBlock('openapi-webhook', { ref: refOf(spec), name, method }, anchor),
      section: { anchor, ...findWebhookBy(webhook) },
    };
  });
  return { blocks: parts.map(({ block }) => block), sections: parts.map(({ section }) => section) };
}

/** `words`: the words by which the schemas are found beside their names. */
export function listSchemaParts(spec: string, schemas: readonly string[], words: SchemaWords): ComputedParts {
  const anchors = createAnchors();
  const sections = schemas.map((name) => ({
    anchor: anchors.take(slugOf(name)),
    ...findSchemaBy(name, words.get(name)),
  }));
  const data = { ref: refOf(spec), schemas: [...schemas] };
  return { blocks: [openApiBlock('openapi-schemas', data, sections[0]?.anchor ?? '')], sections };
}

type OpenApiType = 'openapi-operation' | 'openapi-webhook' | 'openapi-schemas';

const openApiBlock = <Type extends OpenApiType>(
  type: Type,
  data: Extract<Block, { type: Type }>['data'],
  anchor: string,
): Block => ({ object: 'block', type, isVoid: true, data, meta: { id: anchor } }) as Block;
