/** A real slapd on ports of its own, with the people of a company. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { Attribute, Change, Client } from 'ldapts';
import type { LdapDirectory } from '../apps/server/platform/config.ts';
import { findFreePorts } from './free-port.ts';
import { directoryAt } from './ldap-directory.ts';
import { type KeyAndCertificate, makeCertificate } from './x509.ts';

const SLAPD = '/usr/sbin/slapd';
export const BASE = 'dc=company,dc=example';
const READER = { dn: `cn=reader,${BASE}`, password: 'a-password-of-the-reader' };
const MANAGER = { dn: `cn=manager,${BASE}`, password: 'a-password-of-the-manager' };

export interface LdapServer {
  port: number;
  /** For ldaps://. */
  tlsPort: number;
  /** The certificate of `localhost`, which is its own authority. */
  certificate: string;
  /** A directory of the settings that uses this server, without encryption. */
  directory(changes?: Partial<LdapDirectory>): LdapDirectory;
  add(dn: string, attributes: Record<string, string | string[]>): Promise<void>;
  /** A person below `ou=people`, with a password that is their uid. */
  addPerson(uid: string, attributes?: Record<string, string | string[]>): Promise<string>;
  addGroup(cn: string, members: string[]): Promise<string>;
  /** Replaces the values of an attribute; none: removes it. */
  set(dn: string, attribute: string, values: (string | Buffer)[]): Promise<void>;
  remove(dn: string): Promise<void>;
  /** Stops answering without closing connections, or goes on. */
  pause(isPaused: boolean): void;
  close(): Promise<void>;
}

/** `schema`: that of Active Directory has no groups that entries name by themselves. */
export async function startLdapServer({
  schema = 'openldap',
}: {
  schema?: 'openldap' | 'active-directory';
} = {}): Promise<LdapServer> {
  const folder = mkdtempSync(join(tmpdir(), 'lectern-ldap-'));
  const tls = makeCertificate({ name: 'localhost' });
  const [port, tlsPort] = (await findFreePorts(2)) as [number, number];
  writeFiles(folder, schema, tls);
  const child = await start(folder, { port, tlsPort });
  const manager = new Client({ url: `ldap://127.0.0.1:${port}` });
  await manager.bind(MANAGER.dn, MANAGER.password);
  const add: LdapServer['add'] = (dn, attributes) => manager.add(dn, attributes);
  await addFirst(add);
  return {
    port,
    tlsPort,
    certificate: tls.certificate,
    directory: (changes) => directoryAt(port, { bind: READER, ...changes }),
    add,
    addPerson: async (uid, attributes = {}) => {
      const dn = `uid=${uid},ou=people,${BASE}`;
      const own = { cn: uid, sn: uid, userPassword: uid, mail: `${uid}@company.example` };
      await add(dn, { objectClass: 'inetOrgPerson', uid, ...own, ...attributes });
      return dn;
    },
    addGroup: async (cn, members) => {
      const dn = `cn=${cn},ou=groups,${BASE}`;
      await add(dn, { objectClass: 'groupOfNames', member: members });
      return dn;
    },
    set: (dn, type, values) =>
      manager.modify(
        dn,
        new Change({
          operation: 'replace',
          modification: new Attribute({ type, values: values as string[] }),
        }),
      ),
    remove: (dn) => manager.del(dn),
    pause: (isPaused) => void child.kill(isPaused ? 'SIGSTOP' : 'SIGCONT'),
    close: async () => {
      child.kill('SIGCONT');
      await manager.unbind();
      if (child.exitCode === null) {
        const ended = once(child, 'close');
        child.kill();
        await ended;
      }
      await rm(folder, { recursive: true, force: true });
    },
  };
}

async function addFirst(add: LdapServer['add']): Promise<void> {
  await add(BASE, { objectClass: ['dcObject', 'organization'], dc: 'company', o: 'Company' });
  for (const ou of ['people', 'groups'])
    await add(`ou=${ou},${BASE}`, { objectClass: 'organizationalUnit', ou });
  await add(READER.dn, {
    objectClass: ['organizationalRole', 'simpleSecurityObject'],
    cn: 'reader',
    userPassword: READER.password,
  });
}

function writeFiles(folder: string, schema: string, { key, certificate }: KeyAndCertificate): void {
  const schemas = ['core', 'cosine', 'inetorgperson', ...(schema === 'openldap' ? [] : ['nis', 'msuser'])];
  mkdirSync(join(folder, 'db'));
  writeFileSync(join(folder, 'key.pem'), key, { mode: 0o600 });
  writeFileSync(join(folder, 'certificate.pem'), certificate);
  writeFileSync(
    join(folder, 'slapd.conf'),
    `${schemas.map((name) => `include /etc/ldap/schema/${name}.schema`).join('\n')}
modulepath /usr/lib/ldap
moduleload back_mdb
${schema === 'openldap' ? 'moduleload memberof' : ''}
TLSCertificateFile ${join(folder, 'certificate.pem')}
TLSCertificateKeyFile ${join(folder, 'key.pem')}
# As many servers have it: a name without a password is taken for nobody, without an error.
allow bind_anon_cred bind_anon_dn
database mdb
suffix "${BASE}"
rootdn "${MANAGER.dn}"
rootpw ${MANAGER.password}
directory ${join(folder, 'db')}
maxsize 67108864
dbnosync
index objectClass,uid,mail,member eq
access to attrs=userPassword by anonymous auth by * none
access to dn.subtree="ou=people,${BASE}" by dn.exact="${READER.dn}" read by self read by * none
access to * by dn.exact="${READER.dn}" read by * none
${schema === 'openldap' ? 'overlay memberof\nmemberof-refint true' : ''}
`,
  );
}

async function start(
  folder: string,
  { port, tlsPort }: { port: number; tlsPort: number },
): Promise<ChildProcess> {
  const urls = `ldap://127.0.0.1:${port} ldaps://127.0.0.1:${tlsPort}`;
  const child = spawn(SLAPD, ['-d', '0', '-f', join(folder, 'slapd.conf'), '-h', urls], {
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let said = '';
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    said += text;
  });
  for (let tries = 0; tries < 200; tries += 1) {
    if (child.exitCode !== null) throw new Error(`slapd ended: ${said}`);
    if (await isListening(port)) return child;
    await wait(50);
  }
  throw new Error(`slapd does not listen: ${said}`);
}

function isListening(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    socket.once('connect', () => {
      socket.destroy();
      resolve(true);
    });
    socket.once('error', () => resolve(false));
  });
}
