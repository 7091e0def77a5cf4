import type { ChangeClass, Direction } from './spec-change.ts';

/** A change of a schema itself. Places are relative to the schema. */
export interface OwnChange {
  class: ChangeClass;
  kind: string;
  path: readonly string[];
  /** The name of what changed; undefined for the field that has the schema. */
  name?: string;
}

/** The difference of a schema inside another one. */
export interface InnerDifference {
  path: readonly string[];
  /** The name of the field; undefined if the field is that of the outer schema. */
  name?: string;
  inner: SchemaDifference;
  /** Set if everything inside is listed as one change: a condition or a negation is one statement. */
  whole?: 'condition' | 'negation';
}

/**
 * What differs between two versions of a schema, in one direction. Schemas that are used in many places, or contain
 * themselves, have one difference, which all places share.
 */
export class SchemaDifference {
  readonly entries: (OwnChange | InnerDifference)[] = [];
  readonly direction: Direction;
  /** The name of the schema among the components; undefined if it has none. */
  readonly schema: string | undefined;
  readonly #outer: SchemaDifference[] = [];
  #hasChanges = false;

  constructor(direction: Direction, schema: string | undefined) {
    this.direction = direction;
    this.schema = schema;
  }

  /** Whether the schema, or a schema inside it, has changed. */
  get hasChanges(): boolean {
    return this.#hasChanges;
  }

  addOwn(change: OwnChange): void {
    this.entries.push(change);
    this.#spread();
  }

  addInner(entry: InnerDifference): void {
    this.entries.push(entry);
    if (entry.inner.#hasChanges) this.#spread();
    else entry.inner.#outer.push(this);
  }

  /** Marks all schemas that contain this one as changed, without recursion. */
  #spread(): void {
    const waiting: SchemaDifference[] = [this];
    for (let next = waiting.pop(); next; next = waiting.pop()) {
      if (next.#hasChanges) continue;
      next.#hasChanges = true;
      for (const outer of next.#outer) waiting.push(outer);
      next.#outer.length = 0;
    }
  }
}
