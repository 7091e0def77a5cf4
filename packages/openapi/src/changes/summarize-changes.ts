import { cutText } from '@lectern/std/cut-text';
import { countClasses } from './count-classes.ts';
import { CHANGE_CLASSES, type ChangeClass, type SpecChange } from './spec-change.ts';

/** A change as it is shown to people. */
export interface DescribedChange extends Pick<SpecChange, 'class' | 'kind' | 'name'> {
  /** Undefined if it concerns no single operation, or is about the operation as a whole. */
  operation?: string;
}

/** A summary of the changes in a version. */
export interface ChangeSummary {
  counts: Record<ChangeClass, number>;
  /** The first changes, with breaking changes before all others. */
  changes: DescribedChange[];
}

const MAX_CHANGES = 50;
/** The maximum length of names, which come from the spec and may be of any length. */
const MAX_NAME_LENGTH = 200;

export function summarizeChanges(changes: readonly SpecChange[]): ChangeSummary {
  const sorted = CHANGE_CLASSES.flatMap((one) => changes.filter((change) => change.class === one));
  return { counts: countClasses(changes), changes: sorted.slice(0, MAX_CHANGES).map(tell) };
}

/** Returns the number of changes that are not shown. */
export const countMore = ({ counts }: ChangeSummary, shown: number): number =>
  CHANGE_CLASSES.reduce((sum, one) => sum + counts[one], 0) - shown;

function tell({ class: changeClass, kind, name, operation }: SpecChange): DescribedChange {
  const where = operation && `${operation.method.toUpperCase()} ${operation.path}`;
  return {
    class: changeClass,
    kind,
    name: cutText(name, MAX_NAME_LENGTH),
    ...(where === undefined || where === name ? {} : { operation: cutText(where, MAX_NAME_LENGTH) }),
  };
}
