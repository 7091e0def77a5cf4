import type { Context } from '../../../../platform/context.ts';
import type { FindConditionWarnings } from '../../sites/structure/conditions.ts';
import { findAdaptiveSchema } from '../adaptive-schema/adaptive-schema.queries.ts';
import { judgeConditions } from './judge-conditions.ts';

/** Finds the warnings about one condition, as the list of conditions of the site shows them. */
export const createFindConditionWarnings =
  ({ db }: Pick<Context, 'db'>): FindConditionWarnings =>
  async (key, condition) => {
    const schema = (await findAdaptiveSchema(db, key))?.schema;
    return judgeConditions([{ place: { type: 'section' }, condition }], schema).flatMap(({ message }) =>
      message === undefined ? [] : [{ path: 'condition', message }],
    );
  };
