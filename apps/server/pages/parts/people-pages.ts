import type { FastifyRequest } from 'fastify';
import type { Context } from '../../platform/context.ts';
import type { Addresses } from './addresses.ts';

/** The services that the pages about people and access use. */
export interface PeoplePages {
  context: Context;
  addresses: Addresses;
  /** Reads the session of a signed-in browser. */
  readToken: (request: FastifyRequest) => string | undefined;
}
