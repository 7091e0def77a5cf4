import { LRUCache } from 'lru-cache';
import type { Context } from '../../../platform/context.ts';
import type { Dependencies } from '../../../platform/fast-path/dependencies.ts';
import { limitEntries } from '../../../platform/http/entry-limit.ts';
import { createReadyResponse, type ReadyResponse } from '../../../platform/http/ready-response.ts';
import type { SiteReaders } from '../site-visitors/site-readers.ts';
import { presentContent, presentRedirect } from './published-content.present.ts';
import { type ResolvedContent, resolveUrl, type UrlToResolve } from './resolve-url.ts';
import { findSiteDependencies } from './site-dependencies.ts';

interface KeptResponse {
  ready: ReadyResponse;
  dependencies: Dependencies;
  until: number;
}

export interface ResolvedResponses {
  /** A response that was made before and is still valid. */
  peek(asked: UrlToResolve): ReadyResponse | undefined;
  make(asked: UrlToResolve): Promise<ReadyResponse>;
}

const MAX_KEPT = 20_000;
const MAX_KEY_LENGTH = 4096;

/** Resolves addresses: each only once for equal visitors, until the site changes. */
export function createResolvedResponses(
  { config, pointers, clock }: Pick<Context, 'config' | 'pointers' | 'clock'>,
  readers: SiteReaders,
): ResolvedResponses {
  const kept = new LRUCache<string, KeptResponse>(limitEntries(MAX_KEPT));
  const parts = { config, pointers, openSites: readers.openSites, admit: readers.admit, clock };

  /** Keeps a response, but not of previews, because the role of the member must be checked each time. */
  function keep(key: string, { open, visitor }: ResolvedContent, ready: ReadyResponse): void {
    if (visitor.preview || key.length > MAX_KEY_LENGTH) return;
    const dependencies = findSiteDependencies(pointers, open);
    if (!dependencies) return;
    kept.set(key, { ready, dependencies, until: visitor.expiresAt.getTime() - RENEWED_BEFORE_MS });
  }

  return {
    peek(asked) {
      const response = kept.get(keyOf(asked));
      const isValid = response?.dependencies.isCurrent && clock().getTime() < response.until;
      return isValid ? response.ready : undefined;
    },
    async make(asked) {
      const resolved = await resolveUrl(parts, asked);
      if ('location' in resolved) return createReadyResponse(JSON.stringify(presentRedirect(resolved)));
      const apiToken = await readers.tokens.sign('site', resolved.visitor);
      const ready = createReadyResponse(JSON.stringify(presentContent(resolved, apiToken)));
      keep(keyOf(asked), resolved, ready);
      return ready;
    },
  };
}

/** The token of the next day is given out from the start of that day: the overlap of two days is five minutes. */
const RENEWED_BEFORE_MS = 300_000;

const keyOf = ({ url, jwt, unsignedClaims, redirectOnError }: UrlToResolve): string =>
  jwt === undefined && unsignedClaims === undefined
    ? `${redirectOnError} ${url}`
    : JSON.stringify([redirectOnError, url, jwt, unsignedClaims]);
