import { failureFact, type Rule } from '../rule.ts';

const CODES = new Set([
  'CERT_HAS_EXPIRED',
  'CERT_NOT_YET_VALID',
  'CERT_UNTRUSTED',
  'CERT_REVOKED',
  'DEPTH_ZERO_SELF_SIGNED_CERT',
  'SELF_SIGNED_CERT_IN_CHAIN',
  'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
  'UNABLE_TO_GET_ISSUER_CERT',
  'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
  'ERR_TLS_CERT_ALTNAME_INVALID',
  'ERR_SSL_WRONG_VERSION_NUMBER',
]);

/** A certificate or protocol that the worker does not accept. */
export const certificateRefused: Rule = {
  name: 'certificate-refused',
  why: 'A certificate does not become valid by waiting, and a port that speaks no TLS is a setting.',
  source: 'Node documentation, TLS: X509 certificate error codes.',
  examples: {
    for: [
      { shows: 'an expired certificate behind a fetch', stack: "TypeError: fetch failed\n    at node:internal/deps/undici/undici:14976:13 {\n  [cause]: Error: certificate has expired\n      at TLSSocket.onConnectSecure (node:_tls_wrap:1674:34) {\n    code: 'CERT_HAS_EXPIRED'\n  }\n}" },
    ],
    against: [{ shows: 'a connection cut during the handshake', stack: 'Error: Client network socket disconnected before secure TLS connection was established' }],
  },
  match({ failure }) {
    if (!CODES.has(failure.code ?? '')) return undefined;
    return {
      cause: 'defect',
      rule: 'certificate-refused',
      why: `The worker does not accept the certificate or protocol of the other side (${failure.code ?? ''}); one of both has to be set right.`,
      evidence: [failureFact(failure)],
      confidence: 'certain',
    };
  },
};
