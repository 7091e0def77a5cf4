import { countClasses } from './count-classes.ts';
import { CHANGE_CLASSES, type ChangeClass, type SpecChange } from './spec-change.ts';

/** A change as people are told of it. */
export interface ToldChange extends Pick<SpecChange, 'class' | 'kind' | 'name'> {
  /** Undefined if it concerns no single operation, or is about the operation as a whole. */
  operation?: string;
}

/** What changed with a version, in short. */
export interface ChangeSummary {
  counts: Record<ChangeClass, number>;
  /** The first ones, those that break clients before all others. */
  changes: ToldChange[];
}

const MAX_CHANGES = 50;
/** Names are those of the spec, and may be of any length. */
const MAX_NAME_LENGTH = 200;

export function summarizeChanges(changes: readonly SpecChange[]): ChangeSummary {
  const sorted = CHANGE_CLASSES.flatMap((one) => changes.filter((change) => change.class === one));
  return { counts: countClasses(changes), changes: sorted.slice(0, MAX_CHANGES).map(tell) };
}

/** How many changes there are beside those that are shown. */
export const countMore = ({ counts }: ChangeSummary, shown: number): number =>
  CHANGE_CLASSES.reduce((sum, one) => sum + counts[one], 0) - shown;

function tell({ class: changeClass, kind, name, operation }: SpecChange): ToldChange {
  const where = operation && `${operation.method.toUpperCase()} ${operation.path}`;
  return {
    class: changeClass,
    kind,
    name: name.slice(0, MAX_NAME_LENGTH),
    ...(where === undefined || where === name ? {} : { operation: where.slice(0, MAX_NAME_LENGTH) }),
  };
}
