import type { FastifyReply } from 'fastify';
import { ApiError } from '../../../platform/http/errors.ts';
import { belongsInForm, type Entered, type Refused } from './refused.ts';

/**
 * Performs the action of a form. If the action is refused for a reason that the user can correct, the response gets the
 * status of the error.
 */
export async function attempt<T>(
  reply: FastifyReply,
  { form, entered }: { form: string; entered: Entered },
  act: () => Promise<T>,
): Promise<{ value: T } | { refused: Refused }> {
  try {
    return { value: await act() };
  } catch (error) {
    if (!(error instanceof ApiError) || !belongsInForm(error)) throw error;
    reply.code(error.status);
    return { refused: { form, entered, message: error.message, details: error.details ?? [] } };
  }
}
