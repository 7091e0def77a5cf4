import type { NetworkError } from '../../../../platform/http/guarded-network.ts';
import type { CheckState } from './link-check.ts';

/**
 * The result of checking an address once. `gone`: it does not exist. `failing`: it failed in a way that may be
 * temporary. `unclear`: something exists, but is not visible to us. `later`: the server asks us to come back.
 */
export type Finding =
  | { kind: 'ok'; statusCode: number }
  | { kind: 'gone' | 'failing' | 'unclear'; statusCode?: number; reason: string }
  | { kind: 'later'; statusCode: number; reason: string; retryAfter: string | undefined; host: string };

/** The number of consecutive temporary failures that makes an address broken. */
const FAILURES_UNTIL_BROKEN = 2;

export function judgeResponse(response: {
  status: number;
  headers: Record<string, string>;
  url: URL;
}): Finding {
  const { status: statusCode, url } = response;
  const host = url.hostname;
  const retryAfter = response.headers['retry-after'];
  if (statusCode >= 200 && statusCode < 300) return { kind: 'ok', statusCode };
  const found = (kind: 'gone' | 'failing' | 'unclear', meaning: string): Finding => ({
    kind,
    statusCode,
    reason: `${host} returns status ${statusCode}: ${meaning}.`,
  });
  if (isRateLimited(response)) {
    const reason = `${host} returns status ${statusCode}: too many requests, or temporarily unavailable.`;
    return { kind: 'later', statusCode, reason, retryAfter, host };
  }
  if (statusCode === 404) return found('gone', 'the page does not exist');
  if (statusCode === 410) return found('gone', 'the page was removed');
  if (statusCode === 408 || statusCode >= 500) return found('failing', 'the server has a problem');
  if (statusCode === 401 || statusCode === 403) {
    return found('unclear', 'it requires signing in, or refuses programs');
  }
  return found('unclear', 'this does not show whether readers can open the page');
}

export const isRateLimited = ({
  status,
  headers,
}: {
  status: number;
  headers: Record<string, string>;
}): boolean => status === 429 || (status === 503 && headers['retry-after'] !== undefined);

export function judgeFailure(error: NetworkError): Finding {
  const reason = error.message;
  switch (error.code) {
    case 'unknown-host':
    case 'untrusted-certificate':
      return { kind: 'gone', reason };
    case 'refused-address':
    case 'unsupported-url':
      return { kind: 'unclear', reason };
    default:
      return { kind: 'failing', reason };
  }
}

/** The state that follows, with the failures in a row, this one included. */
export function weighFinding(
  { kind }: Finding,
  failuresBefore: number,
): { state: CheckState; failures: number } {
  switch (kind) {
    case 'ok':
      return { state: 'ok', failures: 0 };
    case 'gone':
      return { state: 'broken', failures: failuresBefore + 1 };
    case 'failing': {
      const failures = failuresBefore + 1;
      return { state: failures < FAILURES_UNTIL_BROKEN ? 'unknown' : 'broken', failures };
    }
    default:
      // Neither a failure nor a success.
      return { state: 'unknown', failures: failuresBefore };
  }
}
