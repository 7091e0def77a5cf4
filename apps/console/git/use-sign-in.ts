import { ApiError } from '@lectern/client/api-error';
import type { RequestOf, ResponseOf } from '@lectern/client/client';
import { useState } from 'react';
import { api } from '../api/client.ts';
import { t } from '../messages/messages.ts';
import type { GitCheck } from './git-queries.ts';
import { type Host, type HostName, hostNamed, parseAddress, recognizeHost, toHttps, toSsh } from './hosts.ts';

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
  access(): { url: string; credentials: Credentials | null; knownHosts: string | null };
}

/** The repository and how to sign in there, while somebody fills it in. */
export function useSignIn(spaceId: string, start: { host: HostName; address: string }): SignIn {
  const [host, setHost] = useState<Host>(hostNamed(start.host));
  const [address, setAddress] = useState(start.address);
  const [method, setMethod] = useState<Method>(methodFor(host, start.address));
  const [key, setKey] = useState<DeployKey>();
  const [user, setUser] = useState(host.tokenUser);
  const [token, setToken] = useState('');
  const [hostKey, setHostKey] = useState<HostKey>();
  const [knownHosts, setKnownHosts] = useState<string>();
  const [checked, setChecked] = useState<GitCheck>();

  const applyHost = (next: Host): void => {
    setHost(next);
    setUser(next.tokenUser);
    if (!next.keysCanWrite && method === 'key') setMethod('token');
  };
  const forget = (): void => {
    setChecked(undefined);
    setHostKey(undefined);
    setKnownHosts(undefined);
  };
  const access: SignIn['access'] = () => ({
    url: method === 'key' ? toSsh(address) : toHttps(address),
    credentials: credentialsOf({ method, key, user, token }),
    knownHosts: method === 'key' ? (knownHosts ?? null) : null,
  });
  return {
    host,
    chooseHost: (name) => {
      forget();
      applyHost(hostNamed(name));
    },
    address,
    setAddress: (text) => {
      forget();
      setAddress(text);
      const known = recognizeHost(text);
      if (known && known.name !== host.name) applyHost(known);
    },
    method,
    setMethod: (next) => {
      forget();
      setMethod(next);
    },
    key,
    createKey: async () => {
      setKey(await api.post('/v1/spaces/{spaceId}/git/deploy-keys', { path: { spaceId } }));
      setChecked(undefined);
    },
    user,
    setUser: (text) => {
      setChecked(undefined);
      setUser(text);
    },
    token,
    setToken: (text) => {
      setChecked(undefined);
      setToken(text);
    },
    hostKey,
    checked,
    access,
    check: async (accepted) => {
      if (!parseAddress(address)) throw new Error(t('gitAddressWrong'));
      const pinned = accepted?.line ?? knownHosts;
      setChecked(undefined);
      try {
        const body = { ...access(), ...(pinned === undefined ? {} : { knownHosts: pinned }) };
        setChecked(await api.post('/v1/spaces/{spaceId}/git/check', { path: { spaceId }, body }));
        setHostKey(undefined);
        if (pinned !== undefined) setKnownHosts(pinned);
      } catch (error) {
        const offered = hostKeyOf(error);
        if (!offered) throw error;
        setHostKey(offered);
      }
    },
  };
}

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
