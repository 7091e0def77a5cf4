const TEXT = /^(?:text\/|application\/(?:[\w.+-]+\+)?(?:json|xml|yaml|javascript|x-www-form-urlencoded)\b)/i;

/** Whether the body of a response is shown as text. Without a type, it is if nothing in it speaks against it. */
export const isTextBody = (type: string, body: Uint8Array): boolean =>
  TEXT.test(type) || (type === '' && !body.includes(0));

/** In bytes: what is shown of a response. */
export const MAX_SHOWN_BYTES = 1_000_000;
