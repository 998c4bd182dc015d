import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { makeCertificate } from './certificate.ts';
import { redisServer, type RedisServer } from './redis-server.ts';

/** A Redis that speaks TLS only, and the certificate that clients have to trust. */
export interface TlsRedis extends RedisServer {
  readonly certificate: string;
}

/** Starts it with a certificate made for it. */
export async function tlsRedis(): Promise<TlsRedis> {
  const server = await redisServer(async ({ folder, port }) => {
    const { key, certificate } = await makeCertificate(folder);
    return ['--port', '0', '--tls-port', String(port), '--tls-cert-file', certificate, '--tls-key-file', key, '--tls-ca-cert-file', certificate, '--tls-auth-clients', 'no'];
  });
  return { ...server, certificate: await readFile(join(server.folder, 'certificate.pem'), 'utf8') };
}
