import { setTimeout as sleep } from 'node:timers/promises';
import { ApiError } from '@lectern/client/api-error';
import { type Client, createClient } from '@lectern/client/client';
import { parseUrl } from '@lectern/std/parse-url';
import type { FastifyInstance, InjectOptions } from 'fastify';
import { buildApp } from '../../server/app/app.ts';
import { createPersonalToken, revokeToken } from '../../server/domains/identity/tokens/tokens.service.ts';
import { BY_OPERATOR } from '../../server/platform/access/cause.ts';
import type { Config } from '../../server/platform/config.ts';
import { getAdministrator } from './administrator.ts';
import { CommandError } from './command-error.ts';
import { withContext } from './with-context.ts';

/** Calls the API while `work` runs. */
export type WithClient = <Result>(work: (client: Client) => Promise<Result>) => Promise<Result>;

interface RemoteOptions {
  url?: string;
  token?: string;
}

const TOKEN_TIME_MS = 24 * 60 * 60 * 1000;
const MAX_WAITS = 10;
const MAX_WAIT_SECONDS = 60;

/**
 * The API of the service in `--url` or `LECTERN_URL`, or else that of the local data directory. The local database is
 * open only while something is read or written: an editor can be open for hours.
 */
export function connectToApi(config: Config, options: RemoteOptions): WithClient {
  const url = options.url ?? (process.env.LECTERN_URL?.trim() || undefined);
  const token = options.token ?? (process.env.LECTERN_TOKEN?.trim() || undefined);
  if (url === undefined) {
    if (options.token !== undefined) throw new CommandError('--token has no effect without --url.');
    return (work) => withLocalClient(config, work);
  }
  const origin = parseUrl(url);
  if (!origin || !/^https?:$/.test(origin.protocol))
    throw new CommandError(`${url} is not the address of a service, such as https://docs.example.com.`);
  if (token === undefined)
    throw new CommandError(
      `A token is required for ${origin.origin}. Set LECTERN_TOKEN, or add --token. “lectern token create” creates one.`,
    );
  const client = createClient({ url: origin.origin, token, fetch: fetchPatiently(fetch) });
  return (work) => explained(origin.origin, () => work(client));
}

/** Acts as the first administrator, as other commands do, with a token that is revoked at the end. */
async function withLocalClient<Result>(
  config: Config,
  work: (client: Client) => Promise<Result>,
): Promise<Result> {
  let result: { value: Result } | undefined;
  await withContext(config, async ({ context }) => {
    const { userId } = await getAdministrator(context);
    const { server } = await buildApp(context);
    const expiresAt = new Date(context.clock().getTime() + TOKEN_TIME_MS).toISOString();
    const { row, token } = await createPersonalToken(
      context,
      BY_OPERATOR,
      { userId },
      { title: 'Command line', expiresAt },
    );
    try {
      const client = createClient({
        url: config.baseUrl,
        token,
        fetch: fetchPatiently(fetchFrom(server)),
      });
      result = { value: await explained(config.baseUrl, () => work(client)) };
    } finally {
      await revokeToken(context, BY_OPERATOR, { userId }, row.token_id);
      await server.close();
    }
    return 0;
  });
  return (result as { value: Result }).value;
}

/** Requests reach the server without a network. */
const fetchFrom =
  (server: FastifyInstance): typeof fetch =>
  async (input, { method = 'GET', headers = {}, body } = {}) => {
    const { pathname, search } = new URL(String(input));
    const response = await server.inject({
      method: method as NonNullable<InjectOptions['method']>,
      url: pathname + search,
      headers: headers as Record<string, string>,
      ...(typeof body === 'string' ? { payload: body } : {}),
    });
    const { statusCode: status, headers: received, rawPayload } = response;
    const contentType = received['content-type'];
    const retryAfter = received['retry-after'];
    return new Response(status === 204 ? null : new Uint8Array(rawPayload), {
      status,
      headers: {
        ...(contentType === undefined ? {} : { 'content-type': String(contentType) }),
        ...(retryAfter === undefined ? {} : { 'retry-after': String(retryAfter) }),
      },
    });
  };

/** Waits as long as a service that limits requests asks for. */
const fetchPatiently =
  (send: typeof fetch): typeof fetch =>
  async (input, init) => {
    for (let waits = 0; ; waits++) {
      const response = await send(input, init);
      const seconds = Number(response.headers.get('retry-after') ?? 1);
      if (response.status !== 429 || waits === MAX_WAITS || !(seconds <= MAX_WAIT_SECONDS)) return response;
      await sleep(seconds * 1000);
    }
  };

/** `ApiError`s pass, because some of them are handled; a service that cannot be reached is a `CommandError`. */
async function explained<Result>(origin: string, work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof TypeError && error.message === 'fetch failed')
      throw new CommandError(`The service at ${origin} cannot be reached: ${describeCause(error.cause)}.`);
    throw error;
  }
}

function describeCause(cause: unknown): string {
  const { code, message } = (cause ?? {}) as { code?: string; message?: string };
  return message || code || 'the connection failed';
}

/** Returns what went wrong as a sentence, or undefined for an error that nobody expects. */
export function describeApiError(error: unknown): string | undefined {
  if (error instanceof CommandError) return error.message;
  if (!(error instanceof ApiError)) return undefined;
  if (error.status === 401) return 'The token is not valid: it has expired or was revoked.';
  const [detail] = error.details as readonly { path?: string; message?: string }[];
  return detail?.path === undefined ? error.message : `${error.message} (${detail.path} ${detail.message})`;
}

/** For commands: errors that a person can understand are theirs. */
export async function explainApiErrors<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    const description = describeApiError(error);
    throw description === undefined ? error : new CommandError(description);
  }
}
