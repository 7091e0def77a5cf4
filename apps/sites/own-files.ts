/** Whether an address is one of the files that this service serves. */
export const isOwnFile = (url: string, filesOrigin: string): boolean =>
  URL.canParse(url) && new URL(url).origin === filesOrigin;
