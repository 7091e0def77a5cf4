import { writePointer } from '../json-pointer.ts';
import type { ChangeClass, ChangedOperation, SpecChange } from './spec-change.ts';

/** More changes than anybody reads. */
const MAX_CHANGES = 10_000;
/** More than the schemas of a spec of 10 MB have; it bounds schemas that are combined in many ways. */
const MAX_STEPS = 2_000_000;
/** It bounds the schemas that are visited for all operations, to list what changed in them. */
const MAX_VISITS = 20_000_000;

/** Collects changes until there are too many. */
export class ChangeList {
  readonly changes: SpecChange[] = [];
  isComplete = true;
  #steps = 0;
  #visits = 0;

  /** How many schemas were compared, and parts of schemas read. */
  get steps(): number {
    return this.#steps;
  }

  /** Whether the comparison may go on: it has a budget. */
  step(): boolean {
    this.#steps += 1;
    if (this.#steps > MAX_STEPS || this.changes.length >= MAX_CHANGES) this.isComplete = false;
    return this.isComplete;
  }

  /** Whether the changes of one more schema may be listed. */
  visit(): boolean {
    this.#visits += 1;
    const mayVisit = this.#visits <= MAX_VISITS && this.changes.length < MAX_CHANGES;
    if (!mayVisit) this.isComplete = false;
    return mayVisit;
  }

  add(
    changeClass: ChangeClass,
    kind: string,
    { operation, path, schema }: ChangePosition,
    name: string,
  ): void {
    if (this.changes.length >= MAX_CHANGES) {
      this.isComplete = false;
      return;
    }
    this.changes.push({
      class: changeClass,
      kind,
      ...(operation ? { operation } : {}),
      place: writePointer(path),
      name,
      ...(schema === undefined ? {} : { schema }),
    });
  }
}

/** Where the comparison is. */
export interface ChangePosition {
  operation?: ChangedOperation;
  path: readonly string[];
  /** The innermost schema with a name that it is in. */
  schema?: string | undefined;
}

export const below = (position: ChangePosition, ...keys: string[]): ChangePosition => ({
  ...position,
  path: [...position.path, ...keys],
});
