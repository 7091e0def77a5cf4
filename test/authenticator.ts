import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto';

interface Party {
  origin: string;
  rpId: string;
}

/** An authenticator that holds one passkey, and can be made to lie. */
export function createAuthenticator({ origin, rpId }: Party) {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' });
  const credentialId = randomBytes(16);
  const id = credentialId.toString('base64url');
  const state = { origin, rpId, counter: 0, userHandle: '', isVerified: true };

  const sha256 = (data: Buffer | string): Buffer => createHash('sha256').update(data).digest();
  const writeAuthData = (hasKey: boolean): Buffer => {
    const flags = 0x01 | (state.isVerified ? 0x04 : 0) | (hasKey ? 0x40 : 0);
    const counter = Buffer.alloc(4);
    counter.writeUInt32BE(state.counter);
    const parts = [sha256(state.rpId), Buffer.from([flags]), counter];
    if (hasKey) {
      const cose = Buffer.concat([
        Buffer.from('a5010203262001215820', 'hex'),
        Buffer.from(x, 'base64url'),
        Buffer.from('225820', 'hex'),
        Buffer.from(y, 'base64url'),
      ]);
      parts.push(Buffer.alloc(16), Buffer.from([0, credentialId.length]), credentialId, cose);
    }
    return Buffer.concat(parts);
  };
  const clientData = (type: string, challenge: string): Buffer =>
    Buffer.from(JSON.stringify({ type, challenge, origin: state.origin, crossOrigin: false }));
  const common = { id, rawId: id, type: 'public-key', clientExtensionResults: {} };

  return {
    state,
    id,
    /** Answers the options of a registration. */
    create({ challenge, user }: { challenge: string; user: { id: string } }) {
      state.userHandle = user.id;
      const authData = writeAuthData(true);
      const attestation = Buffer.concat([
        Buffer.from('a363666d74646e6f6e656761747453746d74a068617574684461746158', 'hex'),
        Buffer.from([authData.length]),
        authData,
      ]);
      return {
        ...common,
        response: {
          clientDataJSON: clientData('webauthn.create', challenge).toString('base64url'),
          attestationObject: attestation.toString('base64url'),
          transports: ['internal'],
        },
      };
    },
    /** Answers the options of a sign-in. */
    get({ challenge }: { challenge: string }) {
      state.counter += 1;
      const authData = writeAuthData(false);
      const client = clientData('webauthn.get', challenge);
      const signature = sign('sha256', Buffer.concat([authData, sha256(client)]), privateKey);
      return {
        ...common,
        response: {
          clientDataJSON: client.toString('base64url'),
          authenticatorData: authData.toString('base64url'),
          signature: signature.toString('base64url'),
          userHandle: state.userHandle,
        },
      };
    },
  };
}
