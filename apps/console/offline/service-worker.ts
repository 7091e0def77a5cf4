/**
 * Caches the console and the API responses that it starts with, so that writers can continue offline. Everything else
 * goes to the network.
 */
/// <reference lib="webworker" />
import type { WorkerMessage } from './worker-message.ts';

const worker = self as unknown as ServiceWorkerGlobalScope;

const FILES = 'lectern-files';
const RESPONSES = 'lectern-responses';
/** The most pages and lists that are cached. The oldest is removed first. */
const MAX_RESPONSES = 300;
const MAX_FILES = 200;

const PREFIX = new URL(worker.registration.scope).pathname.replace(/\/app$/, '');
const SHELL = `${PREFIX}/app`;

/** The API requests that opening a page for editing needs. A stream would stay open here after its page is closed. */
const READ_OFFLINE =
  /^\/v1\/(?:session|user(?:\/(?!events$)\w+)?|orgs(?:\/[^/]+(?:\/(?:spaces|collections|search))?)?|spaces\/[^/]+(?:\/change-requests\/[^/]+)?(?:\/content\/(?:tree|page\/[^/]+|files))?)$/;

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

/** Offline, all addresses of the console serve the HTML of the start page, which preloads least. */
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
    // The user has signed out, or another user has signed in.
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

/** Files that the page loaded before this worker was active. */
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
