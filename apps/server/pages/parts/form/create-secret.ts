import type { FastifyReply } from 'fastify';
import { attempt } from './attempt.ts';
import type { Entered, Refused } from './refused.ts';

interface SecretForm<Secret> {
  form: string;
  entered: Entered;
  /** Creates the secret. */
  act: () => Promise<Secret>;
  show: (shown: { refused?: Refused; created?: Secret }) => Promise<FastifyReply>;
}

/** Responds with a page that shows a secret once: it is not stored, so no later response can show it. */
export async function createSecret<Secret>(
  reply: FastifyReply,
  { form, entered, act, show }: SecretForm<Secret>,
): Promise<FastifyReply> {
  reply.header('cache-control', 'no-store');
  const result = await attempt(reply, { form, entered }, act);
  return show('refused' in result ? result : { created: result.value });
}
