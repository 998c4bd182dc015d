/** The host that keeps the invoices. It can be out of reach for a while. */
export interface Cdn {
  download(url: string): Promise<string>;
  /** Ends the outage. */
  recover(): void;
}

/** Invoices on the shop's own edge cache: the only host that is out of reach. */
const OUTAGE_HOST = 'cdn.example.com';

/** Makes a CDN whose outage has begun. What it throws is what Node's `fetch` throws when a connection times out. */
export function createCdn(): Cdn {
  let reachable = false;
  return {
    download: async (url) => {
      const { hostname } = new URL(url);
      if (hostname === OUTAGE_HOST && !reachable) throw fetchFailed('203.0.113.7');
      return `%PDF-1.7 of ${url}`;
    },
    recover: () => {
      reachable = true;
    },
  };
}

function fetchFailed(address: string): TypeError {
  const connection = Object.assign(new Error(`connect ETIMEDOUT ${address}:443`), { errno: -110, code: 'ETIMEDOUT', syscall: 'connect', address, port: 443 });
  return new TypeError('fetch failed', { cause: connection });
}
