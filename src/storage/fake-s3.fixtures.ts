import { createHash } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';

interface FakeObject {
  body: Buffer;
  modifiedAt: Date;
}

/** The few operations of the S3 protocol that the store uses, path-style, over HTTP, in memory. */
export interface FakeS3 {
  endpoint: string;
  /** The objects by key, without the bucket. */
  objects: Map<string, FakeObject>;
  /** `METHOD /path` of every request so far. */
  requests: string[];
  /** Downloads whose connection still waits for bytes to be taken. */
  openDownloads(): number;
  close(): Promise<void>;
}

const PAGE_SIZE = 3;

/** Serves one empty bucket; requests that are not signed with `accessKey` get the answer of S3. */
export async function startFakeS3({
  bucket,
  accessKey,
}: {
  bucket: string;
  accessKey: string;
}): Promise<FakeS3> {
  const objects = new Map<string, FakeObject>();
  const requests: string[] = [];
  let openDownloads = 0;

  const server = createServer((request, response) => {
    requests.push(`${request.method} ${request.url}`);
    answer(request, response).catch((error) => response.destroy(error));
  });

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<ServerResponse> {
    const url = new URL(request.url ?? '/', 'http://fake');
    const [, bucketName = '', ...rest] = url.pathname.split('/').map(decodeURIComponent);
    const key = rest.join('/');
    const body = await buffer(request);
    if (!request.headers.authorization?.includes(`Credential=${accessKey}/`)) {
      return fail(response, 403, 'InvalidAccessKeyId');
    }
    if (bucketName !== bucket) return fail(response, 404, 'NoSuchBucket');
    if (request.method === 'HEAD' && key === '') return response.end();
    if (request.method === 'GET' && url.searchParams.get('list-type') === '2') return list(url, response);
    if (request.method === 'PUT') return put(request, response, key, body);
    if (request.method === 'DELETE') {
      objects.delete(key);
      response.statusCode = 204;
      return response.end();
    }
    const object = objects.get(key);
    if (!object) return fail(response, 404, 'NoSuchKey');
    return send(request, response, object);
  }

  function put(
    request: IncomingMessage,
    response: ServerResponse,
    key: string,
    body: Buffer,
  ): ServerResponse {
    const source = request.headers['x-amz-copy-source'];
    if (typeof source === 'string') {
      const copied = objects.get(decodeURIComponent(source).slice(bucket.length + 1));
      if (!copied) return fail(response, 404, 'NoSuchKey');
      objects.set(key, { body: copied.body, modifiedAt: new Date() });
      return response.end('<CopyObjectResult><ETag>"fake"</ETag></CopyObjectResult>');
    }
    const checksum = createHash('sha256').update(body).digest('base64');
    if (request.headers['x-amz-checksum-sha256'] !== checksum) return fail(response, 400, 'BadDigest');
    objects.set(key, { body, modifiedAt: new Date() });
    return response.end();
  }

  function send(
    request: IncomingMessage,
    response: ServerResponse,
    { body, modifiedAt }: FakeObject,
  ): ServerResponse {
    const [, first, last] = /^bytes=(\d+)-(\d+)$/.exec(request.headers.range ?? '') ?? [];
    const part = first === undefined ? body : body.subarray(Number(first), Number(last) + 1);
    if (first !== undefined) {
      response.statusCode = 206;
      response.setHeader('content-range', `bytes ${first}-${last}/${body.length}`);
    }
    response.setHeader('last-modified', modifiedAt.toUTCString());
    response.setHeader('content-length', part.length);
    if (request.method === 'HEAD') return response.end();
    openDownloads += 1;
    response.on('close', () => {
      openDownloads -= 1;
    });
    return response.end(part);
  }

  function list(url: URL, response: ServerResponse): ServerResponse {
    const prefix = url.searchParams.get('prefix') ?? '';
    const after = url.searchParams.get('continuation-token') ?? '';
    const keys = [...objects.keys()].filter((key) => key.startsWith(prefix) && key > after).sort();
    const page = keys.slice(0, PAGE_SIZE);
    const contents = page.map((key) => {
      const { body, modifiedAt } = objects.get(key)!;
      return `<Contents><Key>${key}</Key><Size>${body.length}</Size><LastModified>${modifiedAt.toISOString()}</LastModified></Contents>`;
    });
    const isTruncated = keys.length > page.length;
    const next = isTruncated ? `<NextContinuationToken>${page.at(-1)}</NextContinuationToken>` : '';
    return response.end(
      `<ListBucketResult><IsTruncated>${isTruncated}</IsTruncated>${next}${contents.join('')}</ListBucketResult>`,
    );
  }

  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    objects,
    requests,
    openDownloads: () => openDownloads,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

function fail(response: ServerResponse, status: number, code: string): ServerResponse {
  response.statusCode = status;
  return response.end(`<Error><Code>${code}</Code><Message>As S3 would say.</Message></Error>`);
}
