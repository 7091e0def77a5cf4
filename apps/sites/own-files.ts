/** Whether an address is one of the files that this service serves. */
import { isUrl } from '@lectern/std/parse-url';

export const isOwnFile = (url: string, filesOrigin: string): boolean =>
  isUrl(url) && new URL(url).origin === filesOrigin;
