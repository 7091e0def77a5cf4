import type { Block } from '../../content/documents/document.ts';
import { createAnchors, slugOf } from '../../content/documents/slug.ts';
import type { SpecOutline } from '../../openapi/outline-spec.ts';

/** An operation, webhook or schema on a page, as a search finds it. */
export interface ComputedSection {
  anchor: string;
  title: string;
  /** Such as `GET /pets`. */
  label: string;
  /** What it is found by, beside its title and label. */
  words: string;
}

/** What a page shows of a spec. */
export interface ComputedParts {
  blocks: Block[];
  sections: ComputedSection[];
}

export type OutlinedOperation = SpecOutline['operations'][number];

export const titleOf = ({
  summary,
  operationId,
  method,
  path,
}: Pick<OutlinedOperation, 'summary' | 'operationId' | 'method' | 'path'>): string =>
  summary?.trim() || operationId || labelOf(method, path);

const labelOf = (method: string, path: string): string => `${method.toUpperCase()} ${path}`;

const refOf = (spec: string) => ({ kind: 'openapi' as const, spec });

/** `introduction`: the blocks before the operations. */
export function listOperationParts(
  spec: string,
  operations: readonly OutlinedOperation[],
  introduction: readonly Block[] = [],
): ComputedParts {
  const anchors = createAnchors();
  const parts = operations.map((operation) => {
    const { method, path, operationId, words } = operation;
    const anchor = anchors.take(slugOf(labelOf(method, path)));
    return {
      block: openApiBlock('openapi-operation', { ref: refOf(spec), path, method }, anchor),
      section: {
        anchor,
        title: titleOf(operation),
        label: labelOf(method, path),
        words: `${operationId ?? ''} ${words ?? ''}`,
      },
    };
  });
  return {
    blocks: [...introduction, ...parts.map(({ block }) => block)],
    sections: parts.map(({ section }) => section),
  };
}

export function listWebhookParts(spec: string, webhooks: SpecOutline['webhooks']): ComputedParts {
  const anchors = createAnchors();
  const parts = webhooks.map(({ name, method, summary, operationId, words }) => {
    const anchor = anchors.take(slugOf(labelOf(method, name)));
    return {
      block: openApiBlock('openapi-webhook', { ref: refOf(spec), name, method }, anchor),
      section: {
        anchor,
        title: titleOf({
          method,
          path: name,
          ...(summary ? { summary } : {}),
          ...(operationId ? { operationId } : {}),
        }),
        label: labelOf(method, name),
        words: words ?? '',
      },
    };
  });
  return { blocks: parts.map(({ block }) => block), sections: parts.map(({ section }) => section) };
}

export function listSchemaParts(spec: string, schemas: readonly string[]): ComputedParts {
  const anchors = createAnchors();
  const sections = schemas.map((name) => ({
    anchor: anchors.take(slugOf(name)),
    title: name,
    label: '',
    words: '',
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
