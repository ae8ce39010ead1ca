/** A certificate that nobody trusts, made when it is needed: an X.509 certificate (RFC 5280) in DER, by hand. */

import { generateKeyPairSync, sign } from 'node:crypto';

/** @returns PEM texts for a TLS server */
export function selfSigned(name: string): { key: string; cert: string } {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const ecdsaWithSha256 = der(0x30, Buffer.from('06082a8648ce3d040302', 'hex'));
  const commonName = der(0x30, Buffer.from('0603550403', 'hex'), der(0x0c, Buffer.from(name)));
  const names = der(0x30, der(0x31, commonName));
  const validity = der(0x30, der(0x17, Buffer.from('240101000000Z')), der(0x17, Buffer.from('490101000000Z')));
  const body = der(
    0x30,
    der(0x02, Buffer.from([1])),
    ecdsaWithSha256,
    names,
    validity,
    names,
    publicKey.export({ type: 'spki', format: 'der' }),
  );
  const signature = der(0x03, Buffer.from([0]), sign('sha256', body, privateKey));
  const lines = der(0x30, body, ecdsaWithSha256, signature)
    .toString('base64')
    .match(/.{1,64}/g)!
    .join('\n');
  return {
    key: privateKey.export({ type: 'pkcs8', format: 'pem' }) as string,
    cert: `-----BEGIN CERTIFICATE-----\n${lines}\n-----END CERTIFICATE-----\n`,
  };
}

/** Tag, length, content. */
function der(tag: number, ...parts: Buffer[]): Buffer {
  const content = Buffer.concat(parts);
  const { length } = content;
  const size = length < 128 ? [length] : length < 256 ? [0x81, length] : [0x82, length >> 8, length & 255];
  return Buffer.concat([Buffer.from([tag, ...size]), content]);
}
