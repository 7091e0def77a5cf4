import type { onRequestHookHandler } from 'fastify';

/** The address holds a secret: nothing that the page leads to, or loads, is told it, and no cache keeps the page. */
export const hideAddress: onRequestHookHandler = (_request, reply, done) => {
  // The origin alone is told: without it a browser would say “null” for the origin of the form.
  reply.headers({ 'referrer-policy': 'strict-origin', 'cache-control': 'no-store' });
  done();
};
