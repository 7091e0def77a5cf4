/** JSON-RPC 2.0, as far as the Model Context Protocol uses it. */
import { Type } from 'typebox';
import { Value } from 'typebox/value';
import type { ApiError } from '../../server/platform/http/errors.ts';

type RpcId = string | number;

export interface RpcRequest {
  id: RpcId;
  method: string;
  params: Record<string, unknown>;
}

interface RpcError {
  code: number;
  message: string;
  data?: unknown;
}

export type RpcResponse = { jsonrpc: '2.0'; id: RpcId | null } & ({ result: object } | { error: RpcError });

/** The codes that JSON-RPC and the protocol define. */
export const RPC_CODES = {
  notJson: -32_700,
  invalidRequest: -32_600,
  unknownMethod: -32_601,
  invalidParams: -32_602,
  internal: -32_603,
  /** Errors of the server, such as those of HTTP. */
  refused: -32_000,
  /** The code of the protocol for resources that do not exist. */
  missingResource: -32_002,
} as const;

/** Thrown by methods; becomes the error of the response. */
export class RpcFailure extends Error {
  readonly code: number;
  readonly details: unknown;

  constructor(code: number, message: string, details?: unknown) {
    super(message);
    this.code = code;
    this.details = details;
  }
}

export const respondWith = (id: RpcId, result: object): RpcResponse => ({ jsonrpc: '2.0', id, result });

export const failWith = (id: RpcId | null, { code, message, details }: RpcFailure): RpcResponse => ({
  jsonrpc: '2.0',
  id,
  error: { code, message, ...(details === undefined ? {} : { data: details }) },
});

/** A larger number would come back rounded, and its sender would wait in vain. */
const Id = Type.Union([
  Type.String(),
  Type.Integer({ minimum: Number.MIN_SAFE_INTEGER, maximum: Number.MAX_SAFE_INTEGER }),
]);
const Version = Type.Literal('2.0');
/** Some clients write `null` for what they leave out. */
const Params = Type.Optional(Type.Union([Type.Record(Type.String(), Type.Unknown()), Type.Null()]));
const Request = Type.Object({ jsonrpc: Version, id: Id, method: Type.String(), params: Params });
const Notification = Type.Object({ jsonrpc: Version, method: Type.String(), params: Params });
const Response = Type.Object({ jsonrpc: Version, id: Type.Union([Id, Type.Null()]) });

/**
 * Reads a message. Nobody waits for a response to a notification, nor to a response. An invalid message is one without
 * a method, or one whose parameters have no names.
 */
export function readMessage(message: unknown): RpcRequest | 'without response' | 'invalid' {
  if (Value.Check(Request, message)) return { ...message, params: message.params ?? {} };
  if (!isObject(message)) return 'invalid';
  if (!('id' in message)) return Value.Check(Notification, message) ? 'without response' : 'invalid';
  const isResponse = !('method' in message) && ('result' in message || 'error' in message);
  return isResponse && Value.Check(Response, message) ? 'without response' : 'invalid';
}

/** The id that the response to a message has: null if it has none that could be repeated. */
export const idOf = (message: unknown): RpcId | null =>
  isObject(message) && Value.Check(Id, message.id) ? message.id : null;

/**
 * Writes the refusal of an HTTP request as a response of JSON-RPC. Its `data` has the fields of the error shape of the
 * API.
 */
export function presentRefusal(
  error: ApiError,
  { requestId, body, isNotJson }: { requestId: string; body: unknown; isNotJson: boolean },
): RpcResponse {
  const { status, reason, message, details } = error;
  return failWith(
    idOf(body),
    new RpcFailure(isNotJson ? RPC_CODES.notJson : codeOf(error), message, {
      status,
      reason,
      ...(details ? { details } : {}),
      requestId,
    }),
  );
}

function codeOf(error: ApiError): number {
  if (error.status === 500) return RPC_CODES.internal;
  return error.status === 400 ? RPC_CODES.invalidRequest : RPC_CODES.refused;
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
