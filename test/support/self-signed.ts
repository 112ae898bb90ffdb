import { generateKeyPairSync, sign, type KeyObject } from 'node:crypto';

/** Creates a self-signed certificate for `localhost` and its key. */
export function createSelfSignedCertificate(): { key: string; cert: string } {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const body = certificateBody(publicKey);
  const signature = Buffer.concat([Buffer.from([0]), sign('sha256', body, privateKey)]);
  const der = sequence(body, sequence(ECDSA_WITH_SHA256), tagged(0x03, signature));
  const lines = der.toString('base64').replace(/.{64}/g, '$&\n');
  return {
    key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    cert: `-----BEGIN CERTIFICATE-----\n${lines}\n-----END CERTIFICATE-----\n`,
  };
}

/** Object identifiers in DER. */
const ECDSA_WITH_SHA256 = Buffer.from('06082a8648ce3d040302', 'hex');
const COMMON_NAME = Buffer.from('0603550403', 'hex');

/** The part of an X.509 certificate that is signed (RFC 5280, 4.1). */
function certificateBody(publicKey: KeyObject): Buffer {
  const name = sequence(tagged(0x31, sequence(COMMON_NAME, tagged(0x0c, Buffer.from('localhost')))));
  const time = (text: string): Buffer => tagged(0x17, Buffer.from(text));
  return sequence(
    tagged(0x02, Buffer.from([1])),
    sequence(ECDSA_WITH_SHA256),
    name,
    sequence(time('200101000000Z'), time('491231235959Z')),
    name,
    publicKey.export({ type: 'spki', format: 'der' }),
  );
}

function sequence(...parts: Buffer[]): Buffer {
  return tagged(0x30, Buffer.concat(parts));
}

function tagged(tag: number, content: Buffer): Buffer {
  const { length } = content;
  const size = length < 128 ? [length] : length < 256 ? [0x81, length] : [0x82, length >> 8, length & 255];
  return Buffer.concat([Buffer.from([tag, ...size]), content]);
}
