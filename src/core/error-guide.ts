import type { MendqErrorCode } from './errors.ts';

/** What `mendq explain` says of a code. */
export interface ErrorExplanation {
  /** What happened, and what it means for the letters. */
  readonly meaning: string;
  /** The usual reasons, likeliest first. */
  readonly causes: readonly string[];
  /** What to do, in this order. */
  readonly steps: readonly string[];
}

/** An explanation of every code; a code without one does not compile. */
export const ERROR_GUIDE: Readonly<Record<MendqErrorCode, ErrorExplanation>> = {
  MENDQ_E_CONFIG: {
    meaning: 'The configuration is missing or says something that mendq cannot use. Nothing was opened and no queue was touched.',
    causes: [
      'There is no mendq.config.ts in the working directory, or --config names another place.',
      'The file does not compile, or throws while it is loaded.',
      'A setting is misspelt, has the wrong type or lies outside of its range.',
    ],
    steps: ['Read the place that the message names; it is written as the path of the setting.', 'Correct it and run mendq doctor.'],
  },
  MENDQ_E_USAGE: {
    meaning: 'The command line asks for something that does not exist, or names a file that holds something else. Nothing was done.',
    causes: ['A command or an option is misspelt.', 'An argument is missing, or a value cannot be read.', 'A MENDQ_ variable in the environment has a value that its option does not take.', 'A line of a file of letters is not in their format.'],
    steps: ['Run mendq --help, or mendq help COMMAND for its options.', 'Correct the line that the message names.'],
  },
  MENDQ_E_NOT_FOUND: {
    meaning: 'The letter, or what you asked about it, is not there.',
    causes: ['The id is cut off or belongs to another ledger.', 'The message is not dead, and no pass has seen it die.', 'Restoring needs an archived letter: only discarded and settled ones are archived.'],
    steps: ['Run mendq inspect: every group names a letter of it.', 'Check that --ledger and --config name the place where the letter was seen.'],
  },
  MENDQ_E_CONFLICT: {
    meaning: 'The letter is in a state in which this cannot be done. Nothing was changed in its queue.',
    causes: ['The letter has moved on meanwhile, by a pass or by a person.', 'Another message has taken its id in the queue.'],
    steps: ['Run mendq show LETTER: its timeline tells who did what.', 'Decide anew with that knowledge.'],
  },
  MENDQ_E_BROKER_UNREACHABLE: {
    meaning: 'The server that keeps the queue does not answer. Letters stay where they are; what was under way is finished by the next pass.',
    causes: ['The server is down or restarting.', 'Host, port or TLS settings are wrong.', 'A firewall or a network policy is between you and it.'],
    steps: ['Try the address that the message names from this machine.', 'Compare it with the connection of your workers.', 'Run the command again: nothing is done twice.'],
  },
  MENDQ_E_BROKER_REFUSED: {
    meaning: 'The server answered, and the answer was no. Letters stay where they are.',
    causes: ['User name or password are wrong or missing.', 'The user lacks a right, for example to run scripts.', 'The server is loading, read-only or out of memory; then the message says so.'],
    steps: ['Compare user and password with those of your workers.', 'Give the user the rights that mendq doctor lists.', 'Where the server is only busy, run the command again later.'],
  },
  MENDQ_E_BROKER_VERSION: {
    meaning: 'The queue and the BullMQ that mendq would use do not belong together, or mendq does not know one of them. The queue was not opened, because a wrong script can lose jobs.',
    causes: ['The workers run another major version of BullMQ than the one that is installed here.', 'The version is newer than this mendq.'],
    steps: ['Install the version of BullMQ that your workers run beside the configuration file.', 'Or hand it over: bullmq(name, { bullmq: await import("bullmq") }).', 'Or update mendq.'],
  },
  MENDQ_E_LEDGER_UNREACHABLE: {
    meaning: 'The database of the ledger does not answer, or refuses. Without the ledger nothing is replayed and nothing is removed.',
    causes: ['PostgreSQL is down, or the URL is wrong.', 'User or password are wrong, or the role may not create a schema.', 'The disk of the embedded ledger is full or read-only.'],
    steps: ['Check the ledger setting, --ledger and MENDQ_LEDGER.', 'Run mendq doctor.', 'Run the command again: nothing is done twice.'],
  },
  MENDQ_E_LEDGER_LOCKED: {
    meaning: 'Another process has the embedded ledger open and can not carry this out for you. The ledger belongs to one process at a time, so that it is never damaged.',
    causes: [
      'A patrol runs there already, and a second one was started.',
      'The holder is of another release of mendq or Node.js, with which this one can not speak.',
      'The holder stands still, or two machines share the folder over a network.',
    ],
    steps: ['Commands are carried out by the holder; only a second patrol is refused.', 'Restart or stop the process that the message names.', 'Where several processes have to work at once, use PostgreSQL: ledger: "postgres://…".'],
  },
  MENDQ_E_LEDGER_TOO_NEW: {
    meaning: 'A newer mendq has written this ledger. This one does not touch it, because it does not know what it means.',
    causes: ['An update was rolled back.', 'Two machines run different versions of mendq.'],
    steps: ['Install the newer version here too. mendq --version shows the present one.'],
  },
  MENDQ_E_LEDGER_CORRUPT: {
    meaning: 'The ledger contradicts itself: rows were changed, dropped or inserted by something other than mendq.',
    causes: ['Somebody edited the tables by hand.', 'A backup was restored in part.', 'The disk is failing.'],
    steps: ['Run mendq verify: it names each letter and the first event that is wrong.', 'Compare these letters with a backup before you heal them.'],
  },
  MENDQ_E_SCHEMA_THREW: {
    meaning: 'Your schema threw an error, or did not answer in time, instead of accepting or refusing a payload. The letter was not repaired.',
    causes: ['A refine, transform or custom check does not expect a malformed value.', 'The check asks a service that does not answer.'],
    steps: ['Run mendq show LETTER for the payload.', 'Let the check return false instead of throwing.'],
  },
  MENDQ_E_SCHEMA_UNSUPPORTED: {
    meaning: 'The schema of a job type is of a kind that mendq cannot read.',
    causes: ['The value is no Zod schema, no Standard Schema and no JSON Schema.', 'A JSON Schema does not compile.'],
    steps: ['Give a Zod 3 or 4 schema, any Standard Schema (Valibot, ArkType), or a JSON Schema object.'],
  },
  MENDQ_E_ARCHIVE: {
    meaning: 'The archive cannot be written or read. A letter leaves its queue only after it has been archived, so none was lost.',
    causes: ['The folder is missing, full or not writable.', 'An archive file was moved, changed or deleted.'],
    steps: ['Check the folder that the message names, and its rights.', 'Bring back what is missing from a backup.', 'Run the command again.'],
  },
  MENDQ_E_MISSING_PACKAGE: {
    meaning: 'The configuration needs a package that is not installed.',
    causes: ['Packages of brokers, schema libraries and language models are installed by you, in your version.'],
    steps: ['Run the npm install that the message names, beside the configuration file.'],
  },
  MENDQ_E_INTERRUPTED: {
    meaning: 'Another process that holds the ledger was carrying this out and went away before it had answered. It may have been done in part.',
    causes: ['The patrol was killed, or its machine stopped.'],
    steps: ['Run mendq inspect, or mendq show LETTER, to see how far it came.', 'Run the command again: what was done is not done twice.'],
  },
  MENDQ_E_INTERNAL: {
    meaning: 'Something happened that mendq did not expect. Nothing is done twice by running it again.',
    causes: ['A fault in mendq, in a hook of yours, or in a package between them.'],
    steps: ['Run the command again with --verbose to see where it comes from.', 'Run mendq doctor.', 'Report it with both outputs, after you have read them for anything private.'],
  },
};
