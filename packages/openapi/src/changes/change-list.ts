import { writePointer } from '../json-pointer.ts';
import type { ChangeClass, ChangedOperation, SpecChange } from './spec-change.ts';

/** More changes than anybody reads. */
const MAX_CHANGES = 10_000;
/** Enough for every spec of 10 MB; it limits the work for schemas that are combined in many ways. */
const MAX_STEPS = 2_000_000;
/** Limits how many schemas are visited to list their changes, for all operations together. */
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

  /** Counts a step. False if the budget of the comparison is used up. */
  step(): boolean {
    this.#steps += 1;
    if (this.#steps > MAX_STEPS || this.changes.length >= MAX_CHANGES) this.isComplete = false;
    return this.isComplete;
  }

  /** Counts a visit. False if no more schemas may be visited. */
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

/** The place that is compared. */
export interface ChangePosition {
  operation?: ChangedOperation;
  path: readonly string[];
  /** The innermost named schema around it. */
  schema?: string | undefined;
}

export const below = (position: ChangePosition, ...keys: string[]): ChangePosition => ({
  ...position,
  path: [...position.path, ...keys],
});
