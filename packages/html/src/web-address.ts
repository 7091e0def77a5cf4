const WEB = new Set(['http:', 'https:', 'mailto:']);

/** An address that a link may lead to: http, https or mail. Undefined for anything else, scripts first of all. */
export function webAddress(text: string): string | undefined {
  try {
    const url = new URL(text);
    return WEB.has(url.protocol) ? url.href : undefined;
  } catch {
    return undefined;
  }
}
