import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';

/** Makes a certificate for the loopback address that vouches for itself. Resolves to the paths of key and certificate. */
export async function makeCertificate(folder: string): Promise<{ readonly key: string; readonly certificate: string }> {
  const [key, certificate] = [join(folder, 'key.pem'), join(folder, 'certificate.pem')];
  await promisify(execFile)('openssl', [
    'req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '2', '-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost,IP:127.0.0.1', '-keyout', key, '-out', certificate,
  ]).catch((error: unknown) => { throw new Error('openssl is needed to make a certificate. Install it: apt-get install openssl.', { cause: error }); });
  return { key, certificate };
}
