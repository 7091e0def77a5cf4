import { ApiError } from '../../http/errors.ts';

export const linkIsUsed = (): ApiError =>
  new ApiError(
    404,
    'This link is good for nothing any more: it was used, or it has expired. Ask for another one.',
  );
