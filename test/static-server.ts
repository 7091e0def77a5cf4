import { readFile, stat } from 'node:fs/promises';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { extname, join } from 'node:path';

const TYPES: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.md': 'text/markdown; charset=utf-8',
  '.txt': 'text/plain; charset=utf-8',
};

export interface StaticServer {
  /** The address below which the folder is served. */
  url: string;
  /** Addresses that were asked for and are not there. */
  missing: string[];
  close(): Promise<void>;
}

/**
 * Serves a folder as the simplest hosts do: files, the index of a folder at its address with a slash, and `404.html`.
 */
export async function startStaticServer(folder: string, below = '/'): Promise<StaticServer> {
  const missing: string[] = [];

  async function answer(response: ServerResponse, path: string): Promise<void> {
    const inside = path.startsWith(below) && !path.includes('/../') ? path.slice(below.length) : undefined;
    const found = inside === undefined ? undefined : await find(inside);
    if (found === 'folder') response.writeHead(301, { location: `${encodeURI(path)}/` }).end();
    else if (found !== undefined) await send(response, 200, found);
    else {
      missing.push(path);
      await send(response, 404, join(folder, '404.html'));
    }
  }

  /** The file at a path; `folder`: the path lacks its slash. */
  async function find(path: string): Promise<string | undefined> {
    const file = join(folder, path);
    const found = await stat(file).catch(() => undefined);
    if (found?.isFile()) return file;
    if (!found) return undefined;
    if (path !== '' && !path.endsWith('/')) return 'folder';
    const index = join(file, 'index.html');
    return (await stat(index).catch(() => undefined))?.isFile() ? index : undefined;
  }

  const send = async (response: ServerResponse, status: number, file: string): Promise<void> => {
    const type = TYPES[extname(file)] ?? 'application/octet-stream';
    response.writeHead(status, { 'content-type': type }).end(await readFile(file));
  };

  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://localhost');
    answer(response, decodeURIComponent(pathname)).catch(() => response.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}${below}`,
    missing,
    close: async () => {
      server.closeAllConnections();
      await new Promise<void>((resolve) => server.close(() => resolve()));
    },
  };
}
