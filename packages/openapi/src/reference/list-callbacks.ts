import { listMethods } from '../list-methods.ts';
import { type Json, recordOf, resolve } from '../resolve.ts';
import type { FoundOperation } from './list-parameters.ts';

/** How many callbacks of one operation are shown. */
export const MAX_CALLBACKS = 20;
/** How many callbacks are shown that belong to the requests of other callbacks, and how deep. */
export const MAX_INNER_CALLBACKS = 100;
export const MAX_CALLBACK_DEPTH = 4;

export const listCallbacks = (spec: Json, callbacks: unknown): FoundOperation[] =>
  Object.values(recordOf(callbacks))
    .flatMap((value) => Object.entries(resolve(spec, value)))
    .filter(([address]) => !address.startsWith('x-'))
    .flatMap(([path, value]) => {
      const item = resolve(spec, value);
      return listMethods(item).map(([method, operation]) => ({
        kind: 'callback' as const,
        method,
        path,
        item,
        operation,
      }));
    });
