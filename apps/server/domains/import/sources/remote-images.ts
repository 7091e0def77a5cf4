import type { ImportProblem } from '@lectern/import/imported-content';
import type { Context } from '../../../platform/context.ts';
import { NetworkError } from '../../../platform/http/guarded-network.ts';
import { fetchAddress } from './fetch-source.ts';

export const isWebUrl = (text: string): boolean => /^https?:\/\//i.test(text);

const IMAGE_MS = 30_000;
const MAX_IMAGE_BYTES = 25_000_000;

/** Fetches images that pages show. An image that cannot be fetched keeps its address. */
export function createRemoteImages(
  { config }: Pick<Context, 'config'>,
  { problems, signal }: { problems: ImportProblem[]; signal: AbortSignal },
): { read(url: string): Promise<Buffer | undefined> } {
  return {
    async read(url) {
      const fail = (message: string): undefined => {
        problems.push({
          path: url,
          reason: 'image-unavailable',
          message: `${message} The image stays where it is.`,
        });
      };
      try {
        const { status, body, headers } = await fetchAddress(url, {
          config,
          maxBytes: MAX_IMAGE_BYTES,
          timeoutMs: IMAGE_MS,
          signal,
        });
        if (status !== 200) return fail(`The address returned status ${status}.`);
        if (/^text\/html/i.test(headers['content-type'] ?? ''))
          return fail('The address returned a page instead of an image.');
        return body;
      } catch (error) {
        signal.throwIfAborted();
        if (error instanceof NetworkError) return fail(error.message);
        throw error;
      }
    },
  };
}
