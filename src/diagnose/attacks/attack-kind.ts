/** The weaknesses that attacks are written for, each by what it reaches. */
export type AttackKind =
  | 'address'
  | 'database-operator'
  | 'entity'
  | 'formula'
  | 'header'
  | 'inner-service'
  | 'directory-filter'
  | 'lookup'
  | 'path'
  | 'prototype'
  | 'script'
  | 'serialised-function'
  | 'shell'
  | 'sql'
  | 'template';

/** Each kind as the end of a sentence, with the weakness it is written for. */
export const ATTACK_NAMES: Readonly<Record<AttackKind, string>> = {
  address: 'the address of a cloud metadata service (CWE-918)',
  'database-operator': 'a database operator (CWE-943)',
  entity: 'an XML entity that reads a file or grows without end (CWE-611, CWE-776)',
  formula: 'a spreadsheet formula that calls a program or a server (CWE-1236)',
  header: 'a header behind a line break (CWE-113)',
  'inner-service': 'a command to a service of the own network (CWE-918)',
  'directory-filter': 'a directory filter (CWE-90)',
  lookup: 'a JNDI lookup (CVE-2021-44228)',
  path: 'a path out of its folder (CWE-22)',
  prototype: 'a path to a prototype (CWE-1321)',
  script: 'a script (CWE-79)',
  'serialised-function': 'a serialised function (CWE-502)',
  shell: 'a shell command (CWE-78)',
  sql: 'an SQL statement (CWE-89)',
  template: 'a template expression (CWE-1336)',
};

/**
 * What texts of one kind look like. No pattern may match anything that somebody could mean as data, and none may
 * backtrack far: each repetition has a bound.
 */
export interface AttackShape {
  readonly kind: AttackKind;
  readonly patterns: readonly RegExp[];
}
