/** The declaration of an entry of the table of contents that is replaced by pages of an OpenAPI spec. */
export interface ComputedListing {
  /** The slug of the spec. */
  spec: string;
  /** Whether each operation gets a page; otherwise each tag does. */
  isByOperation: boolean;
  hasModels: boolean;
  /** Whether there is a page that lists what changed with each version. */
  hasChangelog: boolean;
}

/** Reads what a computed entry says; undefined if it is of another type, or names no spec. */
export function readListing(declared: unknown): ComputedListing | undefined {
  const { type, props, dependencies } = recordOf(declared);
  if (type !== 'builtin:openapi') return undefined;
  const { ref } = recordOf(recordOf(dependencies).spec);
  const { kind, spec } = recordOf(ref);
  if (kind !== 'openapi' || typeof spec !== 'string') return undefined;
  const { grouping, models, changelog } = recordOf(props);
  return {
    spec,
    isByOperation: grouping === 'by-operation',
    hasModels: models === true,
    hasChangelog: changelog === true,
  };
}

const recordOf = (value: unknown): Record<string, unknown> =>
  typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
