/** A connection URL or address for people: the password replaced by `***`, everything else as it was. */
export function maskUrl(url: string): string {
  const masked = url.replace(/^([a-z][a-z0-9+.-]*:\/\/)([^/?#]*)@/i, (_, scheme: string, credentials: string) => {
    const colon = credentials.indexOf(':');
    return `${scheme}${colon < 0 ? credentials : `${credentials.slice(0, colon)}:***`}@`;
  });
  return masked.replace(/([?&](?:password|pass|auth)=)[^&#]*/gi, '$1***');
}
