/** The text of a page, in the encoding that its type or the page itself names. */
export function decodeHtml(bytes: Buffer, contentType: string | undefined): string {
  const head = bytes.subarray(0, 2048).toString('latin1');
  const named =
    /charset\s*=\s*["']?([\w-]+)/i.exec(contentType ?? '')?.[1] ??
    /<meta[^<>]{1,200}charset\s*=\s*["']?([\w-]+)/i.exec(head)?.[1];
  try {
    return new TextDecoder(named ?? 'utf-8').decode(bytes);
  } catch {
    return new TextDecoder('utf-8').decode(bytes);
  }
}
