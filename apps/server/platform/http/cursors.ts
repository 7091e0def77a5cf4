import { createHmac, timingSafeEqual } from 'node:crypto';
import { invalidCursor } from './request-errors.ts';

/**
 * Opaque, signed page cursors. A cursor is bound to the list that issued it (`list`: the operation with its
 * parents and filters), so that no other list accepts it.
 */
export interface CursorSigner {
  issue(list: string, position: unknown): string;
  /** Throws a 400 for anything that `issue` did not make for this list. */
  open<T>(list: string, cursor: string): T;
}

const MAC_BYTES = 12;
/** A body of any other characters, a line's end first of all, could be read as the end of a list's name. */
const BODY = /^[\w-]+$/;

/** The first key signs; every key is accepted. */
export function createCursorSigner(keys: Buffer[]): CursorSigner {
  const mac = (key: Buffer, list: string, body: string): Buffer =>
    createHmac('sha256', key).update(`${list}\n${body}`).digest().subarray(0, MAC_BYTES);
  return {
    issue(list, position) {
      const body = Buffer.from(JSON.stringify(position)).toString('base64url');
      return `${body}.${mac(keys[0] as Buffer, list, body).toString('base64url')}`;
    },
    open<T>(list: string, cursor: string): T {
      const [body, signature, ...rest] = cursor.split('.');
      const given = Buffer.from(signature ?? '', 'base64url');
      const isOurs =
        body !== undefined &&
        BODY.test(body) &&
        rest.length === 0 &&
        given.length === MAC_BYTES &&
        // Base64 has several texts for the same bytes; one of them was issued.
        given.toString('base64url') === signature &&
        keys.some((key) => timingSafeEqual(mac(key, list, body), given));
      if (!isOurs) throw invalidCursor();
      return JSON.parse(Buffer.from(body, 'base64url').toString()) as T;
    },
  };
}
