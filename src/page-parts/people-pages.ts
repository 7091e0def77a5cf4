import type { FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import type { Context } from '../context.ts';
import type { Addresses } from './addresses.ts';

/** What the pages of people and access stand on. */
export interface PeoplePages {
  context: Context;
  addresses: Addresses;
  /** Of a browser that signed in. */
  readToken: (request: FastifyRequest) => string | undefined;
}

/** What every page of theirs may be asked for with. */
export const PageQuery = {
  /** What the form that led here did. */
  done: Type.Optional(Type.String()),
  /** The cursor of a page of its list. */
  page: Type.Optional(Type.String()),
};
