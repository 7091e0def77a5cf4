import type { FastifyReply } from 'fastify';
import type { Addresses } from '../addresses.ts';
import { attempt } from './attempt.ts';
import { type DoneName, withDone } from './done.ts';
import type { Entered, Refused } from './refused.ts';

interface FormResponse {
  /** The name of the form on the page. */
  form: string;
  entered: Entered;
  /** Performs the action of the form; returns the address for the browser, and the message to show there. */
  act: () => Promise<{ to: string; done: DoneName }>;
  /** Shows the page with the form that was refused. */
  again: (refused: Refused) => Promise<FastifyReply>;
}

/**
 * Redirects the browser after a form, so that reloading the next page does not send the form again. If the form is
 * refused, the same page is shown with what was entered.
 */
export async function handleForm(
  reply: FastifyReply,
  addresses: Addresses,
  { form, entered, act, again }: FormResponse,
): Promise<FastifyReply> {
  const result = await attempt(reply, { form, entered }, act);
  if ('refused' in result) return again(result.refused);
  const { to, done } = result.value;
  return reply.redirect(`${addresses.origin}${withDone(to, done)}`, 303);
}
