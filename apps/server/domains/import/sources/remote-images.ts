import type { ImportProblem } from '@lectern/import/imported-content';
import { describeMedia } from '../../../content/files/media-type.ts';
import type { Context } from '../../../platform/context.ts';
import { NetworkError } from '../../../platform/http/guarded-network.ts';
import { fetchAddress } from './fetch-source.ts';

export const isWebUrl = (text: string): boolean => /^https?:\/\//i.test(text);

const IMAGE_MS = 30_000;
const MAX_IMAGE_BYTES = 25_000_000;

/**
 * Fetches images that pages show. An image that cannot be fetched keeps its address. All images of an import together
 * have half the time of a job, and as many bytes as a source.
 */
export function createRemoteImages(
  { config }: Pick<Context, 'config'>,
  { problems, signal }: { problems: ImportProblem[]; signal: AbortSignal },
): { read(url: string, from: string | undefined): Promise<Buffer | undefined> } {
  const endsAt = performance.now() + config.limits.jobSeconds * 500;
  let bytesLeft = config.limits.importBytes;

  async function fetchImage(url: string): Promise<{ body: Buffer } | { failure: string }> {
    const timeLeft = Math.min(IMAGE_MS, Math.floor(endsAt - performance.now()));
    if (timeLeft <= 0) return { failure: 'There was no time left for the image.' };
    if (bytesLeft <= 0) return { failure: 'The images before it are as large as an import may be.' };
    const { status, body } = await fetchAddress(url, {
      config,
      maxBytes: Math.min(MAX_IMAGE_BYTES, bytesLeft),
      timeoutMs: timeLeft,
      signal,
    });
    bytesLeft -= body.length;
    if (status !== 200) return { failure: `The address returned status ${status}.` };
    const { contentType } = await describeMedia('', body);
    if (!contentType.startsWith('image/'))
      return { failure: 'The address returned something other than an image.' };
    return { body };
  }

  return {
    async read(url, from) {
      const fail = (message: string): undefined => {
        // A page that has an address itself is named by that of the image, which identifies both.
        const isInFile = from !== undefined && !isWebUrl(from);
        problems.push({
          path: isInFile ? from : url,
          reason: 'image-unavailable',
          message: `${isInFile ? `${url}: ` : ''}${message} The image stays where it is.`,
        });
      };
      try {
        const fetched = await fetchImage(url);
        return 'body' in fetched ? fetched.body : fail(fetched.failure);
      } catch (error) {
        signal.throwIfAborted();
        if (error instanceof NetworkError) return fail(error.message);
        throw error;
      }
    },
  };
}
