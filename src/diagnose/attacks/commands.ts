import type { AttackShape } from './attack-kind.ts';

/** An operator of the shell alone joins names of firms; it counts in front of a command that reads, loads or removes. */
export const COMMANDS: AttackShape = {
  kind: 'shell',
  patterns: [
    /[;|&`\n]\s{0,8}(?:curl|wget)\s{1,8}(?:-\S{1,20}\s{1,8}){0,4}['"]?(?:https?|ftp):\/\//i,
    /[;|&`]\s{0,8}(?:rm\s{1,8}-[a-z]{0,4}[rf]|cat\s{1,8}\/(?:etc|proc)\/|(?:ba)?sh\s{1,8}-[ci]\b|nc\s{1,8}-[a-z]{0,4}e\b|powershell\s{1,8}-)/i,
    /[;|&]\s{0,8}(?:whoami|uname\s{1,4}-a|ifconfig)\s{0,4}(?:$|[;|&#])/,
    /`\s{0,4}(?:whoami|uname\s{1,4}-a|(?:curl|wget)\s[^`]{1,200}|rm\s[^`]{1,200}|sleep\s{1,4}\d{1,4})\s{0,4}`/,
    /\$\(\s{0,4}(?:(?:curl|wget|rm|bash|sh|nc|cat)\s{1,8}[-/~.'"]|(?:curl|wget)\s{1,8}\w|sleep\s{1,4}\d|(?:id|whoami)\s{0,4}\))/,
    />\s{0,4}&?\s{0,4}\/dev\/tcp\/\S/,
    /\(\)\s{0,4}\{\s{0,4}:\s{0,2};?\s{0,4}\}\s{0,4};/,
  ],
};
