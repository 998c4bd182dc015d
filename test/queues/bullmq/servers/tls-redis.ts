import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { redisServer, type RedisServer } from './redis-server.ts';

/** A Redis that speaks TLS only, and the certificate that clients have to trust. */
export interface TlsRedis extends RedisServer {
  readonly certificate: string;
}

/** Starts it with a certificate made for it. */
export async function tlsRedis(): Promise<TlsRedis> {
  const server = await redisServer(async ({ folder, port }) => {
    const [key, certificate] = [join(folder, 'key.pem'), join(folder, 'certificate.pem')];
    await promisify(execFile)('openssl', [
      'req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '2', '-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost,IP:127.0.0.1', '-keyout', key, '-out', certificate,
    ]);
    return ['--port', '0', '--tls-port', String(port), '--tls-cert-file', certificate, '--tls-key-file', key, '--tls-ca-cert-file', certificate, '--tls-auth-clients', 'no'];
  });
  return { ...server, certificate: await readFile(join(server.folder, 'certificate.pem'), 'utf8') };
}
