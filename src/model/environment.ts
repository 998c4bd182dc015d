/** The variables of this process. A key is not a setting of the configuration file, so that it is not written there. */
export function processEnvironment(): Readonly<Record<string, string | undefined>> {
  // oxlint-disable-next-line node/no-process-env
  return process.env;
}
