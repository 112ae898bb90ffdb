import { createHash, generateKeyPairSync, randomBytes, sign, type KeyObject } from 'node:crypto';

/** An authenticator in software: ES256, no attestation, with user verification. */
export interface Authenticator {
  /** The response to a registration. */
  register(options: { challenge: string; rp: { id?: string } }, origin?: string): PasskeyResponse;
  /** The response to a sign-in. */
  sign(options: { challenge: string; rpId?: string }, origin?: string): PasskeyResponse;
}

export interface PasskeyResponse {
  id: string;
  rawId: string;
  type: 'public-key';
  clientExtensionResults: object;
  response: Record<string, string | string[]> & { clientDataJSON: string };
}

const USER_PRESENT = 0x01;
const USER_VERIFIED = 0x04;
const HAS_CREDENTIAL = 0x40;

export function createAuthenticator(origin: string, { verifiesUser = true } = {}): Authenticator {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const id = randomBytes(32);
  const ours = { id: id.toString('base64url'), rawId: id.toString('base64url'), type: 'public-key' as const };
  const flags = USER_PRESENT | (verifiesUser ? USER_VERIFIED : 0);
  let counter = 0;
  const dataOf = (rpId: string, bits: number): Buffer => {
    counter += 1;
    const count = Buffer.alloc(4);
    count.writeUInt32BE(counter);
    return Buffer.concat([sha256(rpId), Buffer.from([bits]), count]);
  };
  const clientData = (type: string, challenge: string, from: string): Buffer =>
    Buffer.from(JSON.stringify({ type, challenge, origin: from, crossOrigin: false }));
  return {
    register({ challenge, rp }, from = origin) {
      const length = Buffer.alloc(2);
      length.writeUInt16BE(id.length);
      const credential = Buffer.concat([Buffer.alloc(16), length, id, coseKey(publicKey)]);
      const authData = Buffer.concat([dataOf(rp.id ?? '', flags | HAS_CREDENTIAL), credential]);
      const attestation = cbor(
        new Map<string, CborValue>([
          ['fmt', 'none'],
          ['attStmt', new Map<string, CborValue>()],
          ['authData', authData],
        ]),
      );
      return {
        ...ours,
        clientExtensionResults: {},
        response: {
          clientDataJSON: clientData('webauthn.create', challenge, from).toString('base64url'),
          attestationObject: attestation.toString('base64url'),
          transports: ['usb'],
        },
      };
    },
    sign({ challenge, rpId = '' }, from = origin) {
      const authData = dataOf(rpId, flags);
      const client = clientData('webauthn.get', challenge, from);
      const signature = sign('sha256', Buffer.concat([authData, sha256(client)]), privateKey);
      return {
        ...ours,
        clientExtensionResults: {},
        response: {
          clientDataJSON: client.toString('base64url'),
          authenticatorData: authData.toString('base64url'),
          signature: signature.toString('base64url'),
        },
      };
    },
  };
}

function sha256(data: string | Buffer): Buffer {
  return createHash('sha256').update(data).digest();
}

/** The public key as COSE: kty EC2, alg ES256, crv P-256, x, y. */
function coseKey(key: KeyObject): Buffer {
  const { x = '', y = '' } = key.export({ format: 'jwk' });
  return cbor(
    new Map<number, CborValue>([
      [1, 2],
      [3, -7],
      [-1, 1],
      [-2, Buffer.from(x, 'base64url')],
      [-3, Buffer.from(y, 'base64url')],
    ]),
  );
}

type CborValue = number | string | Buffer | Map<string, CborValue> | Map<number, CborValue>;

function cbor(value: CborValue): Buffer {
  if (typeof value === 'number') return value < 0 ? head(1, -1 - value) : head(0, value);
  if (typeof value === 'string') return Buffer.concat([head(3, Buffer.byteLength(value)), Buffer.from(value)]);
  if (Buffer.isBuffer(value)) return Buffer.concat([head(2, value.length), value]);
  const entries = [...value.entries()].flatMap(([key, entry]) => [cbor(key), cbor(entry)]);
  return Buffer.concat([head(5, value.size), ...entries]);
}

function head(kind: number, length: number): Buffer {
  if (length < 24) return Buffer.from([(kind << 5) | length]);
  if (length < 256) return Buffer.from([(kind << 5) | 24, length]);
  return Buffer.from([(kind << 5) | 25, length >> 8, length & 0xff]);
}
