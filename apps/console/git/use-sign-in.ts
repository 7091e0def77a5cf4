import { ApiError } from '@lectern/client/api-error';
import type { RequestOf, ResponseOf } from '@lectern/client/client';
import { useState } from 'react';
import { api } from '../api/client.ts';
import { t } from '../messages/messages.ts';
import type { GitCheck } from './git-queries.ts';
import { type Host, type HostName, hostNamed, parseAddress, recognizeHost, toHttps, toSsh } from './hosts.ts';
import { useKeptState } from './kept-state.ts';

export type Method = 'key' | 'token' | 'none';
type Credentials = RequestOf<'/v1/spaces/{spaceId}/git/check', 'post'>['body']['credentials'];
type DeployKey = ResponseOf<'/v1/spaces/{spaceId}/git/deploy-keys', 'post'>;

/** A host key that somebody has to compare with the published one. */
interface HostKey {
  line: string;
  fingerprint: string;
}

export interface SignIn {
  host: Host;
  chooseHost(name: HostName): void;
  address: string;
  setAddress(address: string): void;
  method: Method;
  setMethod(method: Method): void;
  key: DeployKey | undefined;
  /** The key that the connection has: it stays unless another one is created. */
  stored: StoredKey | undefined;
  createKey(): Promise<void>;
  user: string;
  setUser(user: string): void;
  token: string;
  setToken(token: string): void;
  hostKey: HostKey | undefined;
  /** The result of the last check; undefined if something was changed since. */
  checked: GitCheck | undefined;
  check(acceptedKey?: HostKey): Promise<void>;
  /** How the connection names the repository and signs in. */
  access(): { url: string; credentials?: Credentials | null; knownHosts: string | null };
  /** Begins anew. */
  forget(): void;
}

type StoredKey = Pick<DeployKey, 'publicKey' | 'fingerprint'>;

/** What is filled in, without a token: a reload of the tab does not lose it. The private key is sealed. */
interface Draft {
  host: HostName;
  address: string;
  method: Method;
  key: DeployKey | undefined;
  user: string;
  /** The host key that somebody has compared. */
  knownHosts: string | undefined;
  checked: GitCheck | undefined;
}

const NOT_CHECKED = { checked: undefined };
/** Another address or method can mean another host key, too. */
const NOT_REACHED = { ...NOT_CHECKED, knownHosts: undefined };

/** The repository and how to sign in there, while somebody fills it in. `name`: under which the draft is kept. */
export function useSignIn(
  spaceId: string,
  name: string,
  start: { host: HostName; address: string; stored?: StoredKey },
): SignIn {
  const [draft, setDraft] = useKeptState<Draft>(spaceId, name, startDraft(start));
  const [token, setToken] = useState('');
  const [hostKey, setHostKey] = useState<HostKey>();
  const { address, method, key, user, knownHosts } = draft;
  const host = hostNamed(draft.host);
  const change = (changes: Partial<Draft>): void => setDraft((present) => ({ ...present, ...changes }));
  const access: SignIn['access'] = () => ({
    url: method === 'key' ? toSsh(address) : toHttps(address),
    ...(method === 'key' && !key && start.stored
      ? {}
      : { credentials: credentialsOf({ method, key, user, token }) }),
    knownHosts: method === 'key' ? (knownHosts ?? null) : null,
  });
  return {
    host,
    chooseHost: (chosen) => {
      setHostKey(undefined);
      change({ ...NOT_REACHED, ...fieldsOfHost(hostNamed(chosen), method) });
    },
    address,
    setAddress: (text) => {
      setHostKey(undefined);
      const known = recognizeHost(text);
      const fields = known && known.name !== host.name ? fieldsOfHost(known, method) : {};
      change({ ...NOT_REACHED, ...fields, address: text });
    },
    method,
    setMethod: (next) => {
      setHostKey(undefined);
      change({ ...NOT_REACHED, method: next });
    },
    key,
    stored: start.stored,
    createKey: async () => {
      const created = await api.post('/v1/spaces/{spaceId}/git/deploy-keys', { path: { spaceId } });
      change({ ...NOT_CHECKED, key: created });
    },
    user,
    setUser: (text) => change({ ...NOT_CHECKED, user: text }),
    token,
    setToken: (text) => {
      setToken(text);
      change(NOT_CHECKED);
    },
    hostKey,
    // After a reload, the token must be typed again.
    checked: method === 'token' && token === '' ? undefined : draft.checked,
    access,
    forget: () => {
      setToken('');
      setHostKey(undefined);
      setDraft(startDraft(start));
    },
    check: async (accepted) => {
      if (!parseAddress(address)) throw new Error(t('gitAddressWrong'));
      const pinned = accepted?.line ?? knownHosts;
      change(NOT_CHECKED);
      try {
        const body = { ...access(), ...(pinned === undefined ? {} : { knownHosts: pinned }) };
        const checked = await api.post('/v1/spaces/{spaceId}/git/check', { path: { spaceId }, body });
        setHostKey(undefined);
        change({ checked, knownHosts: pinned });
      } catch (error) {
        const offered = hostKeyOf(error);
        if (!offered) throw error;
        setHostKey(offered);
      }
    },
  };
}

const startDraft = ({ host, address }: { host: HostName; address: string }): Draft => ({
  host,
  address,
  method: methodFor(hostNamed(host), address),
  key: undefined,
  user: hostNamed(host).tokenUser,
  knownHosts: undefined,
  checked: undefined,
});

/** What follows from another host. */
const fieldsOfHost = ({ name, tokenUser, keysCanWrite }: Host, method: Method): Partial<Draft> => ({
  host: name,
  user: tokenUser,
  ...(!keysCanWrite && method === 'key' ? { method: 'token' } : {}),
});

/** A connection keeps its way of signing in unless another one is chosen. */
function methodFor({ keysCanWrite }: Host, address: string): Method {
  const known = parseAddress(address);
  return (known ? known.isSsh : keysCanWrite) ? 'key' : 'token';
}

function credentialsOf({
  method,
  key,
  user,
  token,
}: Pick<SignIn, 'method' | 'key' | 'user' | 'token'>): Credentials | null {
  if (method === 'key') return key ? { deployKey: key.deployKey } : null;
  return method === 'token' ? { username: user, password: token } : null;
}

function hostKeyOf(error: unknown): HostKey | undefined {
  if (!(error instanceof ApiError) || error.reason !== 'git-host-key-unknown') return undefined;
  const [fingerprint] = /SHA256:[A-Za-z0-9+/]+/.exec(error.message) ?? [];
  const line = error.details[0]?.message;
  return fingerprint === undefined || line === undefined ? undefined : { fingerprint, line };
}
