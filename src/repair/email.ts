/** The address of a `mailto:` link that holds nothing else; `undefined` for links with several, with a subject, or encoded. */
export function mailtoAddress(text: string): string | undefined {
  return /^\s*mailto:([^\s?%,;:<>]+@[^\s?%,;:<>@]+)\s*$/i.exec(text)?.[1];
}
