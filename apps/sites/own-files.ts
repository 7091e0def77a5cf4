/** Whether an address is one of the files that this service serves. */
import { parseUrl } from '@lectern/std/parse-url';

export const isOwnFile = (url: string, filesOrigin: string): boolean => parseUrl(url)?.origin === filesOrigin;
