/**
 * Keeps what a writer has opened, so that they can go on without a connection: the console itself, and the responses
 * of the API that it begins with. Everything else is the network’s.
 */
/// <reference lib="webworker" />
import type { WorkerMessage } from './worker-message.ts';

const worker = self as unknown as ServiceWorkerGlobalScope;

const FILES = 'lectern-files';
const RESPONSES = 'lectern-responses';
/** Pages and lists that stay at hand. The oldest goes first. */
const MAX_RESPONSES = 300;
const MAX_FILES = 200;

const PREFIX = new URL(worker.registration.scope).pathname.replace(/\/app$/, '');
const SHELL = `${PREFIX}/app`;

/** What the console reads before a page can be edited. */
const READ_OFFLINE =
  /^\/v1\/(?:session|user(?:\/\w+)?|orgs(?:\/[^/]+(?:\/(?:spaces|collections|search))?)?|spaces\/[^/]+(?:\/change-requests\/[^/]+)?(?:\/content\/(?:tree|page\/[^/]+|files))?)$/;

worker.addEventListener('install', () => void worker.skipWaiting());
worker.addEventListener('activate', (event) => event.waitUntil(worker.clients.claim()));

worker.addEventListener('message', (event) => {
  const message = event.data as WorkerMessage;
  if (message.kind === 'forget') event.waitUntil(forget());
  else event.waitUntil(keepFiles(message.files));
});

worker.addEventListener('fetch', (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (origin !== worker.location.origin || !pathname.startsWith(`${PREFIX}/`)) return;
  if (pathname === `${SHELL}/sign-out`) event.waitUntil(forget());
  if (request.method !== 'GET') return;
  const path = pathname.slice(PREFIX.length);
  if (path.startsWith('/app/assets/')) event.respondWith(readFile(request));
  else if (request.mode === 'navigate' && /^\/app(?:\/|$)/.test(path))
    event.respondWith(openConsole(request));
  else if (READ_OFFLINE.test(path)) event.respondWith(readResponse(request));
});

/** Files never change: their names contain the hash of their content. */
async function readFile(request: Request): Promise<Response> {
  const cache = await caches.open(FILES);
  const known = await cache.match(request.url);
  if (known) return known;
  const response = await fetch(request);
  if (response.ok) await put(cache, request.url, response, MAX_FILES);
  return response;
}

/** Without a connection, all addresses of the console show the document of the start page, which reads least ahead. */
async function openConsole(request: Request): Promise<Response> {
  const cache = await caches.open(FILES);
  try {
    const response = await fetch(request);
    const isShell = new URL(request.url).pathname === SHELL;
    if (isShell && response.ok && response.headers.has('x-lectern-console'))
      await cache.put(SHELL, response.clone());
    return response;
  } catch (error) {
    const known = await cache.match(SHELL);
    if (known) return known;
    throw error;
  }
}

async function readResponse(request: Request): Promise<Response> {
  const cache = await caches.open(RESPONSES);
  try {
    const response = await fetch(request);
    if (response.ok) await put(cache, request.url, response, MAX_RESPONSES);
    // Nobody is signed in any more, or somebody else is.
    else if (response.status === 401) await caches.delete(RESPONSES);
    return response;
  } catch (error) {
    const known = await cache.match(request.url);
    if (known) return known;
    throw error;
  }
}

async function put(cache: Cache, url: string, response: Response, limit: number): Promise<void> {
  await cache.put(url, response.clone());
  const keys = await cache.keys();
  for (const key of keys.slice(0, Math.max(0, keys.length - limit))) await cache.delete(key);
}

/** What a page has loaded before this worker was there. */
async function keepFiles(files: readonly string[]): Promise<void> {
  const cache = await caches.open(FILES);
  for (const file of files) if (!(await cache.match(file))) await cache.add(file).catch(() => undefined);
  const shell = await fetch(SHELL).catch(() => undefined);
  if (shell?.ok && shell.headers.has('x-lectern-console')) await cache.put(SHELL, shell);
}

/** Another person may use this browser next. */
async function forget(): Promise<void> {
  await caches.delete(RESPONSES);
}
