import { generateKeyPairSync, randomBytes, sign } from 'node:crypto';

/** A certificate with its private key, both in PEM. */
export interface Certificate {
  /** Its subject, with which it issues others. */
  readonly name: string;
  readonly cert: string;
  readonly key: string;
}

export interface CertificateOptions {
  /** The host that it is for; by default the address 127.0.0.1. */
  readonly host?: string;
  /** By default tomorrow. */
  readonly validUntil?: Date;
  /** By default itself. */
  readonly issuer?: Certificate;
}

const day = 24 * 60 * 60 * 1000;

/** Makes an X.509 certificate (RFC 5280) without openssl, which not every machine has. */
export function makeCertificate({
  host,
  validUntil = new Date(Date.now() + day),
  issuer,
}: CertificateOptions = {}): Certificate {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const key = privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
  const algorithm = sequence(oid(0x2a, 0x86, 0x48, 0xce, 0x3d, 0x04, 0x03, 0x02)); // ecdsa-with-SHA256
  const name = randomBytes(8).toString('hex');
  const altName = host === undefined ? der(0x87, Buffer.from([127, 0, 0, 1])) : der(0x82, host);
  const content = sequence(
    der(0xa0, der(0x02, Buffer.from([2]))), // version 3
    der(0x02, Buffer.concat([Buffer.from([1]), randomBytes(8)])),
    algorithm,
    distinguished(issuer?.name ?? name),
    sequence(time(new Date(Math.min(Date.now(), validUntil.getTime()) - day)), time(validUntil)),
    distinguished(name),
    publicKey.export({ type: 'spki', format: 'der' }),
    der(
      0xa3,
      sequence(
        extension(0x13, sequence(der(0x01, Buffer.from([0xff])))), // it may sign others
        extension(0x11, sequence(altName)),
      ),
    ),
  );
  const signature = sign('sha256', content, issuer?.key ?? key);
  const certificate = sequence(content, algorithm, der(0x03, Buffer.from([0]), signature));
  const base64 = certificate
    .toString('base64')
    .match(/.{1,64}/g)
    ?.join('\n');
  return { name, cert: `-----BEGIN CERTIFICATE-----\n${base64}\n-----END CERTIFICATE-----\n`, key };
}

/** A value in DER: its tag, its length, its content. */
function der(tag: number, ...content: readonly (Buffer | string)[]): Buffer {
  const bytes = Buffer.concat(content.map((part) => (typeof part === 'string' ? Buffer.from(part) : part)));
  const { length } = bytes;
  const size = length < 128 ? [length] : length < 256 ? [0x81, length] : [0x82, length >> 8, length & 0xff];
  return Buffer.concat([Buffer.from([tag, ...size]), bytes]);
}

function sequence(...content: readonly Buffer[]): Buffer {
  return der(0x30, ...content);
}

function oid(...bytes: readonly number[]): Buffer {
  return der(0x06, Buffer.from(bytes));
}

function distinguished(name: string): Buffer {
  return sequence(der(0x31, sequence(oid(0x55, 0x04, 0x03), der(0x0c, name)))); // CN
}

function extension(id: number, value: Buffer): Buffer {
  return sequence(oid(0x55, 0x1d, id), der(0x04, value));
}

function time(date: Date): Buffer {
  return der(0x17, `${date.toISOString().slice(2, 19).replaceAll(/[-T:]/g, '')}Z`);
}
