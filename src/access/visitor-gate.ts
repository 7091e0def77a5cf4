import type { FastifyRequest } from 'fastify';
import type { ApiError } from '../http/errors.ts';
import type { Call, Granted } from './grant.ts';
import type { Visitor } from './visitor.ts';

/** Recognizes the tokens of visitors and decides what they open. Implemented above: access does not know what a site shows. */
export interface VisitorGate {
  /** Decides synchronously if everything is in memory. */
  peek(call: Call): Granted | ApiError | undefined;
  grant(call: Call): Promise<Granted | ApiError>;
}

/** A token of a visitor is a JWT; all other tokens begin with a prefix of their own or are chosen by the operator. */
export const isVisitorToken = (token: string): boolean => /^eyJ[\w-]+\.[\w-]+\.[\w-]+$/.test(token);

/** The visitor who calls a route that is open to visitors; undefined: a caller with a role. */
export const findVisitor = (request: FastifyRequest): Visitor | undefined => request.granted?.visitor;
