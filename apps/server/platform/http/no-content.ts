import type { FastifyReply } from 'fastify';

/** Answers that something was done, or will be, without a body: a serialized `null` would be one. */
export function sendNothing(reply: FastifyReply, status: 202 | 204 | 205): void {
  reply.code(status).send();
}
