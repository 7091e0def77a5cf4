/** Calls of the API, typed by its OpenAPI document. Runs in browsers and wherever there is `fetch`. */
import { ApiError, readApiError } from './api-error.ts';
import type { Paths, Schemas } from './schema.ts';

type Method = 'get' | 'post' | 'put' | 'patch' | 'delete';

/** The paths that have a method. */
export type PathsOf<M extends Method> = {
  [P in keyof Paths]: Paths[P] extends Record<M, unknown> ? P : never;
}[keyof Paths];

type OperationOf<P, M> = P extends keyof Paths ? (M extends keyof Paths[P] ? Paths[P][M] : never) : never;

/** What a request consists of: `path`, `query`, `headers` and `body`, as far as the operation has them. */
export type RequestOf<P, M extends Method> = OperationOf<P, M> extends { request: infer R } ? R : never;
/** The body of a successful response. */
export type ResponseOf<P, M extends Method> = OperationOf<P, M> extends { response: infer R } ? R : never;
/** The reasons with which the operation can fail: `ApiError.reason`. */
export type ReasonOf<P, M extends Method> = OperationOf<P, M> extends { reason: infer R } ? R : never;
type MediaOf<P, M extends Method> = OperationOf<P, M> extends { media: infer R } ? R : never;

export interface CallOptions {
  signal?: AbortSignal;
}

/** The options may be left out if nothing in them is required. */
type Arguments<Options> = Partial<Options> extends Options ? [options?: Options] : [options: Options];

interface Call<M extends Method> {
  <P extends PathsOf<M>>(
    path: P,
    ...options: Arguments<RequestOf<P, M> & CallOptions>
  ): Promise<ResponseOf<P, M>>;
  /** Accepts a media type other than JSON, and returns the response as it is. */
  <P extends PathsOf<M>>(
    path: P,
    options: RequestOf<P, M> & CallOptions & { accept: MediaOf<P, M> },
  ): Promise<Response>;
}

/** An item of a list, by the path of the list. */
export type ItemOf<P> =
  ResponseOf<P, 'get'> extends { items: (infer Item)[]; next?: { page: string } } ? Item : never;
/** The paths of lists that are returned page by page. */
export type ListPaths = { [P in PathsOf<'get'>]: ItemOf<P> extends never ? never : P }[PathsOf<'get'>];

export interface Client {
  get: Call<'get'>;
  post: Call<'post'>;
  put: Call<'put'>;
  patch: Call<'patch'>;
  delete: Call<'delete'>;
  /** Yields the items of a list, and fetches its pages as they are needed. */
  list<P extends ListPaths>(
    path: P,
    ...options: Arguments<RequestOf<P, 'get'> & CallOptions>
  ): AsyncGenerator<ItemOf<P>, void, undefined>;
}

export interface ClientOptions {
  /** The origin of the API, such as `https://docs.example.com`. */
  url: string;
  /** Without a token, browsers send the session of the user. */
  token?: string;
  /** Replaces the global `fetch`. */
  fetch?: typeof fetch;
}

interface AnyRequest extends CallOptions {
  path?: Record<string, string | number>;
  query?: Record<string, unknown>;
  headers?: Record<string, string>;
  body?: unknown;
  accept?: string;
}

interface Page {
  items: unknown[];
  next?: { page: string };
}

/**
 * All calls throw an `ApiError` if the response is not successful. Without a token, requests that change something send
 * the CSRF token of the session. If the caller has not read the session, it is read before the first of them, and in any
 * case again when the session has changed.
 */
export function createClient({ url, token, fetch = globalThis.fetch }: ClientOptions): Client {
  let csrfToken: Promise<string | undefined> | undefined;

  async function readCsrfToken(): Promise<string | undefined> {
    try {
      return ((await send('get', '/v1/session', {})) as Schemas['Session']).csrfToken;
    } catch (error) {
      csrfToken = undefined;
      // Nobody is signed in.
      if (error instanceof ApiError && error.status === 401) return undefined;
      throw error;
    }
  }

  async function call(method: Method, path: string, request: AnyRequest = {}): Promise<unknown> {
    if (method === 'get' || token !== undefined) {
      const result = await send(method, path, request);
      if (path === '/v1/session' && method === 'get' && request.accept === undefined)
        csrfToken = Promise.resolve((result as Schemas['Session']).csrfToken);
      return result;
    }
    const known = csrfToken;
    try {
      csrfToken ??= readCsrfToken();
      return await send(method, path, request, await csrfToken);
    } catch (error) {
      const isStale = error instanceof ApiError && error.reason === 'cross-site-request';
      if (!isStale || known === undefined) throw error;
      csrfToken = readCsrfToken();
      return send(method, path, request, await csrfToken);
    }
  }

  async function send(method: Method, path: string, request: AnyRequest, csrf?: string): Promise<unknown> {
    const { accept, body, headers, signal } = request;
    const response = await fetch(new URL(writePath(path, request), url), {
      method: method.toUpperCase(),
      credentials: 'include',
      headers: {
        accept: accept ?? 'application/json',
        ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
        ...(csrf === undefined ? {} : { 'x-lectern-csrf': csrf }),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      ...(signal ? { signal } : {}),
    });
    if (!response.ok) throw await readApiError(response);
    if (response.status === 204 || response.status === 205) return undefined;
    const type = response.headers.get('content-type') ?? '';
    if (accept === undefined && /^application\/json\b/i.test(type)) return response.json();
    return type === '' ? undefined : response;
  }

  async function* list(path: string, request: AnyRequest = {}): AsyncGenerator<unknown, void, undefined> {
    for (let page: string | undefined; ; ) {
      const query = page === undefined ? request.query : { ...request.query, page };
      const { items, next } = (await call('get', path, { ...request, ...(query ? { query } : {}) })) as Page;
      yield* items;
      if (!next) return;
      page = next.page;
    }
  }
  const callWith =
    (method: Method) =>
    (path: string, request?: AnyRequest): Promise<unknown> =>
      call(method, path, request);
  const client = {
    get: callWith('get'),
    post: callWith('post'),
    put: callWith('put'),
    patch: callWith('patch'),
    delete: callWith('delete'),
    list,
  };
  return client as unknown as Client;
}

/** Fills in the parameters of a path and adds the query. A list becomes a parameter for each of its values. */
function writePath(template: string, { path = {}, query = {} }: AnyRequest): string {
  const filled = template.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = path[name];
    // An empty segment would be another address.
    if (value === undefined || value === '')
      throw new TypeError(`The parameter ${name} of the path is missing.`);
    return encodeURIComponent(value);
  });
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query))
    for (const one of Array.isArray(value) ? value : [value])
      if (one !== undefined) search.append(name, String(one));
  const text = search.toString();
  return text === '' ? filled : `${filled}?${text}`;
}
