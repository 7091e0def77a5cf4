import type { SchemaDifference } from './schema-difference.ts';
import type { ChangeClass, Direction } from './spec-change.ts';

/** Adds what is found at a place below a schema to the difference of the schema. */
export class FoundChanges {
  readonly #difference: SchemaDifference;
  readonly #path: readonly string[];

  constructor(difference: SchemaDifference, path: readonly string[] = []) {
    this.#difference = difference;
    this.#path = path;
  }

  get direction(): Direction {
    return this.#difference.direction;
  }

  below(...path: string[]): FoundChanges {
    return new FoundChanges(this.#difference, [...this.#path, ...path]);
  }

  add(changeClass: ChangeClass, kind: string, path: readonly string[], name?: string): void {
    this.#difference.addOwn({
      class: changeClass,
      kind,
      path: [...this.#path, ...path],
      ...(name !== undefined && { name }),
    });
  }

  /** A request that allows less breaks existing clients. */
  addNarrower(kind: string, path: readonly string[], name?: string): void {
    this.add(this.direction === 'request' ? 'breaking' : 'non-breaking', kind, path, name);
  }

  /** A response that can contain more breaks existing clients. */
  addWider(kind: string, path: readonly string[], name?: string): void {
    this.add(this.direction === 'response' ? 'breaking' : 'non-breaking', kind, path, name);
  }

  addInner(
    path: readonly string[],
    inner: SchemaDifference | undefined,
    more: { name?: string; whole?: 'condition' | 'negation' } = {},
  ): void {
    if (inner) this.#difference.addInner({ path: [...this.#path, ...path], inner, ...more });
  }
}
