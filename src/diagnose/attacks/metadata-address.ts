import { isIPv4 } from 'node:net';

/** Where clouds tell a machine its own credentials. */
const METADATA_HOSTS: ReadonlySet<string> = new Set([
  '169.254.169.254',
  '169.254.170.2',
  '169.254.170.23',
  '100.100.100.200',
  '192.0.0.192',
  'metadata.google.internal',
  'instance-data',
  'instance-data.ec2.internal',
  '[fd00:ec2::254]',
  '[fd00:ec2::23]',
  '[fd20:ce::254]',
]);

/** Prefixes under which an IPv6 address carries an IPv4 one: mapped, compatible, translated (RFC 4291, 6052, 2765). */
const CARRIERS = /^\[(?:::ffff:|::ffff:0:|64:ff9b::|::)([0-9a-f]{1,4}):([0-9a-f]{1,4})\]$/;
/** Names that public resolvers answer with the address in them. */
const ADDRESS_IN_NAME = /^(?:[\w-]{1,63}\.){0,4}?(\d{1,3}[.-]\d{1,3}[.-]\d{1,3}[.-]\d{1,3})\.(?:nip\.io|sslip\.io|xip\.io)$/;
const LONGEST = 2048;

/**
 * True for a URL, or a host with a path, whose host is a metadata service in any spelling: the URL standard itself reads
 * decimal, octal and hexadecimal addresses, full-width digits, and what stands before an `@`.
 */
export function isMetadataAddress(text: string): boolean {
  if (text.length > LONGEST || text.length < 8) return false;
  const trimmed = text.trim();
  const url = /^[a-z][a-z0-9+.-]{0,20}:/i.test(trimmed) ? trimmed : `http://${trimmed}`;
  if (/\s/.test(url) || !URL.canParse(url)) return false;
  const { hostname } = new URL(asHttp(url));
  return isMetadataHost(hostname.toLowerCase().replace(/\.$/, ''));
}

function isMetadataHost(host: string): boolean {
  if (METADATA_HOSTS.has(host)) return true;
  const carried = CARRIERS.exec(host);
  if (carried !== null) return METADATA_HOSTS.has(dotted(carried[1] ?? '', carried[2] ?? ''));
  const named = ADDRESS_IN_NAME.exec(host)?.[1]?.replaceAll('-', '.');
  return named !== undefined && isIPv4(named) && METADATA_HOSTS.has(named);
}

/** Only the addresses of web protocols are read generously; `gopher://2852039166` means the same host. */
function asHttp(url: string): string {
  const replaced = url.replace(/^[a-z][a-z0-9+.-]{0,20}:\/{0,4}/i, 'http://');
  return URL.canParse(replaced) ? replaced : url;
}

function dotted(high: string, low: string): string {
  const bits = Number.parseInt(high, 16) * 65_536 + Number.parseInt(low, 16);
  return [24, 16, 8, 0].map((shift) => Math.floor(bits / 2 ** shift) % 256).join('.');
}
