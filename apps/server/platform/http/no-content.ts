import type { FastifyReply } from 'fastify';

/**
 * Answers that something was done, or will be, without a body: a serialized `null` would be one. A handler returns the
 * result: otherwise, the framework would send a second response while hooks still work on this one.
 */
export const sendNothing = (reply: FastifyReply, status: 202 | 204 | 205): FastifyReply =>
  reply.code(status).send();
