import { v4, v7 } from 'uuid';

/** A UUIDv7 in canonical text: sorted by the time it was made, also within one millisecond of one process. */
export const newId = (): string => v7();

/** The id of a user: random, because the time in a UUIDv7 would reveal whether an invited address has an account. */
export const newUserId = (): string => v4();

const CANONICAL = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

/** Whether a text can be an id: canonical UUID text in lower case. */
export const isId = (text: string): boolean => text.length === 36 && CANONICAL.test(text);
