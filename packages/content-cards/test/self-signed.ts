import { generateKeyPairSync, sign } from 'node:crypto';

/** One DER value: its tag, its length, what is in it (ITU-T X.690). */
function der(tag: number, ...parts: readonly Uint8Array[]): Uint8Array {
  const content = Buffer.concat(parts);
  const { length } = content;
  const head =
    length < 128 ? [length] : length < 256 ? [0x81, length] : [0x82, length >> 8, length & 255];
  return Buffer.concat([Uint8Array.of(tag, ...head), content]);
}

const sequence = (...parts: readonly Uint8Array[]): Uint8Array => der(0x30, ...parts);
const time = (text: string): Uint8Array => der(0x18, Buffer.from(text));
/** 1.3.101.112 */
const ed25519 = sequence(der(0x06, Uint8Array.of(0x2b, 0x65, 0x70)));
/** 2.5.4.3 */
const commonName = der(0x06, Uint8Array.of(0x55, 0x04, 0x03));

/** A key and a certificate that only the test trusts (RFC 5280, RFC 8410). */
export function selfSigned(): { readonly key: string; readonly cert: string } {
  const { publicKey, privateKey } = generateKeyPairSync('ed25519');
  const name = sequence(der(0x31, sequence(commonName, der(0x0c, Buffer.from('a.test')))));
  const body = sequence(
    der(0x02, Uint8Array.of(1)),
    ed25519,
    name,
    sequence(time('20200101000000Z'), time('20991231000000Z')),
    name,
    publicKey.export({ type: 'spki', format: 'der' }),
  );
  const signature = der(0x03, Uint8Array.of(0), sign(null, body, privateKey));
  const base64 = Buffer.from(sequence(body, ed25519, signature)).toString('base64');
  return {
    key: String(privateKey.export({ type: 'pkcs8', format: 'pem' })),
    cert: `-----BEGIN CERTIFICATE-----\n${base64.replaceAll(/.{64}/g, '$&\n')}\n-----END CERTIFICATE-----\n`,
  };
}
