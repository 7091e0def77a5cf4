import type { FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import type { Context } from '../../platform/context.ts';
import type { Addresses } from './addresses.ts';

/** The services that the pages about people and access use. */
export interface PeoplePages {
  context: Context;
  addresses: Addresses;
  /** Reads the session of a signed-in browser. */
  readToken: (request: FastifyRequest) => string | undefined;
}

/** The query parameters of every page about people and access. */
export const PageQuery = {
  /** The name of the form that led here. */
  done: Type.Optional(Type.String()),
  /** The cursor of the list on the page. */
  page: Type.Optional(Type.String()),
};
