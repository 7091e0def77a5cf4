/** What an entry of the table of contents asks for that stands for pages made of an OpenAPI spec. */
export interface ComputedListing {
  spec: string;
  /** Whether each operation gets a page; otherwise each tag does. */
  isByOperation: boolean;
  hasModels: boolean;
}

/** Reads the source of a computed entry, which is JSON; undefined if it is of another type, or names no spec. */
export function readListing(source: string): ComputedListing | undefined {
  const { type, props, dependencies } = recordOf(parse(source));
  if (type !== 'builtin:openapi') return undefined;
  const { ref } = recordOf(recordOf(dependencies).spec);
  const { kind, spec } = recordOf(ref);
  if (kind !== 'openapi' || typeof spec !== 'string') return undefined;
  const { grouping, models } = recordOf(props);
  return { spec, isByOperation: grouping === 'by-operation', hasModels: models === true };
}

function parse(source: string): unknown {
  try {
    return JSON.parse(source);
  } catch {
    return undefined;
  }
}

const recordOf = (value: unknown): Record<string, unknown> =>
  typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
