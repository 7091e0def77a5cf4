import { defineError, type ErrorDetail } from '../../http/errors.ts';

/** The present content does not allow a change. `details` name each refused change by its position in the request. */
export const changesRefused = defineError(
  { status: 409, reason: 'changes-refused' },
  (details: ErrorDetail[]) => {
    const [first, ...others] = details;
    const more = others.length > 0 ? ` (and ${others.length} more)` : '';
    return {
      message: `Nothing was changed, because a change cannot be applied: ${first?.path ?? ''} ${first?.message ?? ''}${more}.`,
      details,
    };
  },
);

export const changeRefused = (path: string, message: string) => changesRefused([{ path, message }]);
