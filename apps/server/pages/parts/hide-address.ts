import type { onRequestHookHandler } from 'fastify';

/** For addresses that contain a secret: it is not sent to links or assets of the page, and no cache keeps the page. */
export const hideAddress: onRequestHookHandler = (_request, reply, done) => {
  // Only the origin is sent: without it, browsers would send “null” as the origin of the form.
  reply.headers({ 'referrer-policy': 'strict-origin', 'cache-control': 'no-store' });
  done();
};
